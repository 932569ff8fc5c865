import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';
import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a hook of Codex reads, and how it answers. */
export const codexProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (Bash, apply_patch, …), tool_input (command: the line, or the text of the patch)',
  block: 'exit 2 with a reason on stderr',
  answer: 'JSON with no unknown field: continue, systemMessage, decision, reason, hookSpecificOutput',
  failure: 'any other exit, and an answer that Codex does not know, lets the agent go on',
};

/** Writes an entry of `.codex/hooks.json`. */
export const codexWriter = claudeLikeWriter({
  path: '.codex/hooks.json',
  keys: ['hooks'],
  scripts: '.codex/hooks',
  handlers: new Set(['command']),
  rule: 'Exit 2 with a text on stderr blocks',
  protocol: codexProtocol,
  matcher: (names) => names,
});
