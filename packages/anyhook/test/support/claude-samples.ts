import assert from 'node:assert/strict';
import type { Hook } from '../../../core/src/hook.js';
import { claudeLoader } from '../../src/agents/claude-code/format.js';
import { sampleFile } from './format-samples.js';

type FileExtras = Parameters<typeof sampleFile>[2];

export const pluginPath = '/project/hooks/hooks.json';
export const settingsPath = '/project/.claude/settings.json';

// One line per value, so that problems have distinct lines.
const text = (value: unknown) => JSON.stringify(value, null, 1);

/** What a plugin’s file of this content loads as. For tests. */
export const loadClaudePlugin = (value: unknown, more: FileExtras = {}) =>
  claudeLoader.load(sampleFile(pluginPath, text(value), { flavour: 'plugin', ...more }));

/** What a settings file of this content loads as. For tests. */
export const loadClaudeSettings = (value: unknown, more: FileExtras = {}) =>
  claudeLoader.load(sampleFile(settingsPath, text(value), { flavour: 'settings', ...more }));

/** A file with one handler. For tests. */
export const fileWithHandler = (handler: object, event = 'PreToolUse', group: object = {}) => ({
  hooks: { [event]: [{ ...group, hooks: [handler] }] },
});

/** The one hook of a settings file without problems. For tests. */
export const onlySettingsHook = (value: unknown, more: FileExtras = {}): Hook => {
  const { hooks, problems } = loadClaudeSettings(value, more);
  assert.deepEqual(problems, []);
  assert.equal(hooks.length, 1);
  return hooks[0] as Hook;
};

/** A command handler. For tests. */
export const commandHandler = (more: object = {}) => ({ type: 'command', command: 'x', ...more });
