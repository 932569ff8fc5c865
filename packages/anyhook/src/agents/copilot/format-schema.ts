import * as v from 'valibot';
import { strict, withDescription } from '../../formats/kit/parse.js';

export const maxTimeoutSeconds = 86_400;

const text = v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty'));

const common = {
  matcher: v.nullish(withDescription(v.string(), 'A regex for the whole name of the tool.')),
  name: v.optional(withDescription(v.string(), 'Names the hook, for people.')),
  description: v.optional(withDescription(v.string(), 'What it does, for people.')),
  comment: v.optional(withDescription(v.string(), 'The same.')),
  timeoutSec: v.optional(
    v.pipe(
      v.number(),
      v.gtValue(0, 'expected a positive number of seconds'),
      v.maxValue(maxTimeoutSeconds, `expected at most ${maxTimeoutSeconds} seconds`),
      v.description('Seconds; default 30.'),
    ),
  ),
  timeout: v.optional(withDescription(v.number(), 'The same, where there is no `timeoutSec`.')),
};

const commandFields = strict({
  type: v.optional(v.literal('command'), 'command'),
  bash: v.optional(withDescription(text, 'The line for bash.')),
  command: v.optional(withDescription(text, 'The line for bash, where there is no `bash`.')),
  exec: v.optional(withDescription(text, 'A program, without a shell.')),
  args: v.optional(withDescription(v.array(v.string()), 'Its arguments.')),
  linux: v.optional(withDescription(text, 'The line for Linux.')),
  osx: v.optional(withDescription(text, 'The line for macOS.')),
  powershell: v.optional(withDescription(text, 'The line for PowerShell; used where nothing else is given.')),
  windows: v.optional(withDescription(text, 'Not used: the line for Windows.')),
  cwd: v.optional(withDescription(v.string(), "Where it runs, from the project's folder.")),
  env: v.optional(withDescription(v.record(v.string(), v.string()), 'Variables for it, as written.')),
  ...common,
});

/** Runs a program: the first that is given of `bash`, `command`, `exec`, `linux`, `osx` and `powershell`. */
export const copilotCommandSchema = v.pipe(
  commandFields,
  v.check(
    ({ bash, command, exec, linux, osx, powershell }) =>
      [bash, command, exec, linux, osx, powershell].some((line) => line !== undefined),
    'expected one of "bash", "command", "exec", "linux", "osx", "powershell"',
  ),
);

/** Posts the event. */
export const copilotHttpSchema = strict({
  type: v.literal('http'),
  url: v.pipe(v.string(), v.regex(/^https:\/\/\S+$/, 'expected a URL that begins with https://')),
  headers: v.optional(withDescription(v.record(v.string(), v.string()), 'Sent as written.')),
  ...common,
});

/** One handler of a hook file of Copilot CLI. */
export const copilotHandlerSchema = v.union([copilotCommandSchema, copilotHttpSchema]);

/** Handlers with one matcher. */
export const copilotGroupSchema = strict({
  matcher: v.nullish(withDescription(v.string(), 'A regex for the whole name of the tool.')),
  description: v.optional(withDescription(v.string(), 'What its handlers do, for people.')),
  hooks: withDescription(v.array(copilotHandlerSchema), 'The handlers, in order.'),
});

/** A hook file; its events are in the table of the format. */
export const copilotFileSchema = v.looseObject({
  version: v.optional(withDescription(v.literal(1), 'Always 1.')),
  hooks: v.record(v.string(), v.array(v.union([copilotHandlerSchema, copilotGroupSchema]))),
});
