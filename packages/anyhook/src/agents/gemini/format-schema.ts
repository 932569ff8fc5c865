import * as v from 'valibot';
import { strict, withDescription } from '../../formats/kit/parse.js';

export const maxTimeoutMs = 86_400_000;

/** One handler. Gemini CLI knows only commands. */
export const geminiHandlerSchema = strict({
  type: v.literal('command'),
  command: withDescription(
    v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty')),
    'The line for bash.',
  ),
  name: v.optional(withDescription(v.string(), 'Names the hook, for people and for `hooksConfig.disabled`.')),
  description: v.optional(withDescription(v.string(), 'What it does, for people.')),
  timeout: v.optional(
    v.pipe(
      v.number(),
      v.gtValue(0, 'expected a positive number of milliseconds'),
      v.maxValue(maxTimeoutMs, `expected at most ${maxTimeoutMs} milliseconds`),
      v.description('Milliseconds; default 60000.'),
    ),
  ),
  env: v.optional(withDescription(v.record(v.string(), v.string()), 'Variables for the command.')),
  source: v.optional(withDescription(v.unknown(), 'Not used.')),
});

/** The fields of a group that other formats do not have. */
export const geminiGroupFields = {
  sequential: v.optional(
    withDescription(v.boolean(), 'The handlers run one after another, not together, and each sees earlier changes.'),
  ),
};

/** The handlers for what the matcher matches. */
export const geminiGroupSchema = strict({
  matcher: v.nullish(
    withDescription(v.string(), 'Tool: a regex that is searched; source, reason, trigger or type: the exact word.'),
  ),
  ...geminiGroupFields,
  description: v.optional(withDescription(v.string(), 'What its handlers do, for people.')),
  hooks: withDescription(v.array(geminiHandlerSchema), 'The handlers, in order.'),
});

const list = v.optional(v.array(geminiGroupSchema));

/** The `hooks` map: the eleven events of Gemini CLI. */
export const geminiHooksSchema = strict({
  SessionStart: list,
  SessionEnd: list,
  BeforeAgent: list,
  AfterAgent: list,
  BeforeModel: list,
  AfterModel: list,
  BeforeToolSelection: list,
  BeforeTool: list,
  AfterTool: list,
  PreCompress: list,
  Notification: list,
});

/** A settings file; only its hooks, and what switches them off, are read. */
export const geminiSettingsSchema = v.looseObject({
  hooks: v.optional(geminiHooksSchema),
  hooksConfig: v.optional(
    v.looseObject({
      enabled: v.optional(withDescription(v.boolean(), 'false switches the hooks of this file off.')),
      disabled: v.optional(withDescription(v.array(v.string()), 'Names or commands of hooks that do not run.')),
    }),
  ),
});

/** The hooks/hooks.json of an extension. */
export const geminiExtensionSchema = v.looseObject({ hooks: v.optional(geminiHooksSchema) });
