import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { dockerCodec } from './codec.js';
import { dockerOnlyEvents, toolEvents } from './events.js';
import { dockerLoader } from './load.js';
import { dockerSchema } from './schema.js';

const docker = dockerCodec();

const path = '/project/.agents/hooks.yaml';
const load = (text: string, more: Parameters<typeof sampleFile>[2] = {}) =>
  dockerLoader.load(sampleFile(path, text, more));
const messagesOf = (text: string) => load(text).problems.map(({ line, field, message }) => [line, field, message]);
const onlyHookOf = (text: string, more = {}): Hook => {
  const { hooks, problems } = load(text, more);
  assert.deepEqual(problems, []);
  assert.equal(hooks.length, 1);
  return hooks[0] as Hook;
};

const sample = `
agents:
  root:
    model: openai/gpt-4o
    toolsets:
      - type: shell
    hooks:
      pre_tool_use:
        - matcher: "shell"
          hooks:
            - type: command
              timeout: 10
              command: |
                CMD=$(jq -r '.tool_input.cmd // ""')
                if echo "$CMD" | grep -qE '^ls(\\s|$)'; then echo '{"hook_specific_output":{"updated_input":{"cmd":"ls -h"}}}'; fi
      post_tool_use:
        - matcher: "shell|edit_.*"
          hooks:
            - name: summarize shell output
              type: command
              working_dir: ./tools
              env:
                HOOK_PROFILE: dev
              on_error: block
              command: ./log.sh
      turn_start:
        - type: builtin
          command: add_prompt_files
          args:
            - GUIDELINES.md
  helper:
    hooks:
      subagent_stop:
        - type: command
          command: echo
`;

test('a docker-agent file is loaded as canonical hooks', () => {
  const { hooks, problems } = load(sample, { present: ['/project/tools/log.sh'] });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    hooks.map(({ id, events, match, line, position }) => ({ id, events, match, line, position })),
    [
      {
        id: 'root.pre_tool_use.0.0',
        events: ['tool.before'],
        match: { tool: { source: 'shell', mode: 'anchored' }, agent: 'root' },
        line: 11,
        position: 0,
      },
      {
        id: 'summarize-shell-output',
        events: ['tool.after', 'tool.failure'],
        match: { tool: { source: 'shell|edit_.*', mode: 'anchored' }, agent: 'root' },
        line: 19,
        position: 1,
      },
      { id: 'root.turn_start.0', events: ['turn.start'], match: { agent: 'root' }, line: 27, position: 2 },
      { id: 'helper.subagent_stop.0', events: ['subagent.stop'], match: { agent: 'helper' }, line: 34, position: 3 },
    ],
  );
});

test('every field of a hook is loaded', () => {
  const [, hook] = load(sample, { present: ['/project/tools/log.sh'] }).hooks;
  assert.deepEqual(hook, {
    id: 'summarize-shell-output',
    dialect: 'docker',
    events: ['tool.after', 'tool.failure'],
    nativeEvent: 'post_tool_use',
    scope: 'project',
    source: path,
    line: 19,
    position: 1,
    root: '/project',
    description: 'summarize shell output',
    enabled: true,
    blocking: true,
    async: false,
    mode: 'enforce',
    priority: 100,
    timeoutMs: 60_000,
    match: { tool: { source: 'shell|edit_.*', mode: 'anchored' }, agent: 'root' },
    handler: {
      kind: 'command',
      form: 'shell',
      shell: 'user',
      command: './log.sh',
      cwd: './tools',
      env: { HOOK_PROFILE: 'dev' },
    },
    onFailure: 'closed',
    warnOnFailure: true,
    concurrent: true,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [path, resolve('/project', 'tools', 'log.sh')],
  } satisfies Hook);
});

const fileWithHook = (hook: string, event = 'turn_end') => `hooks:\n  ${event}:\n    - {${hook}}\n`;

test('a builtin keeps its name and arguments', () => {
  assert.deepEqual(
    onlyHookOf(fileWithHook('type: builtin, command: add_recent_commits, args: ["5"]', 'session_start')).handler,
    {
      kind: 'builtin',
      use: 'add_recent_commits',
      args: ['5'],
    },
  );
  assert.deepEqual(onlyHookOf(fileWithHook('type: builtin, command: add_date', 'turn_start')).handler, {
    kind: 'builtin',
    use: 'add_date',
  });
});

test('timeout is in seconds, 60 by default', () => {
  assert.equal(onlyHookOf(fileWithHook('type: command, command: x')).timeoutMs, 60_000);
  assert.equal(onlyHookOf(fileWithHook('type: command, command: x, timeout: 10')).timeoutMs, 10_000);
  assert.equal(onlyHookOf(fileWithHook('type: command, command: x, timeout: 0.5')).timeoutMs, 500);
});

for (const [onError, onFailure, warnOnFailure] of [
  ['warn', 'open', true],
  ['ignore', 'open', false],
  ['block', 'closed', true],
] as const) {
  test(`on_error: ${onError} fails ${onFailure}`, () => {
    const hook = onlyHookOf(fileWithHook(`type: command, command: x, on_error: ${onError}`));
    assert.deepEqual([hook.onFailure, hook.warnOnFailure], [onFailure, warnOnFailure]);
  });
}

for (const matcher of ['', 'matcher: "", ', 'matcher: "*", ', 'matcher: null, ']) {
  test(`{${matcher}hooks} matches all tools`, () => {
    const text = `hooks: {pre_tool_use: [{${matcher}hooks: [{type: command, command: x}]}]}`;
    assert.deepEqual(onlyHookOf(text).match, {});
  });
}

for (const [native, { events }] of Object.entries(docker.events)) {
  test(`${native} maps to ${events.join(' and ')}`, () => {
    const isTool = toolEvents.has(native);
    const hook = '{type: command, command: x}';
    const { hooks, problems } = load(`hooks:\n  ${native}:\n    - ${isTool ? `{hooks: [${hook}]}` : hook}\n`);
    assert.deepEqual(
      hooks.map((one) => [one.nativeEvent, one.events, one.id, one.match]),
      [
        [
          native,
          events,
          `hooks.${native}.0${isTool ? '.0' : ''}`,
          dockerOnlyEvents.has(native) ? { nativeEvent: native } : {},
        ],
      ],
    );
    assert.deepEqual(
      problems.map(({ severity, message }) => [severity, message]),
      dockerOnlyEvents.has(native)
        ? [['warning', `only docker-agent itself fires ${native}: with other agents its hooks never run`]]
        : [],
    );
  });
}

test('pre_compact is ordered before before_compaction, whatever the order in the file', () => {
  const list = '[{type: command, command: x}]';
  const { hooks } = load(
    `agents: {root: {hooks: {pre_compact: ${list}}}}\nhooks: {before_compaction: ${list}, pre_compact: ${list}}`,
  );
  assert.deepEqual(
    hooks.map(({ id, position }) => [id, position]),
    [
      ['hooks.pre_compact.0', 0],
      ['root.pre_compact.0', 1],
      ['hooks.before_compaction.0', 2],
    ],
  );
});

test('two hooks with the same name get different ids', () => {
  const { hooks } = load(
    'hooks: {turn_end: [{name: Log it, type: command, command: x}, {name: log-it, type: command, command: y}]}',
  );
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['log-it', 'log-it-2'],
  );
  assert.equal(onlyHookOf(fileWithHook('type: command, command: x, name: "🚀"')).id, 'hooks.turn_end.0');
});

for (const [what, text, line, field, message] of [
  [
    'an unknown event',
    'hooks:\n  pre_tool_usee: []\n',
    2,
    'hooks.pre_tool_usee',
    /unknown event "pre_tool_usee"; did you mean "pre_tool_use"\?/,
  ],
  [
    'an event without a similar known name',
    'agents: {root: {hooks: {zzzzzz: []}}}',
    1,
    'agents.root.hooks.zzzzzz',
    /known events: pre_tool_use/,
  ],
  ['an event named like an object method', 'hooks:\n  constructor: []\n', 2, 'hooks.constructor', /unknown event/],
  ['no type', fileWithHook('command: x'), 3, 'hooks.turn_end.0.type', /required/],
  ['no command', fileWithHook('type: command'), 3, 'hooks.turn_end.0.command', /required/],
  ['an empty command', fileWithHook('type: command, command: ""'), 3, 'hooks.turn_end.0.command', /not empty/],
  [
    'an unknown type',
    fileWithHook('type: comand, command: x'),
    3,
    'hooks.turn_end.0.type',
    /one of command, builtin.*did you mean "command"\?/,
  ],
  [
    'a timeout as text',
    fileWithHook('type: command, command: x, timeout: 5s'),
    3,
    'hooks.turn_end.0.timeout',
    /expected a number of seconds|number, got "5s"/,
  ],
  ['args as a string', fileWithHook('type: builtin, command: x, args: a'), 3, 'hooks.turn_end.0.args', /list, got "a"/],
  [
    'an unknown on_error',
    fileWithHook('type: command, command: x, on_error: blok'),
    3,
    'hooks.turn_end.0.on_error',
    /one of warn, ignore, block, got "blok"; did you mean "block"/,
  ],
  [
    'an invalid matcher regex',
    'hooks:\n  pre_tool_use:\n    - matcher: "("\n      hooks: []\n',
    3,
    'hooks.pre_tool_use.0.matcher',
    /not a regular expression/,
  ],
  [
    'a matcher as a list',
    'hooks:\n  pre_tool_use:\n    - matcher: []\n      hooks: []\n',
    3,
    'hooks.pre_tool_use.0.matcher',
    /string/,
  ],
  ['an event that is not a list', 'hooks:\n  stop: x\n', 2, 'hooks.stop', /expected a list of hooks/],
  ['a hook that is not a map', 'hooks:\n  stop:\n    - x\n', 3, 'hooks.stop.0', /map of keys, got "x"/],
  ['agent hooks as a list', 'agents:\n  root:\n    hooks: []\n', 3, 'agents.root.hooks', /expected a map of events/],
  ['a file with other content', 'a: 1\n', 1, undefined, /expected a map "hooks"/],
  ['an empty file', '', 1, undefined, /expected a map "hooks"/],
  ['broken YAML', 'hooks: [', 1, undefined, /YAML/],
] as const) {
  test(`a hook file with ${what} is an error with its line`, () => {
    const { hooks, problems } = load(text);
    for (const hook of hooks) assert.match(hook.unloadable ?? 'loaded', message);
    assert.deepEqual([problems.length, problems[0]?.severity, problems[0]?.source], [1, 'error', path]);
    assert.deepEqual(messagesOf(text)[0]?.slice(0, 2), [line, field]);
    assert.match(problems[0]?.message ?? '', message);
  });
}

test('a broken hook does not prevent other hooks from loading', () => {
  const { hooks, problems } = load('hooks:\n  stop:\n    - {type: command}\n    - {type: command, command: x}\n');
  assert.deepEqual([hooks.map(({ id }) => id), problems.length], [['hooks.stop.0', 'hooks.stop.1'], 1]);
  assert.deepEqual(
    hooks.map(({ unloadable }) => unloadable !== undefined),
    [true, false],
  );
});

for (const [what, hook, event, seconds] of [
  ['0', 'timeout: 0', 'turn_end', 60],
  ['less than 0', 'timeout: -1', 'turn_end', 60],
  ['a number as text', 'timeout: "5"', 'turn_end', 5],
  ['a fraction of a second', 'timeout: 0.5', 'turn_end', 0.5],
] as const)
  test(`a timeout of ${what} is read as docker-agent does`, () => {
    assert.equal(onlyHookOf(fileWithHook(`type: command, command: x, ${hook}`, event)).timeoutMs, seconds * 1000);
  });

for (const [what, text, field, message] of [
  ['an unknown key', fileWithHook('type: command, command: x, colour: red'), 'colour', /unknown key/],
  ['a timeout of years', fileWithHook('type: command, command: x, timeout: 1e9'), 'timeout', /86400 is used/],
  [
    'a count that is not a number',
    fileWithHook('type: builtin, command: add_recent_commits, args: [x]', 'session_start'),
    'args',
    /the default is used/,
  ],
  [
    'an unknown diff mode',
    fileWithHook('type: builtin, command: add_git_diff, args: [nonsense]', 'turn_start'),
    'args',
    /the default is used/,
  ],
] as const)
  test(`a hook file with ${what} gets a warning, and the hook is loaded`, () => {
    const { hooks, problems } = load(text);
    assert.deepEqual([hooks.length, hooks[0]?.unloadable, problems.length], [1, undefined, 1]);
    assert.deepEqual([problems[0]?.severity, problems[0]?.field?.split('.').at(-1)], ['warning', field]);
    assert.match(problems[0]?.message ?? '', message);
    if (hooks[0]?.handler.kind === 'builtin') assert.equal(hooks[0].handler.args, undefined);
  });

test('numbers and booleans in arguments and variables become strings, and an empty name or folder is ignored', () => {
  const hook = onlyHookOf(
    fileWithHook('type: command, command: x, args: [5, true], env: {A: 1}, name: "", working_dir: ""'),
  );
  const { args, env, cwd } = hook.handler as Extract<Hook['handler'], { kind: 'command' }>;
  assert.deepEqual([args, env, cwd, hook.id], [['5', 'true'], { A: '1' }, '.', 'hooks.turn_end.0']);
});

test('a placeholder of a broken entry denies at pre_tool_use or with on_error: block, and otherwise fails open', () => {
  const text = `hooks:
  pre_tool_use:
    - {matcher: shell, hooks: [{type: model, name: judge}]}
    - {matcher: "("}
  post_tool_use:
    - {hooks: [{type: builtin, on_error: block}]}
  user_prompt_submit:
    - {type: command}
  tool_guard:
    - {type: command, command: x}
`;
  const { hooks, problems } = load(text);
  assert.deepEqual(
    hooks.map(({ id, nativeEvent, match, onFailure }) => [id, nativeEvent, match.tool?.source, onFailure]),
    [
      ['hooks.tool_guard.0', 'tool_guard', undefined, 'closed'],
      ['judge', 'pre_tool_use', 'shell', 'closed'],
      ['hooks.pre_tool_use.1', 'pre_tool_use', undefined, 'closed'],
      ['hooks.post_tool_use.0.0', 'post_tool_use', undefined, 'closed'],
      ['hooks.user_prompt_submit.0', 'user_prompt_submit', undefined, 'open'],
    ],
  );
  assert.ok(hooks.every(({ unloadable }) => unloadable?.startsWith(`${path}:`)));
  assert.equal(problems.length, 8);
});

test('identical hooks at one event are one hook, with a warning', () => {
  const hook = '{type: command, command: x, env: {A: b}}';
  const text = `hooks:\n  stop: [${hook}, ${hook}, {type: command, command: x}]\n  turn_end: [${hook}]\n`;
  const { hooks, problems } = load(text);
  // turn_end is earlier in the event table.
  const [fourth, first, second, third] = hooks.map(({ identity }) => identity);
  assert.deepEqual([typeof first, first === second], ['string', true]);
  assert.deepEqual([third, fourth], [undefined, undefined]);
  assert.match(problems.map(({ message }) => message).join(), /does the same as the hook in line 2/);
});

test('a hooks.yaml at the root that belongs to another program is ignored', () => {
  for (const text of ['a: 1', '- x', '', 'hooks: [pre-commit]', 'agents: {root: {model: x}}']) {
    const loaded = dockerLoader.load(sampleFile('/project/hooks.yaml', text));
    assert.deepEqual(loaded, { hooks: [], problems: [] }, text);
  }
  const loaded = dockerLoader.load(sampleFile('/project/hooks.yaml', 'hooks: {stopp: []}'));
  assert.equal(loaded.problems.length, 1);
});

test('an agent file without hooks is a warning, an empty map is not', () => {
  assert.deepEqual(load('agents: {root: {model: x}}').problems[0]?.severity, 'warning');
  assert.deepEqual(load('hooks:\n'), { hooks: [], problems: [] });
  assert.deepEqual(load('hooks: {stop: }'), { hooks: [], problems: [] });
});

test('project files, configured files and user files are searched', () => {
  const where = {
    cwd: resolve('/r/sub'),
    root: resolve('/r'),
    home: resolve('/h'),
    configHome: resolve('/h/.config'),
    configuredFiles: ['agents/team.yaml', '/x/y.yml', './.agents/hooks.yaml', '/x/../x/y.yml'],
  };
  assert.deepEqual(
    dockerLoader
      .places(where)
      .map(({ scope, dir, root, find }) => [
        scope,
        plainPath(root),
        plainPath(join(dir, 'name' in find ? find.name : '')),
      ]),
    [
      ['user', '/h/.config/agents', '/h/.config/agents/hooks.yaml'],
      ['user', '/h/.config/agents', '/h/.config/agents/hooks.yml'],
      ['project', '/r', '/r/.agents/hooks.yaml'],
      ['project', '/r', '/r/.agents/hooks.yml'],
      ['project', '/r', '/r/hooks.yaml'],
      ['project', '/r', '/r/hooks.yml'],
      ['project', '/r', '/r/agents/team.yaml'],
      ['project', '/r', '/x/y.yml'],
    ],
  );
});

test('the schema becomes a JSON Schema that includes every event', () => {
  const { properties } = toJsonSchema(dockerSchema) as { properties: { hooks: { anyOf: { properties: object }[] } } };
  assert.deepEqual(Object.keys(properties.hooks.anyOf[0]?.properties ?? {}), Object.keys(docker.events));
});
