import type { Handler, Match, Pattern } from '@anyhook/core';
import * as v from 'valibot';
import type { Codec, HookFile } from './format.js';
import type { Fields, HandlerPosition, HookParts, JsonEntries, WarnField } from './json-hooks.js';
import { nullish, optional, strict, filledText as text, timeLimit, withDescription } from './parse.js';
import { patternError } from './pattern.js';
import { scriptsIn } from './scripts.js';
import { usableTimeout } from './timeout-field.js';

export const maxTimeoutSeconds = 86_400;

const timeout = (description: string) => timeLimit(maxTimeoutSeconds, 'seconds', description);

const common = {
  name: optional(v.string(), 'A name for the hook.'),
  description: optional(v.string(), 'A description of the hook.'),
  statusMessage: optional(v.string(), 'What the agent shows while it runs.'),
};

/** The fields of a command in a file of Claude's shape; an agent may have more. */
export const commandFields = (timeoutText: string) => ({
  type: v.literal('command'),
  command: withDescription(text, 'The line for the shell.'),
  timeout: timeout(timeoutText),
  async: optional(v.boolean(), 'Started and never waited for; it cannot block.'),
  ...common,
});

/** Posts the event. */
export const postSchema = (timeoutText: string) =>
  strict({
    type: v.literal('http'),
    url: v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected a URL that begins with http:// or https://')),
    headers: optional(v.record(v.string(), v.string()), 'Sent as written.'),
    allowedEnvVars: optional(v.array(v.string()), 'Not supported: variables are not filled in.'),
    once: optional(v.boolean(), 'Not supported: the hook runs every time.'),
    if: optional(v.string(), 'Not supported: the hook runs every time.'),
    timeout: timeout(timeoutText),
    ...common,
  });

/** Asks a model. */
export const questionSchema = (timeoutText: string) =>
  strict({
    type: v.literal('prompt'),
    prompt: withDescription(text, 'Question to the model; $ARGUMENTS is the event.'),
    model: optional(text, 'Another model than the configured one.'),
    timeout: timeout(timeoutText),
    ...common,
  });

/** The handlers for what the matcher matches. */
export const groupSchema = (handler: v.GenericSchema, fields: v.ObjectEntries = {}) =>
  strict({
    matcher: nullish(v.string(), 'Names or a regex, over the tool or what the event is about.'),
    ...fields,
    description: optional(v.string(), 'A description of its handlers.'),
    hooks: withDescription(v.array(handler), 'The handlers, in order.'),
  });

/** A map of an agent's events. */
export const eventMapSchema = (events: Readonly<Record<string, unknown>>, group: v.GenericSchema) =>
  strict(Object.fromEntries(Object.keys(events).map((name) => [name, v.optional(v.array(group))])));

/** A checked handler, of any kind that an agent has. */
interface ClaudeLikeHandler {
  readonly type: 'command' | 'http' | 'prompt';
  readonly command?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly prompt?: string;
  readonly model?: string;
  readonly timeout?: number;
  readonly async?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly name?: string;
  readonly description?: string;
  readonly statusMessage?: string;
}

/** How an agent's hook files differ from those of others with Claude's shape. */
export interface ClaudeLikeFiles {
  readonly codec: Pick<Codec, 'name' | 'events'>;
  readonly agent: string;
  readonly schema: v.GenericSchema<unknown, unknown>;
  readonly groupFields?: v.ObjectEntries;
  /** Types of handlers that anyhook does not run → why. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** The matcher as a pattern; undefined if it matches all. */
  readonly pattern: (matcher: string, subject: 'tool' | 'subject') => Pattern | undefined;
  /** Fields of Claude's handlers that the agent does not apply. */
  readonly unusedFields?: readonly string[];
  /** The timeout of a handler in seconds. */
  readonly seconds: (given: number | undefined, type: ClaudeLikeHandler['type'], native: string) => number;
  /** Larger timeouts of commands are in milliseconds. */
  readonly millisecondsFrom?: number;
  /** The shell of a handler's command. */
  readonly shell: (named: string | undefined) => 'sh' | 'bash' | 'user' | 'powershell';
  /** Variables with the project's folder, for commands of a project. */
  readonly folderVariables: readonly string[];
}

/** How the entries of such a file are read; `origin` begins the ids of its hooks. */
export function claudeLikeEntries(
  files: ClaudeLikeFiles,
  origin: string,
  more: Pick<JsonEntries<ClaudeLikeHandler>, 'isEventMap' | 'otherKeys'> & { readonly isOff?: boolean } = {},
): JsonEntries<ClaudeLikeHandler> {
  const { isOff = false, ...shape } = more;
  return {
    ...shape,
    codec: files.codec,
    origin,
    ...(files.groupFields && { groupFields: files.groupFields }),
    schema: files.schema as v.GenericSchema<unknown, ClaudeLikeHandler>,
    complete: (handler, warn) => completeHandler(handler, files, warn),
    leaveOut: ({ type }) => {
      const why = typeof type === 'string' && Object.hasOwn(files.leftOut, type) ? files.leftOut[type] : undefined;
      return why && `"${String(type)}" handlers ${why}`;
    },
    match: (matcher, native) => matchOf(matcher, native, files),
    hook: (entry, position) => hookParts(entry, position, files, isOff),
  };
}

function completeHandler(handler: Fields, files: ClaudeLikeFiles, warn: WarnField): Fields {
  const { timeout: given, ...rest } = handler;
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !files.unusedFields?.includes(key)));
  for (const key of Object.keys(rest).filter((name) => files.unusedFields?.includes(name)))
    warn(key, `${files.agent} does not apply it, so it is not applied elsewhere either`);
  const isBare = kept['type'] === undefined && typeof kept['command'] === 'string';
  if (isBare) warn('type', `${files.agent} expects "type": "command"; the hook runs on other agents`);
  const typed = isBare ? { ...kept, type: 'command' } : kept;
  if (given === undefined || given === null) return typed;
  const isMilliseconds =
    files.millisecondsFrom !== undefined &&
    kept['type'] === 'command' &&
    typeof given === 'number' &&
    given >= files.millisecondsFrom;
  const seconds = isMilliseconds
    ? given / 1000
    : usableTimeout(given, { name: 'seconds', max: maxTimeoutSeconds }, (message) => warn('timeout', message));
  return { ...typed, ...(seconds !== undefined && { timeout: seconds }) };
}

function matchOf(matcher: string, native: string, { codec, pattern }: ClaudeLikeFiles): Match | string {
  const subject = codec.events[native]?.matcher;
  if (!subject) return {};
  const found = pattern(matcher, subject);
  return found ? (patternError(found.source) ?? { [subject]: found }) : {};
}

function hookParts(
  entry: ClaudeLikeHandler,
  { file, group, native }: HandlerPosition,
  files: ClaudeLikeFiles,
  isOff: boolean,
): HookParts {
  const description = entry.statusMessage || entry.description || entry.name;
  const isAsync = entry.type === 'command' && entry.async === true;
  return {
    handler: handlerOf(entry, files),
    enabled: !isOff,
    ...(description !== undefined && description !== '' && { description }),
    timeoutMs: Math.ceil(files.seconds(entry.timeout, entry.type, native) * 1000),
    async: isAsync,
    blocking: !isAsync,
    concurrent: group['sequential'] !== true,
    scripts: entry.command === undefined ? [] : commandScripts(entry.command, file, files),
  };
}

function handlerOf(entry: ClaudeLikeHandler, { shell }: ClaudeLikeFiles): Handler {
  const { type, command = '', url = '', headers, prompt = '', model, env } = entry;
  if (type === 'http') return { kind: 'http', url, ...(headers && { headers }) };
  if (type === 'prompt') return { kind: 'prompt', prompt, ...(model !== undefined && { model }) };
  const variables = env ? { env } : {};
  const name = shell(entry.shell);
  if (name === 'powershell')
    return { kind: 'command', form: 'exec', command: 'pwsh', args: ['-NoProfile', '-Command', command], ...variables };
  if (name === 'bash') return { kind: 'command', form: 'exec', command: 'bash', args: ['-c', command], ...variables };
  return { kind: 'command', form: 'shell', command, ...(name === 'user' && { shell: 'user' }), ...variables };
}

function commandScripts(command: string, file: HookFile, { folderVariables }: ClaudeLikeFiles): readonly string[] {
  const vars = file.scope === 'project' ? Object.fromEntries(folderVariables.map((name) => [name, file.root])) : {};
  return scriptsIn(command, { base: file.root, vars, exists: file.exists });
}

/** Plain names are compared exactly, anything else is a regex search; empty and `*` match all. */
export function namesOrRegex(matcher: string, isNameList: RegExp): Pattern | undefined {
  if (matcher === '' || matcher === '*') return undefined;
  return isNameList.test(matcher) ? { source: matcher, mode: 'anchored' } : { source: matcher, mode: 'search' };
}

/** Does the matcher match one of these other names of a tool? */
export function matchesAlias(pattern: Pattern, aliases: readonly string[]): boolean {
  try {
    return aliases.some((name) => new RegExp(pattern.source).test(name));
  } catch {
    // A pattern of the linear engine only; its own names still match.
    return false;
  }
}
