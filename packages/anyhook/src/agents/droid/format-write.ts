import { protocols } from '../../../.cache/protocols.js';
import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';

/** Writes an entry of `.factory/hooks.json`. */
export const droidWriter = claudeLikeWriter({
  path: '.factory/hooks.json',
  keys: [],
  scripts: '.factory/hooks',
  folder: '$FACTORY_PROJECT_DIR',
  rule: 'Exit 2 blocks',
  protocol: protocols.droid,
  // A bare name would also match longer ones.
  matcher: (names) => `^(?:${names})$`,
  variables: () => ({ FACTORY_PROJECT_DIR: '.', DROID_PROJECT_DIR: '.', CLAUDE_PROJECT_DIR: '.' }),
});
