import { protocols } from '../../../.cache/protocols.js';
import { commandLine, entryWriter, otherHandler } from '../../formats/kit/entry-writer.js';
import { exitCodeScript } from '../../formats/kit/script-template.js';

/** Writes an entry of `.cursor/hooks.json`. */
export const cursorWriter = entryWriter({
  path: '.cursor/hooks.json',
  emptyFile: '{\n  "version": 1\n}\n',
  scripts: '.cursor/hooks',
  fields: ['tool', 'subject', 'timeoutMs', 'onFailure'],
  cannotExpress: ({ onFailure }) => (onFailure === 'ask' ? 'onFailure' : undefined),
  handlers: ['command', 'prompt'],
  protocol: protocols.cursor,
  variables: ({ flavour }, root) => ({
    ...{ CURSOR_PROJECT_DIR: '.', CLAUDE_PROJECT_DIR: '.' },
    ...(flavour === 'plugin' && { CURSOR_PLUGIN_ROOT: root || '.' }),
  }),
  script: exitCodeScript('Exit 2 blocks', '{"permission": "allow"}'),
  entry(draft, script) {
    const { event, handler, tool, subject, timeoutMs, onFailure } = draft;
    const matcher = tool ?? subject;
    const command = commandLine(draft, script);
    const isPrompt = handler.kind === 'prompt';
    const item = {
      ...(isPrompt ? otherHandler(handler) : { command }),
      ...(matcher !== undefined && { matcher }),
      ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
      ...(onFailure === 'closed' && { failClosed: true }),
    };
    return { lists: [['hooks', event]], item, mark: isPrompt ? handler.prompt : command };
  },
});
