import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a hook of droid reads, and how it answers. */
export const droidProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (Execute, Create, Edit, …), tool_input (command, file_path, …); also as variables',
  block: 'exit 2, stderr is the reason',
  answer: 'JSON: continue, systemMessage, decision (at a stop), reason, hookSpecificOutput',
  failure: 'any other exit lets the agent go on',
};

/** Writes an entry of `.factory/hooks.json`. */
export const droidWriter = claudeLikeWriter({
  path: '.factory/hooks.json',
  keys: [],
  scripts: '.factory/hooks',
  folderVariable: 'FACTORY_PROJECT_DIR',
  handlers: new Set(['command']),
  rule: 'Exit 2 blocks',
  protocol: droidProtocol,
  // A bare name would also match longer ones.
  matcher: (names) => `^(?:${names})$`,
  variables: () => ({ FACTORY_PROJECT_DIR: '.', DROID_PROJECT_DIR: '.', CLAUDE_PROJECT_DIR: '.' }),
});
