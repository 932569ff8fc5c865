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
import { claudeLoader } from './format.js';

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
    'an if without a tool name',
    fileWithHandler(commandHandler({ if: 'Bash' }), 'Stop'),
    'hooks.Stop.0.hooks.0.if',
    /not applied, so the hook runs each time; Claude Code never runs it/,
    1,
  ],
  [
    'continueOnBlock: false',
    fileWithHandler({ type: 'prompt', prompt: 'fine?', continueOnBlock: false }),
    'hooks.PreToolUse.0.hooks.0.continueOnBlock',
    /does not end the turn/,
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
    'an if that is not a rule',
    fileWithHandler(commandHandler({ if: 'Bash(git' })),
    'hooks.PreToolUse.0.hooks.0.if',
    /like "Bash\(git \*\)", got "Bash\(git": it is not applied, .* Claude Code never runs it/,
    1,
  ],
  [
    'a timeout in milliseconds',
    fileWithHandler(commandHandler({ timeout: 5000 })),
    'hooks.PreToolUse.0.hooks.0.timeout',
    /5000 is 83 minutes; did you mean 5\?/,
    1,
  ],
  [
    'a timeout in milliseconds that is too long as seconds',
    fileWithHandler(commandHandler({ timeout: 120_000 })),
    'hooks.PreToolUse.0.hooks.0.timeout',
    /86400 seconds are used; did you mean 120\?/,
    1,
  ],
  [
    'a matcher that no agent applies',
    fileWithHandler(commandHandler(), 'FileChanged', { matcher: '.env' }),
    'hooks.FileChanged.0.matcher',
    /runs on each/,
    1,
  ],
] as const) {
  test(`a hook file with ${what} is loaded with a warning`, () => {
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
  ['an event that is not a list', { hooks: { Stop: {} } }, 3, 'hooks.Stop', /expected a list/],
  ['a group that is not a map', { hooks: { Stop: ['x'] } }, 4, 'hooks.Stop.0', /map of keys, got "x"/],
  [
    'an unknown key of a group',
    { hooks: { Stop: [{ hooks: [], macher: 'x' }] } },
    6,
    'hooks.Stop.0.macher',
    /unknown key "macher"; did you mean "matcher"/,
  ],
  ['a group without hooks', { hooks: { Stop: [{ matcher: 'x' }] } }, 4, 'hooks.Stop.0.hooks', /required/],
  [
    'a matcher that is not a string',
    { hooks: { Stop: [{ matcher: 1, hooks: [] }] } },
    5,
    'hooks.Stop.0.matcher',
    /string/,
  ],
  [
    'a matcher that is not a valid regex',
    fileWithHandler(commandHandler(), 'PreToolUse', { matcher: '(' }),
    5,
    'hooks.PreToolUse.0.matcher',
    /not a regular expression/,
  ],
  [
    'neither a type nor a field that implies one',
    fileWithHandler({ async: true }),
    6,
    'hooks.PreToolUse.0.hooks.0.type',
    /required/,
  ],
  [
    'an unknown type',
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
    'a URL with an unsupported scheme',
    fileWithHandler({ type: 'http', url: 'ftp://x' }),
    8,
    'hooks.PreToolUse.0.hooks.0.url',
    /http:\/\/ or https:\/\//,
  ],
  [
    'async as a string',
    fileWithHandler(commandHandler({ async: 'yes' })),
    9,
    'hooks.PreToolUse.0.hooks.0.async',
    /boolean/,
  ],
  ['args as a string', fileWithHandler(commandHandler({ args: 'a' })), 9, 'hooks.PreToolUse.0.hooks.0.args', /list/],
  [
    'an unknown shell',
    fileWithHandler(commandHandler({ shell: 'fish' })),
    9,
    'hooks.PreToolUse.0.hooks.0.shell',
    /one of bash, powershell/,
  ],
  ['hooks as a list', { hooks: [] }, 2, 'hooks', /map of events, got \[\]/],
] as const) {
  test(`a hook file with ${what} is an error with its line`, () => {
    const { hooks, problems } = loadClaudeSettings(value);
    // An unknown key does not disable the hook; other mistakes leave a placeholder.
    const isStray = problems[0]?.message.startsWith('unknown key') === true;
    for (const { unloadable } of hooks) assert.equal(unloadable === undefined, isStray);
    assert.deepEqual(
      problems.map((found) => [found.severity, found.source, found.line, found.field]),
      [[isStray ? 'warning' : 'error', settingsPath, line, field]],
    );
    assert.match(problems[0]?.message ?? '', message);
  });
}

for (const [where, load] of [
  ['a plugin file', loadClaudePlugin],
  ['a settings file', loadClaudeSettings],
] as const) {
  test(`any number of unknown keys at every level of ${where} are warnings, and the hook is loaded`, () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x-${i}`, i]));
    const file = {
      version: 1,
      ...fileWithHandler({ ...commandHandler(), onError: 'warn', anyhook: 1, ...many }, 'PreToolUse', { id: 'a' }),
    };
    const { hooks, problems } = load(file);
    assert.deepEqual(
      hooks.map(({ unloadable, handler }) => [unloadable, handler.kind]),
      [[undefined, 'command']],
    );
    assert.deepEqual([...new Set(problems.map(({ severity }) => severity))], ['warning']);
    const fields = problems.map(({ field }) => field);
    assert.ok(fields.includes('hooks.PreToolUse.0.id') && fields.includes('hooks.PreToolUse.0.hooks.0.onError'));
    assert.equal(fields.includes('version'), where === 'a plugin file');
    assert.match(problems.at(-1)?.message ?? '', /and 42 more problems like these/);
  });

  test(`known Claude Code keys and descriptions are not reported in ${where}`, () => {
    const keys = { statusMessage: 's', rewakeMessage: 'm', rewakeSummary: 's', commandWindows: 'w.exe', if: '' };
    const prompt = { type: 'prompt', prompt: 'x', continueOnBlock: true };
    const group = {
      description: 'both',
      hooks: [commandHandler(keys), prompt, commandHandler({ description: 'own' })],
    };
    const { hooks, problems } = load({ $schema: 'x', description: 'd', hooks: { PreToolUse: [group] } });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      hooks.map(({ description, match }) => [description, match]),
      [
        ['s', {}],
        ['both', {}],
        ['own', {}],
      ],
    );
  });
}

test('timeouts of minutes and hours are not mistaken for milliseconds', () => {
  for (const timeout of [0.5, 60, 600, 900, 1200, 1800, 3600, 7200, 86_400])
    assert.deepEqual(loadClaudeSettings(fileWithHandler(commandHandler({ timeout }))).problems, [], String(timeout));
});

test('a plugin file without hooks is not reported', () => {
  assert.deepEqual(loadClaudePlugin({ description: 'none yet' }), { hooks: [], problems: [] });
});

test('a broken handler does not prevent other handlers from loading', () => {
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

test('a settings file without hooks is not reported, but broken JSON is', () => {
  assert.deepEqual(loadClaudeSettings({ model: 'x' }), { hooks: [], problems: [] });
  for (const broken of ['', '[]', '{"hooks":', 'null']) {
    const { problems } = claudeLoader.load(sampleFile(settingsPath, broken, { flavour: 'settings' }));
    assert.equal(problems[0]?.severity, 'error', broken);
  }
});
