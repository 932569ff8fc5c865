import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { onlyHook, sampleFile } from '../../../test/support/format-samples.js';
import { events } from './events.js';
import { abilityLoader } from './load.js';
import { abilitySchema } from './schema.js';

const path = '/project/.system/hooks/tracker.yaml';
const script = '/project/scripts/hooks/tracker.py';
const scriptFile = join(script);
const load = (text: string, present = [script]) => abilityLoader.load(sampleFile(path, text, { present }));

const lines = (more: Record<string, string> = {}) =>
  Object.entries({
    id: 'ability_usage_tracker',
    event_type: 'PreAbilityCall',
    enabled: 'true',
    blocking: 'true',
    handler: '{kind: script, command: ./scripts/hooks/tracker.py}',
    ...more,
  })
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');

const expected: Hook = {
  id: 'ability_usage_tracker',
  dialect: 'ability',
  events: ['tool.before'],
  nativeEvent: 'PreAbilityCall',
  scope: 'project',
  source: path,
  line: 1,
  position: 0,
  root: '/project',
  enabled: true,
  blocking: true,
  async: false,
  mode: 'enforce',
  priority: 100,
  timeoutMs: 30_000,
  match: {},
  handler: { kind: 'command', form: 'shell', command: './scripts/hooks/tracker.py', cwd: '/project' },
  onFailure: 'open',
  warnOnFailure: true,
  concurrent: false,
  stopsList: false,
  parallel: false,
  recheck: true,
  profiles: [],
  files: [path, scriptFile],
};

test("hooks are searched in the project's hooks folder", () => {
  assert.deepEqual(
    abilityLoader.places({ cwd: '/r/a', root: '/r', home: '/h', configHome: '/h/c', configuredFiles: [] }),
    [
      {
        scope: 'project',
        dir: join('/r', '.system', 'hooks'),
        root: '/r',
        find: { kind: 'folder', endings: ['.yaml', '.yml'] },
      },
    ],
  );
});

test('a file with only the required fields gets every default', () => {
  assert.deepEqual(load(lines()), { hooks: [expected], problems: [] });
});

test('every field of the format is read', () => {
  const text = `id: ability_usage_tracker
event_type: PostAbilityCall
enabled: true
blocking: false

summary: >
  Track each ability call and update ability_usage.json. For slow calls,
  append to slow_abilities.log.

match:
  ability_scope: "*"
  min_duration_ms: 0

handler:
  kind: script
  command: ./scripts/hooks/tracker.py

effects:
  - update_usage_cache: .system/cache/ability_usage.json
  - suggest_abilities
timeout_ms: 5000
`;
  assert.deepEqual(load(text), {
    hooks: [
      {
        ...expected,
        events: ['tool.after', 'tool.failure'],
        nativeEvent: 'PostAbilityCall',
        description:
          'Track each ability call and update ability_usage.json. For slow calls, append to slow_abilities.log.',
        blocking: false,
        concurrent: true,
        timeoutMs: 5000,
        match: { abilities: ['*'], minDurationMs: 0 },
      },
    ],
    problems: [],
  });
});

test('a disabled hook is loaded as disabled', () => {
  assert.equal(onlyHook(load(lines({ enabled: 'false' })).hooks).enabled, false);
});

for (const [name, row] of Object.entries(events)) {
  test(`${name} is loaded, and runs in parallel only if it serves the infrastructure`, () => {
    const hook = onlyHook(load(lines({ event_type: name })).hooks);
    assert.deepEqual(
      [hook.nativeEvent, hook.events, hook.concurrent],
      [name, row.events, name === 'PostAbilityCall' || name === 'SessionStop'],
    );
  });
}

for (const [name, match, canonical] of [
  ['PreAbilityCreate', '{ability_scope: [db.*, edit_file]}', { abilities: ['db.*', 'edit_file'] }],
  ['PreAbilityCall', '{ability_scope: [edit_file, write_file]}', { abilities: ['edit_file', 'write_file'] }],
  ['PreAbilityCall', '{ability_scope: [edit_file, "*_file"]}', { abilities: ['edit_file', '*_file'] }],
  ['PostAbilityCall', '{ability_scope: edit_file}', { abilities: ['edit_file'] }],
  ['PostAbilityCall', '{min_duration_ms: 100}', { minDurationMs: 100 }],
  ['SessionStop', '{only_if_changed_paths: [services/**, apps/**]}', { changedPaths: ['services/**', 'apps/**'] }],
  ['SessionStop', '{only_if_changed_paths: "*.ts"}', { changedPaths: ['*.ts'] }],
] as const) {
  test(`${name} can be narrowed by ${match}`, () => {
    const loaded = load(lines({ event_type: name, match }));
    assert.deepEqual([onlyHook(loaded.hooks).match, loaded.problems], [canonical, []]);
  });
}

test('a guard on edit_file alone warns that new files are written with another tool', () => {
  const loaded = load(lines({ event_type: 'PreAbilityCall', match: '\n  ability_scope: edit_file' }));
  assert.deepEqual(onlyHook(loaded.hooks).match, { abilities: ['edit_file'] });
  assert.deepEqual(
    loaded.problems.map(({ line, field, severity }) => ({ line, field, severity })),
    [{ line: 7, field: 'match.ability_scope', severity: 'warning' }],
  );
  assert.match(loaded.problems[0]?.message ?? '', /to guard those too, write \[edit_file, write_file\]$/);
});

for (const [name, field, value] of [
  ['PromptSubmit', 'ability_scope', '"*"'],
  ['SessionStop', 'ability_scope', '"*"'],
  ['PromptSubmit', 'min_duration_ms', '1'],
  ['PreAbilityCall', 'min_duration_ms', '1'],
  ['SessionStop', 'min_duration_ms', '1'],
  ['PostAbilityCall', 'only_if_changed_paths', 'a/**'],
  ['PromptSubmit', 'only_if_changed_paths', 'a/**'],
] as const) {
  test(`${field} at ${name} is ignored with a warning`, () => {
    const loaded = load(lines({ event_type: name, match: `\n  ${field}: ${value}` }));
    assert.deepEqual(onlyHook(loaded.hooks).match, {});
    assert.deepEqual(
      loaded.problems.map(({ line, field: at, severity }) => ({ line, at, severity })),
      [{ line: 7, at: `match.${field}`, severity: 'warning' }],
    );
    assert.match(loaded.problems[0]?.message ?? '', new RegExp(`has no effect on ${name}`));
  });
}

for (const [more, line, field, message] of [
  [{ id: '' }, 1, 'id', '"id" is required and missing'],
  [{ event_type: '' }, 1, 'event_type', '"event_type" is required and missing'],
  [{ enabled: '' }, 1, 'enabled', '"enabled" is required and missing'],
  [{ blocking: '' }, 1, 'blocking', '"blocking" is required and missing'],
  [{ handler: '' }, 1, 'handler', '"handler" is required and missing'],
  [{ id: 'Tracker' }, 1, 'id', '"id": expected an id in kebab-case or snake_case, got "Tracker"'],
  [{ id: 'a--b' }, 1, 'id', /kebab-case/],
  [{ id: '../x' }, 1, 'id', /kebab-case/],
  [{ id: 'x'.repeat(129) }, 1, 'id', /at most 128 characters/],
  [{ event_type: 'PreAbilityCal' }, 2, 'event_type', /did you mean "PreAbilityCall"\?/],
  [{ enabled: '"true"' }, 3, 'enabled', '"enabled": expected boolean, got "true"'],
  [{ blocking: '1' }, 4, 'blocking', '"blocking": expected boolean, got 1'],
  [{ handler: '{kind: http, command: x}' }, 5, 'handler.kind', '"handler.kind": expected "script", got "http"'],
  [{ handler: '{kind: script}' }, 5, 'handler.command', '"handler.command" is required and missing'],
  [{ handler: '{kind: script, command: " "}' }, 5, 'handler.command', /the path of a script or executable/],
  [{ handler: '{kind: script, command: x, cwd: y}' }, 5, 'handler.cwd', /unknown key "cwd"/],
  [{ sumary: 'x' }, 6, 'sumary', 'unknown key "sumary"; did you mean "summary"?'],
  [{ match: '{ability_scopes: x}' }, 6, 'match.ability_scopes', /did you mean "ability_scope"\?/],
  [
    { match: '{ability_scope: 5}' },
    6,
    'match.ability_scope',
    '"match.ability_scope": expected string or a list, got 5',
  ],
  [{ match: '{ability_scope: [a, 5]}' }, 6, 'match.ability_scope.1', /expected string, got 5/],
  [{ match: '{ability_scope: []}' }, 6, 'match.ability_scope', /expected at least one glob/],
  [{ match: '{min_duration_ms: -1}' }, 6, 'match.min_duration_ms', /0 or more, got -1/],
  [{ match: '[]' }, 6, 'match', '"match": expected a map of keys, got []'],
  [{ effects: 'x' }, 6, 'effects', '"effects": expected a list, got "x"'],
  [{ timeout_ms: '99' }, 6, 'timeout_ms', /from 100 to 600000, got 99/],
  [{ timeout_ms: '600001' }, 6, 'timeout_ms', /from 100 to 600000/],
] as const) {
  test(`reported with line and field: ${JSON.stringify(more).slice(0, 60)}`, () => {
    const loaded = load(lines(more));
    const [found, ...others] = loaded.problems;
    assert.deepEqual(others, []);
    // An unknown key does not disable the hook.
    const isStray = found?.message.startsWith('unknown key') === true;
    assert.equal(loaded.hooks.length, isStray ? 1 : 0);
    const severity = isStray ? 'warning' : 'error';
    assert.deepEqual([found?.source, found?.line, found?.field, found?.severity], [path, line, field, severity]);
    if (typeof message === 'string') assert.equal(found?.message, message);
    else assert.match(found?.message ?? '', message);
  });
}

test('kebab-case and snake_case ids are accepted', () => {
  for (const id of ['a', 'prod-config-guard', 'prod_config_guard', 'v2-check']) {
    assert.deepEqual(load(lines({ id })).problems, [], id);
  }
});

for (const [title, text] of [
  ['an empty file', ''],
  ['a list', '- a'],
  ['broken YAML', 'id: ['],
  ['two documents', `${lines()}\n---\n${lines()}`],
] as const) {
  test(`${title} is a problem and adds no hook`, () => {
    const loaded = load(text);
    assert.deepEqual([loaded.hooks, loaded.problems[0]?.severity], [[], 'error']);
  });
}

test('trust covers the scripts in the command', () => {
  const command = '"python3 scripts/hooks/tracker.py --rules \'scripts/rules.py\' --out /tmp/x"';
  const hook = onlyHook(
    load(lines({ handler: `{kind: script, command: ${command}}` }), [script, '/project/scripts/rules.py']).hooks,
  );
  assert.deepEqual(hook.files, [path, scriptFile, join('/project', 'scripts', 'rules.py')]);
});

for (const [command, warns] of [
  ['./scripts/hooks/gone.sh', true],
  ['"\'scripts/my hooks/gone.sh\' --fast"', true],
  ['/opt/gone.sh', true],
  ['python3 scripts/hooks/gone.py', false],
  ['$HOME/gone.sh', false],
  ['./scripts/hooks/tracker.py --x', false],
] as const) {
  test(`a command ${command} ${warns ? 'names a script that does not exist' : 'is accepted without a warning'}`, () => {
    const loaded = load(lines({ handler: `{kind: script, command: ${command}}` }));
    assert.equal(loaded.hooks.length, 1);
    assert.deepEqual(
      loaded.problems.map(({ line, field, severity }) => [line, field, severity]),
      warns ? [[5, 'handler.command', 'warning']] : [],
    );
  });
}

test('the definitions produce a JSON Schema', () => {
  const schema = toJsonSchema(abilitySchema, { typeMode: 'input' });
  assert.deepEqual(schema.required, ['id', 'event_type', 'enabled', 'blocking', 'handler']);
  assert.equal(schema.additionalProperties, false);
});
