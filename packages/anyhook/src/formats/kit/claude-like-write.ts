import { type EntryWriterParts, entryWriter, otherHandler } from './entry-writer.js';
import { type HookDraft, type HookWriter, withEnv } from './hook-draft.js';
import { jsonScript } from './json-script.js';
import { exitCodeScript } from './script-template.js';

type OwnParts = 'path' | 'scripts' | 'handlers' | 'protocol' | 'variables' | 'testFolder' | 'variantFor' | 'protocolOf';

/** Where a writer of entries in Claude's shape puts them. */
export interface ClaudeLikeTarget extends Pick<EntryWriterParts, OwnParts> {
  /** The keys above the events. */
  readonly keys: readonly string[];
  /** The variable with the folder of files, as the shell reads it; without one, commands name files from that folder. */
  readonly folder?: string;
  /** Exit 2, in words. */
  readonly rule: string;
  /** Events at which exit 2 does not block: the first script prints this instead, which replaces the output. */
  readonly replacesByText?: { readonly events: readonly string[]; readonly answer: Readonly<Record<string, unknown>> };
  /** A list of names as a matcher; the list itself, by default. */
  readonly matcher?: (names: string) => string;
  /** Handlers have conditions on the call, and no text that the agent shows. */
  readonly hasRules?: true;
}

/** Writes entries of a JSON file in Claude's shape. */
export function claudeLikeWriter(target: ClaudeLikeTarget): HookWriter {
  const { keys, rule, folder, replacesByText, matcher = (names) => names, hasRules, ...parts } = target;
  return entryWriter({
    ...parts,
    fields: ['tool', 'subject', 'timeoutMs', 'async', ...(hasRules ? (['rule'] as const) : [])],
    script: (language, facts) =>
      replacesByText?.events.includes(facts.event)
        ? { ...jsonScript(replacesByText.answer)(language, facts), refuses: false }
        : exitCodeScript(rule)(language, facts),
    entry(draft, script) {
      const { timeoutMs, async, handler, description, tool, subject } = draft;
      const names = tool === undefined ? subject : matcher(tool);
      const hook: Readonly<Record<string, unknown>> = {
        ...handlerOf(handler, script, folder),
        ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
        ...(draft.rule !== undefined && { if: draft.rule }),
        ...(async && handler.kind === 'command' && { async }),
        ...(!hasRules && { statusMessage: description }),
      };
      const item = { ...(names !== undefined && { matcher: names }), hooks: [hook] };
      return { lists: [[...keys, draft.event]], item, mark: hook['command'] ?? hook };
    },
  });
}

function handlerOf(handler: HookDraft['handler'], script: string | undefined, folder: string | undefined) {
  if (script !== undefined)
    return { type: 'command', command: folder === undefined ? `./${script}` : `"${folder}"/${script}` };
  if (handler.kind !== 'command') return otherHandler(handler);
  const command = withEnv(handler);
  // Braces group several commands. The closing brace is on its own line because the last one may be a comment.
  const grouped = /[;&|\n#]/.test(command) ? `{ ${command}\n}` : command;
  return { type: 'command', command: folder === undefined ? command : `cd "${folder}" && ${grouped}` };
}
