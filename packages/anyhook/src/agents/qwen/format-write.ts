import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';
import { refusalReason } from '../../formats/kit/script-template.js';

/** What a hook of Qwen Code reads, and how it answers. */
export const qwenProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (run_shell_command, write_file, …), tool_input (command, file_path, …)',
  block: 'exit 2 with a reason on stderr; after a tool call nothing blocks',
  answer: 'JSON: continue, systemMessage, decision, reason, hookSpecificOutput',
  failure: 'any other exit lets the agent go on',
};

/** Writes an entry of `.qwen/settings.json`. */
export const qwenWriter = claudeLikeWriter({
  path: '.qwen/settings.json',
  keys: ['hooks'],
  scripts: '.qwen/hooks',
  folderVariable: 'QWEN_PROJECT_DIR',
  handlers: new Set(['command', 'http', 'prompt']),
  rule: 'Exit 2 with a text on stderr blocks',
  protocol: qwenProtocol,
  replacesByText: { events: ['PostToolUse'], answer: { continue: false, stopReason: refusalReason } },
  // A bare name would also match longer ones.
  matcher: (names) => `^(?:${names})$`,
  variables: () => ({ QWEN_PROJECT_DIR: '.', CLAUDE_PROJECT_DIR: '.', GEMINI_PROJECT_DIR: '.' }),
});
