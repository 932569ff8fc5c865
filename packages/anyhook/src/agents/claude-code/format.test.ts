import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Handler, Hook } from '@anyhook/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import {
  commandHandler,
  fileWithHandler,
  loadClaudePlugin,
  loadClaudeSettings,
  onlySettingsHook,
  pluginPath,
  settingsPath,
} from '../../../test/support/claude-samples.js';
import { sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { claudeLoader } from './format.js';
import { claudeFormatCodec } from './format-codec.js';
import { claudePluginSchema, claudeSettingsSchema } from './format-schema.js';

const claude = claudeFormatCodec();

test('plugin hooks keep their order, and block only by an explicit decision', () => {
  const script = '${CLAUDE_PLUGIN_ROOT}/hooks/scripts/validate-changes.sh';
  const { hooks, problems } = loadClaudePlugin(
    {
      description: 'checks',
      hooks: {
        PreToolUse: [
          {
            matcher: 'Write|Edit',
            hooks: [
              commandHandler({ command: `bash ${script}`, timeout: 30, statusMessage: 'Checking' }),
              commandHandler(),
            ],
          },
        ],
        SessionStart: [{ matcher: '*', hooks: [commandHandler()] }],
      },
    },
    { present: ['/project/hooks/scripts/validate-changes.sh'] },
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(hooks[0], {
    id: 'plugin.claude.PreToolUse.0.0',
    dialect: 'claude',
    events: ['tool.before'],
    nativeEvent: 'PreToolUse',
    scope: 'project',
    source: pluginPath,
    line: 8,
    position: 0,
    root: '/project',
    description: 'Checking',
    enabled: true,
    blocking: true,
    async: false,
    mode: 'enforce',
    priority: 100,
    timeoutMs: 30_000,
    match: { tool: { source: 'Write|Edit', mode: 'anchored' } },
    handler: { kind: 'command', form: 'shell', command: `bash ${script}` },
    exitRule: 'decisions',
    onFailure: 'open',
    blockingFailures: ['bad-output', 'too-much-output', 'error'],
    warnOnFailure: true,
    concurrent: false,
    stopsList: true,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [pluginPath, join('/project', 'hooks', 'scripts', 'validate-changes.sh')],
    flavour: 'plugin',
  } satisfies Hook);
  assert.deepEqual(
    hooks.map(({ id, position, onFailure, timeoutMs, match }) => [id, position, onFailure, timeoutMs, match]),
    [
      ['plugin.claude.PreToolUse.0.0', 0, 'open', 30_000, { tool: { source: 'Write|Edit', mode: 'anchored' } }],
      ['plugin.claude.PreToolUse.0.1', 1, 'open', 600_000, { tool: { source: 'Write|Edit', mode: 'anchored' } }],
      ['plugin.claude.SessionStart.0.0', 2, 'open', 600_000, {}],
    ],
  );
});

test('a settings hook runs in parallel and fails open', () => {
  const hook = onlySettingsHook({ permissions: { allow: ['Bash'] }, model: 'x', ...fileWithHandler(commandHandler()) });
  assert.deepEqual(
    [hook.flavour, hook.exitRule, hook.concurrent, hook.stopsList, hook.onFailure, hook.id],
    ['settings', 'claude', true, false, 'open', 'settings.claude.PreToolUse.0.0'],
  );
});

for (const [path, scope, flavour, id] of [
  ['/project/.claude/settings.local.json', 'project', 'settings', 'local'],
  ['/home/u/.claude/settings.json', 'user', 'settings', 'user'],
  [settingsPath, 'project', undefined, 'settings'],
  [pluginPath, 'project', undefined, 'plugin'],
] as const) {
  test(`hooks of ${path} have ids that start with ${id}`, () => {
    const more = flavour ? { scope, flavour } : { scope };
    const { hooks } = claudeLoader.load(sampleFile(path, JSON.stringify(fileWithHandler(commandHandler())), more));
    assert.equal(hooks[0]?.id, `${id}.claude.PreToolUse.0.0`);
  });
}

for (const [native, { events }] of Object.entries(claude.events)) {
  test(`${native} maps to ${events.join()}`, () => {
    const hook = onlySettingsHook(fileWithHandler(commandHandler(), native));
    assert.deepEqual([hook.nativeEvent, hook.events], [native, events]);
    assert.deepEqual(hook.match, events.includes('other') ? { nativeEvent: native } : {});
  });
}

for (const [event, matcher, match] of [
  ['PreToolUse', '', {}],
  ['PreToolUse', '*', {}],
  ['PreToolUse', null, {}],
  ['PreToolUse', 'Bash', { tool: { source: 'Bash', mode: 'anchored' } }],
  ['PostToolUse', 'Write | Edit,Read', { tool: { source: 'Write|Edit|Read', mode: 'anchored' } }],
  ['PostToolUse', 'Task', { tool: { source: 'Task|Agent', mode: 'anchored' } }],
  ['PermissionRequest', 'mcp__.*', { tool: { source: 'mcp__.*', mode: 'search' } }],
  ['PostToolUseFailure', '^(?!Bash)', { tool: { source: '^(?!Bash)', mode: 'search' } }],
  ['SessionStart', 'startup|resume', { subject: { source: 'startup|resume', mode: 'anchored' } }],
  ['SessionEnd', 'logout', { subject: { source: 'logout', mode: 'anchored' } }],
  ['PreCompact', 'manual', { subject: { source: 'manual', mode: 'anchored' } }],
  ['PostCompact', 'auto', { subject: { source: 'auto', mode: 'anchored' } }],
  ['Notification', 'idle_.*', { subject: { source: 'idle_.*', mode: 'search' } }],
  ['SubagentStart', 'general-purpose', { subject: { source: 'general-purpose', mode: 'anchored' } }],
  ['SubagentStop', 'Task', { subject: { source: 'Task', mode: 'anchored' } }],
  ['UserPromptSubmit', 'x', {}],
  ['Stop', '(', {}],
] as const) {
  test(`${event} with the matcher ${JSON.stringify(matcher)} gets its canonical match`, () => {
    assert.deepEqual(onlySettingsHook(fileWithHandler(commandHandler(), event, { matcher })).match, match);
  });
}

for (const [rule, match] of [
  ['Bash(git *)', { tool: 'Bash', glob: 'git *' }],
  ['Bash(npm run test:*)', { tool: 'Bash', glob: 'npm run test:*' }],
  ['Edit', { tool: 'Edit' }],
  ['Bash(echo (x))', { tool: 'Bash', glob: 'echo (x)' }],
] as const) {
  test(`the if rule ${rule} becomes a canonical match`, () => {
    assert.deepEqual(onlySettingsHook(fileWithHandler(commandHandler({ if: rule }))).match, { rule: match });
  });
}

const handlers: readonly [object, Handler, number][] = [
  [commandHandler(), { kind: 'command', form: 'shell', command: 'x' }, 600_000],
  [commandHandler({ timeout: 0.5 }), { kind: 'command', form: 'shell', command: 'x' }, 500],
  [commandHandler({ shell: 'bash' }), { kind: 'command', form: 'exec', command: 'bash', args: ['-c', 'x'] }, 600_000],
  [
    commandHandler({ shell: 'powershell' }),
    { kind: 'command', form: 'exec', command: 'pwsh', args: ['-NoProfile', '-Command', 'x'] },
    600_000,
  ],
  [
    commandHandler({ command: '${CLAUDE_PROJECT_DIR}/x', args: ['$CLAUDE_PROJECT_DIR', '${HOME}'] }),
    { kind: 'command', form: 'exec', command: '/project/x', args: ['$CLAUDE_PROJECT_DIR', '${HOME}'] },
    600_000,
  ],
  [{ type: 'prompt', prompt: 'ok?' }, { kind: 'prompt', prompt: 'ok?' }, 30_000],
  [{ type: 'prompt', prompt: 'ok?', model: 'm', timeout: 15 }, { kind: 'prompt', prompt: 'ok?', model: 'm' }, 15_000],
  [{ type: 'http', url: 'http://localhost:1/x' }, { kind: 'http', url: 'http://localhost:1/x' }, 600_000],
  [
    { type: 'http', url: 'https://example.org', headers: { A: 'b' }, timeout: 3 },
    { kind: 'http', url: 'https://example.org', headers: { A: 'b' } },
    3_000,
  ],
];

for (const [given, handler, timeoutMs] of handlers) {
  test(`the handler ${JSON.stringify(given)} is loaded`, () => {
    const hook = onlySettingsHook(fileWithHandler(given));
    assert.deepEqual([hook.handler, hook.timeoutMs], [handler, timeoutMs]);
  });
}

test("a plugin's command gets the plugin folder, a settings file's command does not", () => {
  const exec = fileWithHandler(commandHandler({ command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/a b.js'] }));
  const present = ['/project/a b.js'];
  const [hook] = loadClaudePlugin(exec, { present }).hooks;
  assert.deepEqual(hook?.handler, { kind: 'command', form: 'exec', command: 'node', args: ['/project/a b.js'] });
  assert.deepEqual(hook?.files, [pluginPath, join('/project', 'a b.js')]);
  assert.deepEqual(onlySettingsHook(exec).handler, {
    kind: 'command',
    form: 'exec',
    command: 'node',
    args: ['${CLAUDE_PLUGIN_ROOT}/a b.js'],
  });
});

test("a user's command gets the project folder at run time", () => {
  const exec = fileWithHandler(
    commandHandler({ command: 'printf', args: ['%s\n', "it's ${CLAUDE_PROJECT_DIR}/x", ''] }),
  );
  const { handler } = onlySettingsHook(exec, { scope: 'user', root: '/home/u/.claude' });
  assert.equal(handler.kind === 'command' && handler.form, 'shell');
  const line = handler.kind === 'command' ? handler.command : '';
  const env = { ...process.env, CLAUDE_PROJECT_DIR: '/the project' };
  assert.equal(execFileSync('sh', ['-c', line], { env, encoding: 'utf8' }), "it's /the project/x\n\n");
});

test('async hooks never block', () => {
  const hook = onlySettingsHook(fileWithHandler(commandHandler({ async: true })));
  assert.deepEqual([hook.async, hook.blocking], [true, false]);
});

test('an unavailable prompt or server does not block an event of a plugin hook', () => {
  assert.equal(loadClaudePlugin(fileWithHandler({ type: 'prompt', prompt: 'ok?' })).hooks[0]?.onFailure, 'open');
  assert.equal(loadClaudePlugin(fileWithHandler({ type: 'http', url: 'http://x' })).hooks[0]?.onFailure, 'open');
});

test('handlers without a group are loaded', () => {
  const hook = onlySettingsHook({ hooks: { PreToolUse: [{ matcher: 'Bash', ...commandHandler() }] } });
  assert.deepEqual([hook.id, hook.match.tool?.source], ['settings.claude.PreToolUse.0.0', 'Bash']);
});

for (const line of [
  'anyhook run --host claude-code',
  'node /x/bin/anyhook.cjs run --host claude-code --event Stop',
  '/home/u/.local/state/anyhook-hook claude-code',
  'exec /home/u/.local/share/anyhook/bin/anyhook-hook claude-code --timeout 29000',
]) {
  test(`anyhook's own entry is skipped without a problem: ${line}`, () => {
    assert.deepEqual(loadClaudeSettings(fileWithHandler(commandHandler({ command: line, surprise: 1 }))), {
      hooks: [],
      problems: [],
    });
    const [first, ...rest] = line.split(' ');
    assert.deepEqual(loadClaudeSettings(fileWithHandler(commandHandler({ command: first, args: rest }))), {
      hooks: [],
      problems: [],
    });
  });
}

test('hooks are searched in plugin files, project settings and user settings', () => {
  const where = { cwd: '/r/sub', root: '/r', home: '/h', configHome: '/h/.config', configuredFiles: [] };
  assert.deepEqual(
    claudeLoader
      .places(where)
      .map(({ scope, dir, root, find, flavour }) => [
        scope,
        plainPath(root),
        plainPath(join(dir, 'name' in find ? find.name : '')),
        flavour,
      ]),
    [
      ['user', '/h/.claude', '/h/.claude/settings.json', 'settings'],
      ['project', '/r', '/r/hooks/hooks.json', 'plugin'],
      ['project', '/r', '/r/.claude-plugin/hooks.json', 'plugin'],
      ['project', '/r', '/r/.claude-plugin/plugin.json', 'plugin'],
      ['project', '/r', '/r/.claude/settings.json', 'settings'],
      ['project', '/r', '/r/.claude/settings.local.json', 'settings'],
    ],
  );
});

for (const [name, schema] of [
  ['plugin', claudePluginSchema],
  ['settings', claudeSettingsSchema],
] as const) {
  test(`the ${name} schema becomes a JSON Schema that includes every event`, () => {
    const { properties } = toJsonSchema(schema) as { properties: { hooks: { properties: object } } };
    assert.deepEqual(Object.keys(properties.hooks.properties).sort(), Object.keys(claude.events).sort());
  });
}

for (const [field, handler, kind] of [
  ['command', { command: 'x' }, 'command'],
  ['prompt', { prompt: 'look at $TOOL_NAME' }, 'prompt'],
  ['url', { url: 'https://example.com/hook' }, 'http'],
] as const) {
  test(`a handler without a type gets the type that its ${field} implies`, () => {
    for (const value of [fileWithHandler(handler), { hooks: { PreToolUse: [handler] } }])
      assert.equal(onlySettingsHook(value).handler.kind, kind);
  });
}

test('a handler without a type that matches two types is an error that names the fields', () => {
  const { hooks, problems } = loadClaudeSettings(fileWithHandler({ command: 'x', prompt: 'y' }));
  assert.match(hooks[0]?.unloadable ?? '', /type/);
  assert.match(problems.map(({ message }) => message).join(), /type/);
});

for (const [timeout, ms, warns] of [
  ['10', 10_000, false],
  [' 2.5 ', 2500, false],
  [0, 600_000, true],
  [-1, 600_000, true],
  ['soon', 600_000, true],
  ['', 600_000, true],
  [null, 600_000, true],
  [1e9, 86_400_000, true],
] as const) {
  test(`a timeout of ${JSON.stringify(timeout)} becomes ${ms} ms`, () => {
    const { hooks, problems } = loadClaudeSettings(fileWithHandler(commandHandler({ timeout })));
    assert.equal(hooks[0]?.timeoutMs, ms);
    assert.equal(problems.length, warns ? 1 : 0);
    if (!warns) return;
    assert.equal(problems[0]?.severity, 'warning');
    assert.match(problems[0]?.message ?? '', /expected seconds, more than 0 .* (?:default is|are) used/);
  });
}
