import { claudeLikeWriter } from '../../formats/kit/claude-like-write.js';
import { droidProtocol } from './format-protocol.js';

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
