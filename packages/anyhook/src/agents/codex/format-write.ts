import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';
import { codexProtocol } from './format-protocol.js';

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
