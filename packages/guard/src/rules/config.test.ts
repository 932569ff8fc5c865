import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleParts, readGuardConfig, tighteningPart } from './config.js';

const problems = (given: unknown, packs?: readonly string[]) => readGuardConfig(given, 'user', packs).problems;

test('valid settings are read completely', () => {
  const given = { rules: [{ deny: 'delete outside' }], profile: 'strict', unknown: 'deny', off: ['pack:heroku'] };
  const { config, problems: none } = readGuardConfig(given, 'user');
  assert.deepEqual(none, []);
  assert.deepEqual(
    [config.rules.length, config.profile, config.unknown, config.off],
    [1, 'strict', 'deny', ['pack:heroku']],
  );
  assert.deepEqual(problems(undefined), []);
});

test('every mistake is reported, and the valid rules still apply', () => {
  const given = {
    rules: [{ deny: 'delte' }, { ask: 'push' }],
    profil: 'x',
    unknown: 'allow',
    off: ['heroku', 'pack:herku'],
  };
  const { config } = readGuardConfig(given, 'user', ['heroku']);
  assert.equal(config.rules.length, 1);
  const messages = problems(given, ['heroku']).join('\n');
  for (const expected of [
    /there is no field "profil"; did you mean "profile"\?/,
    /rule "deny: delte": "delte" is not an effect; did you mean "delete"\?/,
    /"unknown" must be one of deny, ask, pass, got "allow"/,
    /"off": expected pack:NAME, got "heroku"/,
    /"off": there is no pack "herku"; did you mean "heroku"\?/,
  ])
    assert.match(messages, expected);
});

test('settings that are not a map, and rules that are not a list, are refused', () => {
  assert.match(problems(['x'])[0] ?? '', /expected a map with rules, profile, unknown, off/);
  assert.match(problems({ rules: 'deny: push' })[0] ?? '', /"rules" must be a list/);
  assert.match(problems({ off: 'pack:x' })[0] ?? '', /"off" must be a list/);
});

const looserSettings = {
  rules: [
    { pass: 'push force' },
    { ask: 'push force' },
    { ask: 'delete recursive home' },
    { ask: 'delete recursive inside' },
    { deny: 'publish', until: '2026-01-01' },
  ],
  profile: 'light',
  unknown: 'pass',
  off: ['pack:git'],
};

test('project settings that would loosen the guard are reported and ignored', () => {
  const { config } = readGuardConfig(looserSettings, 'project');
  assert.deepEqual(idleParts(config, 'project', '2026-06-01'), [
    'rule "deny: publish" expired on 2026-01-01',
    'rule "pass: push force" has no effect: a project can only make rules stricter',
    'rule "ask: push force" has no effect: the default rule "deny: push force" is stricter',
    'rule "ask: delete recursive home" has no effect: the default rule "deny: delete recursive outside" is stricter',
    '"profile: light" has no effect: a project can only make rules stricter',
    '"unknown: pass" has no effect: a project can only make rules stricter',
    '"off" has no effect: a project can only make rules stricter',
  ]);
  const kept = tighteningPart(config);
  assert.deepEqual([kept.rules.length, kept.profile, kept.unknown, kept.off], [4, undefined, undefined, []]);
});

test("in a user's config, only expired rules are reported", () => {
  const { config } = readGuardConfig(looserSettings, 'user');
  assert.deepEqual(idleParts(config, 'user', '2026-06-01'), ['rule "deny: publish" expired on 2026-01-01']);
});
