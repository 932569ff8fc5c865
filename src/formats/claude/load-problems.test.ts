import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  commandHandler,
  fileWithHandler,
  loadClaudePlugin,
  loadClaudeSettings,
  settingsPath,
} from '../../../test/support/claude-samples.js';
import { sampleFile } from '../../../test/support/format-samples.js';
import { claudeLoader } from './load.js';

for (const [what, value, field, message, hooks] of [
  [
    'an agent handler',
    fileWithHandler({ type: 'agent', prompt: 'x', any: 1 }),
    'hooks.PreToolUse.0.hooks.0',
    /"agent" handlers/,
    0,
  ],
  [
    'an mcp_tool handler',
    fileWithHandler({ type: 'mcp_tool', server: 'x' }),
    'hooks.PreToolUse.0.hooks.0',
    /"mcp_tool" handlers/,
    0,
  ],
  ['once', fileWithHandler(commandHandler({ once: true })), 'hooks.PreToolUse.0.hooks.0.once', /runs every time/, 1],
  [
    'asyncRewake',
    fileWithHandler(commandHandler({ asyncRewake: true })),
    'hooks.PreToolUse.0.hooks.0.asyncRewake',
    /as with "async"/,
    1,
  ],
  [
    'an if without a tool',
    fileWithHandler(commandHandler({ if: 'Bash' }), 'Stop'),
    'hooks.Stop.0.hooks.0.if',
    /never runs/,
    1,
  ],
  [
    'variables in headers',
    fileWithHandler({ type: 'http', url: 'http://x', allowedEnvVars: ['A'] }),
    'hooks.PreToolUse.0.hooks.0.allowedEnvVars',
    /sent as written/,
    1,
  ],
  [
    'a matcher nobody applies',
    fileWithHandler(commandHandler(), 'FileChanged', { matcher: '.env' }),
    'hooks.FileChanged.0.matcher',
    /runs on each/,
    1,
  ],
] as const) {
  test(`${what} is worth a warning`, () => {
    const loaded = loadClaudeSettings(value);
    assert.equal(loaded.hooks.length, hooks);
    assert.deepEqual(
      loaded.problems.map(({ severity, field }) => [severity, field]),
      [['warning', field]],
    );
    assert.match(loaded.problems[0]?.message ?? '', message);
  });
}

for (const [what, value, line, field, message] of [
  [
    'an unknown event',
    { hooks: { PreToolUze: [] } },
    3,
    'hooks.PreToolUze',
    /unknown event "PreToolUze"; did you mean "PreToolUse"\?/,
  ],
  ['an event named like an object method', { hooks: { constructor: [] } }, 3, 'hooks.constructor', /unknown event/],
  ['an event that is no list', { hooks: { Stop: {} } }, 3, 'hooks.Stop', /expected a list/],
  ['a group that is no map', { hooks: { Stop: ['x'] } }, 4, 'hooks.Stop.0', /map of keys, got "x"/],
  [
    'an unknown key of a group',
    { hooks: { Stop: [{ hooks: [], macher: 'x' }] } },
    6,
    'hooks.Stop.0.macher',
    /unknown key "macher"; did you mean "matcher"/,
  ],
  ['a group without hooks', { hooks: { Stop: [{ matcher: 'x' }] } }, 4, 'hooks.Stop.0.hooks', /required/],
  ['a matcher that is no text', { hooks: { Stop: [{ matcher: 1, hooks: [] }] } }, 5, 'hooks.Stop.0.matcher', /string/],
  [
    'a matcher that is no regex',
    fileWithHandler(commandHandler(), 'PreToolUse', { matcher: '(' }),
    5,
    'hooks.PreToolUse.0.matcher',
    /not a regular expression/,
  ],
  [
    'no type and no field that tells it',
    fileWithHandler({ async: true }),
    6,
    'hooks.PreToolUse.0.hooks.0.type',
    /required/,
  ],
  [
    'a type nobody knows',
    fileWithHandler({ type: 'comand' }),
    7,
    'hooks.PreToolUse.0.hooks.0.type',
    /did you mean "command"/,
  ],
  [
    'an unknown key of a handler',
    fileWithHandler(commandHandler({ timout: 1 })),
    9,
    'hooks.PreToolUse.0.hooks.0.timout',
    /did you mean "timeout"/,
  ],
  [
    'an empty command',
    fileWithHandler(commandHandler({ command: '' })),
    8,
    'hooks.PreToolUse.0.hooks.0.command',
    /not empty/,
  ],
  ['no prompt', fileWithHandler({ type: 'prompt' }), 6, 'hooks.PreToolUse.0.hooks.0.prompt', /required/],
  [
    'a URL of another kind',
    fileWithHandler({ type: 'http', url: 'ftp://x' }),
    8,
    'hooks.PreToolUse.0.hooks.0.url',
    /http:\/\/ or https:\/\//,
  ],
  [
    'async as a text',
    fileWithHandler(commandHandler({ async: 'yes' })),
    9,
    'hooks.PreToolUse.0.hooks.0.async',
    /boolean/,
  ],
  [
    'args that are a text',
    fileWithHandler(commandHandler({ args: 'a' })),
    9,
    'hooks.PreToolUse.0.hooks.0.args',
    /list/,
  ],
  [
    'an if that is no rule',
    fileWithHandler(commandHandler({ if: 'Bash(git' })),
    9,
    'hooks.PreToolUse.0.hooks.0.if',
    /like "Bash\(git \*\)"/,
  ],
  [
    'a shell nobody knows',
    fileWithHandler(commandHandler({ shell: 'fish' })),
    9,
    'hooks.PreToolUse.0.hooks.0.shell',
    /one of bash, powershell/,
  ],
  ['hooks that are a list', { hooks: [] }, 2, 'hooks', /map of events, got \[\]/],
] as const) {
  test(`${what} is an error with its line`, () => {
    const { hooks, problems } = loadClaudeSettings(value);
    // A key that nobody knows does not switch the hook off; other slips leave a stand-in.
    const isStray = problems[0]?.message.startsWith('unknown key') === true;
    for (const { unloadable } of hooks) assert.equal(unloadable === undefined, isStray);
    assert.deepEqual(
      problems.map((found) => [found.severity, found.source, found.line, found.field]),
      [[isStray ? 'warning' : 'error', settingsPath, line, field]],
    );
    assert.match(problems[0]?.message ?? '', message);
  });
}

test('a plugin’s file has description and hooks only, and a stray key does not switch its guards off', () => {
  const { hooks, problems } = loadClaudePlugin({ version: 1, ...fileWithHandler(commandHandler()) });
  assert.deepEqual(
    problems.map(({ field, line }) => [field, line]),
    [['version', 2]],
  );
  assert.equal(hooks.length, 1);
  assert.deepEqual(loadClaudePlugin({ description: 'none yet' }), { hooks: [], problems: [] });
});

test('a broken handler does not take its neighbours along', () => {
  const { hooks, problems } = loadClaudeSettings({
    hooks: { Stop: [{ hooks: [{ type: 'command' }, commandHandler()] }] },
  });
  assert.deepEqual(
    [hooks.map(({ id }) => id), problems.length],
    [['settings.claude.Stop.0.0', 'settings.claude.Stop.0.1'], 1],
  );
  assert.deepEqual(
    hooks.map(({ unloadable }) => unloadable !== undefined),
    [true, false],
  );
});

test('a settings file without hooks has nothing to say; broken JSON has', () => {
  assert.deepEqual(loadClaudeSettings({ model: 'x' }), { hooks: [], problems: [] });
  for (const broken of ['', '[]', '{"hooks":', 'null']) {
    const { problems } = claudeLoader.load(sampleFile(settingsPath, broken, { flavour: 'settings' }));
    assert.equal(problems[0]?.severity, 'error', broken);
  }
});
