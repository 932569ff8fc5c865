import { type Handler, inSingleQuotes, isObject, quoteValue } from '@anyhook/core';
import type * as v from 'valibot';
import type { HookFile } from '../../formats/kit/format.js';
import { scriptsIn, substitute } from '../../formats/kit/scripts.js';
import { conditionProblem } from './format-matcher.js';
import { type commandSchema, type httpSchema, maxTimeoutSeconds, type promptSchema } from './format-schema.js';

type Command = v.InferOutput<typeof commandSchema>;

/** A handler as the file has it. */
export type ClaudeHandler = Command | v.InferOutput<typeof promptSchema> | v.InferOutput<typeof httpSchema>;

/** How the hook runs. */
export function handlerOf(entry: ClaudeHandler, file: HookFile, isPlugin: boolean): Handler {
  if (entry.type === 'prompt')
    return { kind: 'prompt', prompt: entry.prompt, ...(entry.model === undefined ? {} : { model: entry.model }) };
  if (entry.type === 'http')
    return { kind: 'http', url: entry.url, ...(entry.headers ? { headers: entry.headers } : {}) };
  const handler = commandOf(entry, file, isPlugin);
  return file.plugin ? { ...handler, env: { CLAUDE_PLUGIN_DATA: file.plugin.dataFolder } } : handler;
}

function commandOf({ command, args, shell }: Command, file: HookFile, isPlugin: boolean): CommandHandler {
  if (args) return execOf([command, ...args], file, isPlugin);
  if (shell === 'bash') return { kind: 'command', form: 'exec', command: 'bash', args: ['-c', command] };
  if (shell !== 'powershell') return { kind: 'command', form: 'shell', command };
  // In PowerShell these names are not environment variables.
  const filled = substitute(command, varsOf(file, isPlugin), { bracedOnly: true });
  return { kind: 'command', form: 'exec', command: 'pwsh', args: ['-NoProfile', '-Command', filled] };
}

type CommandHandler = Extract<Handler, { kind: 'command' }>;

/** The scripts that the handler starts. Trust covers them. */
export function handlerScripts(entry: ClaudeHandler, file: HookFile): readonly string[] {
  if (entry.type !== 'command') return [];
  // No shell splits these words: each is one path.
  const commands = entry.args ? [entry.command, ...entry.args].map((word) => `"${word}"`) : [entry.command];
  const place = { base: file.root, vars: varsOf(file, true), exists: file.exists };
  return [...new Set(commands.flatMap((text) => scriptsIn(text, place)))].filter((path) => path !== file.path);
}

/** Fields of the entry that anyhook does not support. */
export function unsupportedFields(
  entry: ClaudeHandler,
  nativeEvent: string,
): readonly { field: string; message: string }[] {
  const found: { field: string; message: string }[] = [];
  if (entry.once) found.push({ field: 'once', message: '"once" is not supported: the hook runs every time' });
  if (entry.if !== undefined && !toolEvents.has(nativeEvent))
    found.push({
      field: 'if',
      message: `"if" needs a tool call, which ${nativeEvent} does not have here: it is not applied, so the hook runs each time${nativeEvent === 'PermissionDenied' ? '' : '; Claude Code never runs it'}`,
    });
  if (entry.type === 'command' && entry.asyncRewake)
    found.push({ field: 'asyncRewake', message: 'the agent cannot be woken: the hook runs as with "async"' });
  if (entry.type === 'prompt' && entry.continueOnBlock === false)
    found.push({
      field: 'continueOnBlock',
      message: 'a no blocks by the rules of its event; it does not end the turn',
    });
  if (entry.type === 'http' && entry.allowedEnvVars?.length)
    found.push({
      field: 'allowedEnvVars',
      message: 'variables in headers are not filled in: they are sent as written',
    });
  return found;
}

const toolEvents: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
]);

const projectDir = '${CLAUDE_PROJECT_DIR}';

/** A program and its arguments. Known variables are filled in here; others need a shell. */
function execOf(words: readonly string[], file: HookFile, isPlugin: boolean): CommandHandler {
  const [command = '', ...args] = words.map((word) => substitute(word, varsOf(file, isPlugin), { bracedOnly: true }));
  if (![command, ...args].some((word) => word.includes(projectDir)))
    return { kind: 'command', form: 'exec', command, args };
  return { kind: 'command', form: 'shell', command: `exec ${[command, ...args].map(shellQuoted).join(' ')}` };
}

/** The variables whose values are known at load time. The project folder is unknown outside a project. */
function varsOf(file: HookFile, isPlugin: boolean): Readonly<Record<string, string>> {
  return {
    ...(isPlugin && { CLAUDE_PLUGIN_ROOT: file.root }),
    ...(file.plugin && { CLAUDE_PLUGIN_DATA: file.plugin.dataFolder }),
    ...(file.scope === 'project' && { CLAUDE_PROJECT_DIR: file.root }),
  };
}

const shellQuoted = (word: string): string =>
  word
    .split(projectDir)
    .map((part) => (part === '' ? '' : inSingleQuotes(part)))
    .join('"$CLAUDE_PROJECT_DIR"') || "''";

type UncheckedHandler = Readonly<Record<string, unknown>>;
type Warn = (field: string, message: string) => void;

/** Required field → handler type, to find the type of a handler that does not name one. */
const typeFields = { command: 'command', prompt: 'prompt', url: 'http' } as const;

/** The type of a handler by its fields. */
export function typeByField(handler: UncheckedHandler): string | undefined {
  const fields = Object.entries(typeFields).filter(([field]) => typeof handler[field] === 'string');
  return fields.length === 1 ? fields[0]?.[1] : undefined;
}

/** Adds the type if only the fields show it, and replaces an unusable rule or timeout. */
export function completeHandler(rawHandler: unknown, warn: Warn): unknown {
  if (!isObject(rawHandler)) return rawHandler;
  const type = rawHandler['type'] === undefined ? typeByField(rawHandler) : undefined;
  const withType = type === undefined ? rawHandler : { ...rawHandler, type };
  return completeTimeout(completeRule(withType, warn), warn);
}

/** Empty text means no rule. With an invalid rule, Claude Code never runs the hook: a typo must not disable a guard here. */
function completeRule(handler: UncheckedHandler, warn: Warn): UncheckedHandler {
  const { if: rule, ...rest } = handler;
  if (typeof rule !== 'string') return handler;
  const problem = rule.trim() === '' ? undefined : conditionProblem(rule);
  if (problem === undefined && rule.trim() !== '') return handler;
  if (problem !== undefined)
    warn('if', `${problem}: it is not applied, so the hook runs at each call; Claude Code never runs it`);
  return rest;
}

function completeTimeout(handler: UncheckedHandler, warn: Warn): UncheckedHandler {
  const { timeout, ...rest } = handler;
  if (timeout === undefined) return handler;
  const seconds = typeof timeout === 'string' && timeout.trim() !== '' ? Number(timeout) : timeout;
  const isPositive = typeof seconds === 'number' && seconds > 0;
  const hint = isPositive && isMeantInMilliseconds(seconds) ? `; did you mean ${seconds / 1000}?` : '';
  if (isPositive && seconds <= maxTimeoutSeconds) {
    const length = `${Math.round(seconds / 60)} minutes`;
    if (hint) warn('timeout', `a timeout is in seconds, so ${seconds} is ${length}${hint}`);
    return seconds === timeout ? handler : { ...rest, timeout: seconds };
  }
  const fallback = isPositive ? `${maxTimeoutSeconds} seconds are used` : 'the default is used';
  const expected = `expected seconds, more than 0 and at most ${maxTimeoutSeconds}`;
  warn('timeout', `${expected}, got ${quoteValue(timeout)}: ${fallback}${hint}`);
  return isPositive ? { ...rest, timeout: maxTimeoutSeconds } : rest;
}

/** Round thousands are probably milliseconds; minutes and hours are other numbers. */
const isMeantInMilliseconds = (seconds: number): boolean => seconds >= 1000 && seconds % 500 === 0;
