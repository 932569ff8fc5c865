import { protocols } from '../../../.cache/protocols.js';
import { type ClaudeLikeTarget, claudeLikeWriter } from '../../formats/kit/claude-like-write.js';
import type { HookWriter } from '../../formats/kit/hook-draft.js';
import { defaultExitRule, isOfPlugin } from './format-codec.js';

const shared = {
  keys: ['hooks'],
  scripts: 'hooks/scripts',
  testFolder: () => 'hooks',
  handlers: ['command', 'http', 'prompt'],
  hasRules: true,
} as const satisfies Partial<ClaudeLikeTarget>;

/** Writes an entry of `.claude/settings.json`. */
const settingsWriter = claudeLikeWriter({
  ...shared,
  path: '.claude/settings.json',
  folder: '${CLAUDE_PROJECT_DIR}',
  rule: 'Exit 2 blocks',
  protocol: protocols.claude,
});

/** Writes an entry of a plugin's `hooks/hooks.json`, where more exit codes block; other hooks go into the settings. */
export const claudeWriter: HookWriter = claudeLikeWriter({
  ...shared,
  path: 'hooks/hooks.json',
  folder: '${CLAUDE_PLUGIN_ROOT}',
  rule: 'Any exit but 0 blocks',
  protocol: protocols['claude-plugin'],
  variantFor: ({ onFailure, handler }) =>
    onFailure === 'closed' && handler.kind === 'command' ? claudeWriter : settingsWriter,
  protocolOf: ({ flavour }) => protocols[defaultExitRule(flavour) === 'claude' ? 'claude' : 'claude-plugin'],
  variables: ({ flavour }, root) => ({
    ...(isOfPlugin(flavour) && { CLAUDE_PLUGIN_ROOT: root || '.' }),
    CLAUDE_PROJECT_DIR: '.',
  }),
});
