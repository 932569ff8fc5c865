import {
  type DraftField,
  type FileToWrite,
  type HookDraft,
  type HookWriter,
  withEnv,
} from '../../formats/kit/hook-draft.js';
import { appendJson } from '../../formats/kit/json-edit.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { exitCodeScript, type ScriptTemplate } from '../../formats/kit/script-template.js';

/** What a hook of Gemini CLI reads, and how it answers. */
export const geminiProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (run_shell_command, write_file, …), tool_input (command, file_path, …)',
  block: 'JSON with decision: deny, or exit 2 with a text on stderr, which is the reason',
  answer: 'JSON: decision, reason, continue, stopReason, systemMessage, hookSpecificOutput',
  failure: 'exit 1, silence and a timeout let the agent go on; any other exit with a text blocks',
};

const path = '.gemini/settings.json';

/** After a call exit 2 replaces the output, which is no deny. */
const firstScript: ScriptTemplate = (language, facts) => {
  const script = exitCodeScript('Exit 2 blocks')(language, facts);
  return facts.event === 'AfterTool' ? { ...script, refuses: false } : script;
};

/** Writes an entry of `.gemini/settings.json`. */
export const geminiWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'subject', 'timeoutMs']),
  // It compares such a matcher as one word.
  cannotExpress: ({ subject }) => (subject !== undefined && !/^[\w-]+$/.test(subject) ? 'subject' : undefined),
  handlers: new Set(['command']),
  unnamed: true,
  protocol: geminiProtocol,
  variables: (hook, root) => ({
    ...(hook.flavour === 'extension' && { extensionPath: root || '.' }),
    GEMINI_PROJECT_DIR: '.',
    CLAUDE_PROJECT_DIR: '.',
    GEMINI_CWD: '.',
  }),
  script: firstScript,
  testFolder: () => '.gemini/hooks',
  write(draft, read): readonly FileToWrite[] {
    const script = scriptOf(draft);
    const entry = entryOf(draft, script?.path);
    const text = read(path) ?? '{}\n';
    const matcher = draft.tool === undefined ? draft.subject : `^(?:${draft.tool})$`;
    const group = { ...(matcher !== undefined && { matcher }), hooks: [entry] };
    const isDeclared = text.includes(JSON.stringify(entry.command));
    const declared = isDeclared
      ? []
      : [{ path, text: appendJson(path, text, ['hooks', draft.event], group), shared: true as const }];
    return [...declared, ...(script ? [script] : [])];
  },
};

function scriptOf({ name, handler }: HookDraft): FileToWrite | undefined {
  if (handler.kind !== 'script') return undefined;
  return { path: `.gemini/hooks/${name}.${handler.ending}`, text: handler.text, executable: true };
}

function entryOf({ name, description, handler, timeoutMs }: HookDraft, script: string | undefined) {
  const command = handler.kind === 'command' ? withEnv(handler) : `./${script}`;
  return { type: 'command', name, command, description, ...(timeoutMs !== undefined && { timeout: timeoutMs }) };
}
