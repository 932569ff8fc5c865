import { protocols } from '../../../.cache/protocols.js';
import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';

/** Writes an entry of `.codex/hooks.json`. */
export const codexWriter = claudeLikeWriter({
  path: '.codex/hooks.json',
  keys: ['hooks'],
  scripts: '.codex/hooks',
  rule: 'Exit 2 with a text on stderr blocks',
  protocol: protocols.codex,
});
