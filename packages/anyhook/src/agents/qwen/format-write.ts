import { protocols } from '../../../.cache/protocols.js';
import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';
import { refusalReason } from '../../formats/kit/script-template.js';

/** Writes an entry of `.qwen/settings.json`. */
export const qwenWriter = claudeLikeWriter({
  path: '.qwen/settings.json',
  keys: ['hooks'],
  scripts: '.qwen/hooks',
  folder: '$QWEN_PROJECT_DIR',
  handlers: ['command', 'http', 'prompt'],
  rule: 'Exit 2 with a text on stderr blocks',
  protocol: protocols.qwen,
  replacesByText: { events: ['PostToolUse'], answer: { continue: false, stopReason: refusalReason } },
  // A bare name would also match longer ones.
  matcher: (names) => `^(?:${names})$`,
  variables: () => ({ QWEN_PROJECT_DIR: '.', CLAUDE_PROJECT_DIR: '.', GEMINI_PROJECT_DIR: '.' }),
});
