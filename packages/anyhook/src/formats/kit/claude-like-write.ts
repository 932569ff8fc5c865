import { type DraftField, type FileToWrite, type HookDraft, type HookWriter, withEnv } from './hook-draft.js';
import { appendJson } from './json-edit.js';
import { jsonScript } from './json-script.js';
import type { ScriptProtocol } from './protocol.js';
import { exitCodeScript } from './script-template.js';

/** Where a writer of entries in Claude's shape puts them. */
export interface ClaudeLikeTarget {
  readonly path: string;
  /** The keys above the events. */
  readonly keys: readonly string[];
  /** The folder for scripts. */
  readonly scripts: string;
  /** The variable with the project's folder; without one, commands name files from that folder. */
  readonly folderVariable?: string;
  readonly handlers: HookWriter['handlers'];
  /** Exit 2, in words. */
  readonly rule: string;
  readonly protocol: ScriptProtocol;
  /** Events at which exit 2 blocks nothing: the first script prints this instead, which takes the place of the output. */
  readonly replacesByText?: { readonly events: readonly string[]; readonly answer: Readonly<Record<string, unknown>> };
  /** A list of names as a matcher. */
  readonly matcher: (names: string) => string;
  readonly variables?: HookWriter['variables'];
}

/** Writes entries of a JSON file in Claude's shape. */
export function claudeLikeWriter(target: ClaudeLikeTarget): HookWriter {
  const { path, keys, handlers, protocol, rule, scripts } = target;
  return {
    fields: new Set<DraftField>(['tool', 'subject', 'timeoutMs', 'async']),
    handlers,
    unnamed: true,
    protocol,
    ...(target.variables && { variables: target.variables }),
    script: (language, facts) =>
      target.replacesByText?.events.includes(facts.event)
        ? { ...jsonScript(target.replacesByText.answer)(language, facts), refuses: false }
        : exitCodeScript(rule)(language, facts),
    testFolder: () => scripts,
    write(draft, read): readonly FileToWrite[] {
      const script = scriptOf(draft, scripts);
      const entry = entryOf(draft, script?.path, target.folderVariable);
      const text = read(path) ?? '{}\n';
      const matcher = draft.tool === undefined ? draft.subject : target.matcher(draft.tool);
      const group = { ...(matcher !== undefined && { matcher }), hooks: [entry] };
      const isDeclared = text.includes(JSON.stringify(entry['command'] ?? entry));
      const declared = isDeclared
        ? []
        : [{ path, text: appendJson(path, text, [...keys, draft.event], group), shared: true as const }];
      return [...declared, ...(script ? [script] : [])];
    },
  };
}

function scriptOf({ name, handler }: HookDraft, folder: string): FileToWrite | undefined {
  if (handler.kind !== 'script') return undefined;
  return { path: `${folder}/${name}.${handler.ending}`, text: handler.text, executable: true };
}

function entryOf(draft: HookDraft, script: string | undefined, base: string | undefined): Record<string, unknown> {
  const { timeoutMs, async, handler, description } = draft;
  return {
    ...handlerOf(handler, script, base),
    ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
    ...(async && handler.kind === 'command' && { async }),
    statusMessage: description,
  };
}

function handlerOf(handler: HookDraft['handler'], script: string | undefined, base: string | undefined) {
  const file = (path: string) => (base === undefined ? `./${path}` : `"$${base}"/${path}`);
  if (script !== undefined) return { type: 'command', command: file(script) };
  if (handler.kind === 'command') {
    const command = withEnv(handler);
    const grouped = /[;&|\n#]/.test(command) ? `{ ${command}\n}` : command;
    return { type: 'command', command: base === undefined ? command : `cd "$${base}" && ${grouped}` };
  }
  if (handler.kind === 'prompt')
    return { type: 'prompt', prompt: handler.prompt, ...(handler.model !== undefined && { model: handler.model }) };
  if (handler.kind === 'http')
    return { type: 'http', url: handler.url, ...(handler.headers && { headers: handler.headers }) };
  return {};
}
