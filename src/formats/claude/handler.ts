import type * as v from 'valibot';
import type { Handler } from '../../core/hook.js';
import { inSingleQuotes } from '../../core/shell-quote.js';
import type { HookFile } from '../format.js';
import { scriptsIn, substitute } from '../kit/scripts.js';
import type { commandSchema, httpSchema, promptSchema } from './schema.js';

type Command = v.InferOutput<typeof commandSchema>;

/** A handler as the file has it. */
export type ClaudeHandler = Command | v.InferOutput<typeof promptSchema> | v.InferOutput<typeof httpSchema>;

/** How the hook runs. */
export function handlerOf(given: ClaudeHandler, file: HookFile, isPlugin: boolean): Handler {
  if (given.type === 'prompt')
    return { kind: 'prompt', prompt: given.prompt, ...(given.model === undefined ? {} : { model: given.model }) };
  if (given.type === 'http')
    return { kind: 'http', url: given.url, ...(given.headers ? { headers: given.headers } : {}) };
  const { command, args, shell } = given;
  if (args) return execOf([command, ...args], file, isPlugin);
  if (shell === 'bash') return { kind: 'command', form: 'exec', command: 'bash', args: ['-c', command] };
  if (shell === 'powershell')
    return { kind: 'command', form: 'exec', command: 'pwsh', args: ['-NoProfile', '-Command', command] };
  return { kind: 'command', form: 'shell', command };
}

/** The scripts that the handler starts. Trust covers them. */
export function handlerScripts(given: ClaudeHandler, file: HookFile): readonly string[] {
  if (given.type !== 'command') return [];
  // No shell splits these words: each is one path.
  const texts = given.args ? [given.command, ...given.args].map((word) => `"${word}"`) : [given.command];
  const place = { base: file.root, vars: varsOf(file, true), exists: file.exists };
  return [...new Set(texts.flatMap((text) => scriptsIn(text, place)))].filter((path) => path !== file.path);
}

/** Fields of the entry that anyhook does not support. */
export function unsupportedFields(given: ClaudeHandler, native: string): readonly { field: string; message: string }[] {
  const found: { field: string; message: string }[] = [];
  if (given.once) found.push({ field: 'once', message: '"once" is not known here: the hook runs each time' });
  if (given.if !== undefined && !toolEvents.has(native))
    found.push({ field: 'if', message: `"if" needs a tool call, which ${native} has not: the hook never runs` });
  if (given.type === 'command' && given.asyncRewake)
    found.push({ field: 'asyncRewake', message: 'the agent cannot be woken: the hook runs as with "async"' });
  if (given.type === 'http' && given.allowedEnvVars?.length)
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
function execOf(words: readonly string[], file: HookFile, isPlugin: boolean): Handler {
  const [command = '', ...args] = words.map((word) => substitute(word, varsOf(file, isPlugin), { bracedOnly: true }));
  if (![command, ...args].some((word) => word.includes(projectDir)))
    return { kind: 'command', form: 'exec', command, args };
  return { kind: 'command', form: 'shell', command: `exec ${[command, ...args].map(quoted).join(' ')}` };
}

/** The variables whose values are known at load time. The project folder is unknown outside a project. */
function varsOf(file: HookFile, isPlugin: boolean): Readonly<Record<string, string>> {
  return {
    ...(isPlugin && { CLAUDE_PLUGIN_ROOT: file.root }),
    ...(file.scope === 'project' && { CLAUDE_PROJECT_DIR: file.root }),
  };
}

const quoted = (word: string): string =>
  word
    .split(projectDir)
    .map((part) => (part === '' ? '' : inSingleQuotes(part)))
    .join('"$CLAUDE_PROJECT_DIR"') || "''";
