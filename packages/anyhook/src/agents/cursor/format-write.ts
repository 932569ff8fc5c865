import { addedEntries, commandLine, scriptFile } from '../../formats/kit/entry-writer.js';
import type { DraftField, FileToWrite, HookDraft, HookWriter } from '../../formats/kit/hook-draft.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { exitCodeScript } from '../../formats/kit/script-template.js';

/** What a Cursor hook reads, and how it answers. */
export const cursorProtocol: ScriptProtocol = {
  stdin:
    'hook_event_name, conversation_id, workspace_roots, then command, file_path, or tool_name (Shell, Write, …) and tool_input',
  block: 'exit 2, stderr is the reason, or JSON with permission: deny and agent_message',
  answer:
    'JSON: permission, user_message, agent_message, updated_input, additional_context, continue, followup_message',
  failure: 'any other exit lets the agent go on, unless failClosed; text that is not JSON blocks before an action',
};

const path = '.cursor/hooks.json';

/** Writes an entry of `.cursor/hooks.json`. */
export const cursorWriter: HookWriter = {
  fields: new Set<DraftField>(['tool', 'subject', 'timeoutMs', 'onFailure']),
  cannotExpress: ({ onFailure }) => (onFailure === 'ask' ? 'onFailure' : undefined),
  handlers: new Set(['command', 'prompt']),
  unnamed: true,
  protocol: cursorProtocol,
  variables: ({ flavour }, root) => ({
    ...{ CURSOR_PROJECT_DIR: '.', CLAUDE_PROJECT_DIR: '.' },
    ...(flavour === 'plugin' && { CURSOR_PLUGIN_ROOT: root || '.' }),
  }),
  script: exitCodeScript('Exit 2 blocks', '{"permission": "allow"}'),
  testFolder: () => '.cursor/hooks',
  write(draft, read): readonly FileToWrite[] {
    const script = scriptFile(draft, '.cursor/hooks');
    const item = entryOf(draft, script);
    const mark = JSON.stringify('command' in item ? item.command : item.prompt);
    const emptyFile = '{\n  "version": 1\n}\n';
    const added = addedEntries(path, read, [{ keyPath: ['hooks', draft.event], item }], { emptyFile, mark });
    return [...added, ...(script ? [script] : [])];
  },
};

function entryOf(draft: HookDraft, script: FileToWrite | undefined) {
  const { handler, tool, subject, timeoutMs, onFailure } = draft;
  const matcher = tool ?? subject;
  const common = {
    ...(matcher !== undefined && { matcher }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
    ...(onFailure === 'closed' && { failClosed: true }),
  };
  if (handler.kind === 'prompt')
    return {
      ...{ type: 'prompt', prompt: handler.prompt },
      ...(handler.model !== undefined && { model: handler.model }),
      ...common,
    };
  return { command: commandLine(draft, script), ...common };
}
