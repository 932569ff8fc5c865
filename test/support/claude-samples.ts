import assert from 'node:assert/strict';
import type { Hook } from '../../src/core/hook.js';
import { claudeLoader } from '../../src/formats/claude/load.js';
import { sampleFile } from './format-samples.js';

type More = Parameters<typeof sampleFile>[2];

export const pluginPath = '/project/hooks/hooks.json';
export const settingsPath = '/project/.claude/settings.json';

// A line for each value, so that problems have lines.
const text = (value: unknown) => JSON.stringify(value, null, 1);

/** What a plugin’s file of this content loads as. For tests. */
export const plugin = (value: unknown, more: More = {}) =>
  claudeLoader.load(sampleFile(pluginPath, text(value), { flavour: 'plugin', ...more }));

/** What a settings file of this content loads as. For tests. */
export const settings = (value: unknown, more: More = {}) =>
  claudeLoader.load(sampleFile(settingsPath, text(value), { flavour: 'settings', ...more }));

/** A file with one handler. For tests. */
export const one = (handler: object, event = 'PreToolUse', group: object = {}) => ({
  hooks: { [event]: [{ ...group, hooks: [handler] }] },
});

/** The one hook of a settings file without problems. For tests. */
export const only = (value: unknown, more: More = {}): Hook => {
  const { hooks, problems } = settings(value, more);
  assert.deepEqual(problems, []);
  assert.equal(hooks.length, 1);
  return hooks[0] as Hook;
};

/** A command handler. For tests. */
export const command = (more: object = {}) => ({ type: 'command', command: 'x', ...more });
