import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuTime } from '../../../anyhook/test/support/cpu-time.js';
import { destroyKinds, type Effect, type SeenEffect } from '../effect.js';
import { marks } from '../value.js';
import { matchesGlob, matchRule, type RuleMatch } from './match.js';
import { profileRows } from './profiles.js';
import { type GuardRule, isExpired, parseRule, readRule } from './rule.js';
import { ruleWords } from './words.js';

const world = { root: '/home/dev/project', home: '/home/dev', workTrees: ['/home/dev/trees/fix'] };
const seenEffect = (effect: Effect, more: Partial<SeenEffect> = {}): SeenEffect =>
  ({ ...effect, span: [0, 1], via: [], call: 'x', source: 'x', ...more }) as SeenEffect;

function ruleOf(text: string): GuardRule {
  const [decide = '', ...words] = text.split(' ');
  const reading = parseRule(decide as GuardRule['decide'], words.join(' '), 'user');
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.rule;
}

const match = (text: string, effect: SeenEffect): RuleMatch => matchRule(ruleOf(text), effect, world);
const problemOf = (given: unknown): string => {
  const reading = readRule(given, 'user');
  return 'problem' in reading ? reading.problem : '';
};

const removal = (path: string, scope: 'in-home' | 'home' | 'inside' | 'outside' = 'in-home', more: object = {}) =>
  seenEffect({ do: 'delete', at: { path, scope, ...more }, recursive: true });
const push = (branch?: string) =>
  seenEffect({ do: 'push', force: false, deletes: false, to: 'origin', ...(branch !== undefined && { branch }) });
const destroy = (target?: string) =>
  seenEffect({ do: 'destroy', kind: 'db', what: 'drop', ...(target !== undefined && { target }) });

const matches: readonly (readonly [string, SeenEffect, RuleMatch])[] = [
  ['deny delete outside', removal('/x', 'outside'), 'yes'],
  ['deny delete outside the project', removal('/x', 'outside'), 'yes'],
  ['deny delete outside', removal('/home/dev/project/x', 'inside'), 'no'],
  ['ask push to main, release/*', push('main'), 'yes'],
  ['ask push to main, release/*', push('refs/heads/release/2'), 'yes'],
  ['ask push to main, release/*', push('fix/main'), 'no'],
  ['ask push to upstream/*', push('main'), 'no'],
  ['ask push to origin/*', push('main'), 'yes'],
  ['ask push to main', push(), 'maybe'],
  ['ask push to main', push(`${marks.any}`), 'maybe'],
  ['deny destroy * where target ~ prod', destroy('eu-PROD-1'), 'yes'],
  ['deny destroy * where target ~ prod', destroy('staging'), 'no'],
  ['deny destroy * where target ~ prod', destroy(), 'no'],
  ['pass destroy db where target is dev', destroy('dev'), 'yes'],
  ['pass destroy db where target is dev', destroy('dev-and-prod'), 'no'],
  ['pass destroy db where target !~ prod', destroy('dev'), 'yes'],
  ['pass destroy db where target !~ prod', destroy(), 'no'],
  ['pass destroy db where target !~ prod', destroy(`${marks.any}`), 'no'],
  ['pass destroy db where target ~ dev and what is not truncate', destroy('dev'), 'yes'],
  ['deny destroy cloud, db', destroy(), 'yes'],
  ['deny destroy cloud', destroy(), 'no'],
  ['pass delete in ~/.cache/shop', removal('/home/dev/.cache/shop/a'), 'yes'],
  ['pass delete in ~/.cache/shop', removal(`/home/dev/.cache/shop/${marks.star}`), 'yes'],
  ['pass delete in ~/.cache/shop', removal('/home/dev/.cache/shopping'), 'no'],
  ['pass delete in ~/.cache/shop', removal(`/home/dev/.cache/shop/${marks.any}`), 'no'],
  ['pass delete in ~/.cache/shop', removal('/home/dev/.cache/shop/a', 'in-home', { real: '/etc' }), 'no'],
  ['deny delete in ~/photos', removal('/home/dev', 'home'), 'yes'],
  ['pass delete in ~/photos', removal('/home/dev', 'home'), 'no'],
  ['deny delete in ~/photos', removal('/tmp/link', 'outside', { real: '/home/dev/photos' }), 'yes'],
  ['deny delete in "my files"', removal('/home/dev/project/my files/a', 'inside'), 'yes'],
  ['ask delete in src/**/*.sql', removal('/home/dev/project/src/a/b.sql', 'inside'), 'yes'],
  ['pass discard in work tree', seenEffect({ do: 'discard', what: 'x' }), 'no'],
  [
    "deny discard where what is 'changes that are not committed'",
    seenEffect({ do: 'discard', what: 'uncommitted changes' }),
    'yes',
  ],
  ['deny discard where what ~ committed', seenEffect({ do: 'discard', what: 'uncommitted changes' }), 'yes'],
  ["ask discard where what !~ 'not committed'", seenEffect({ do: 'discard', what: 'uncommitted changes' }), 'no'],
  ["deny system where what ~ 'of the firewall'", seenEffect({ do: 'system', what: 'firewall rules' }), 'yes'],
  [
    'pass discard in work tree',
    seenEffect({ do: 'discard', what: 'x', at: { path: '/home/dev/trees/fix', scope: 'project' } }),
    'yes',
  ],
  [
    'deny write secret',
    seenEffect({ do: 'move', from: { path: 'a', scope: 'inside' }, to: { path: 'b', scope: 'secret' } }),
    'yes',
  ],
  ['deny send secret to *.example', seenEffect({ do: 'send', secret: true, host: 'a.example' }), 'yes'],
  ['deny send secret', seenEffect({ do: 'send', secret: false, host: 'a.example' }), 'no'],
  ['deny write unpack', seenEffect({ do: 'write', at: { path: 'a', scope: 'inside' }, how: 'over' }), 'no'],
  ['deny discard|rewrite', seenEffect({ do: 'rewrite', what: 'x' }), 'yes'],
  ['deny *', push(), 'yes'],
  ['deny * secret', push(), 'no'],
  ['ask run remote', seenEffect({ do: 'run', code: 'remote' }), 'yes'],
  ['ask reveal secret', seenEffect({ do: 'reveal', what: 'x' }), 'yes'],
];
for (const [text, effect, expected] of matches)
  test(`the rule "${text}" on ${JSON.stringify(effect).slice(0, 110)} matches: ${expected}`, () =>
    assert.equal(match(text, effect), expected));

const problems: readonly (readonly [unknown, RegExp])[] = [
  [{ deny: 'delte outside' }, /rule "deny: delte outside": "delte" is not an effect; did you mean "delete"\?/],
  [{ deny: 'delete outsid' }, /"outsid" is not known here; did you mean "outside"\?/],
  [{ deny: 'push forced' }, /"forced" is not known here; did you mean "force"\?/],
  [{ deny: 'destroy * where tagret ~ prod' }, /"where" cannot test "tagret"; did you mean "target"\?/],
  [{ deny: 'destroy * where target = prod' }, /"=" after "where target" is not one of ~, !~, is, is not/],
  [{ deny: 'destroy * where target ~' }, /a text is missing after "~"/],
  [{ deny: 'push to' }, /a word is missing after "to"/],
  [{ deny: 'push to main,' }, /a word is missing after "to"/],
  [{ deny: 'push in ~/x' }, /"in" is not known here/],
  [{ deny: 'delete in "x' }, /the quote " is not closed/],
  [{ deny: '' }, /it names no effect/],
  [{ deny: 7 }, /"deny" must be a short text/],
  [{ deny: 'push', ask: 'push' }, /it must have one of deny, ask and pass/],
  [{ because: 'x' }, /it must have one of deny, ask and pass/],
  [{ deny: 'push', becuase: 'x' }, /there is no field "becuase"; did you mean "because"\?/],
  [{ deny: 'push', until: 'tomorrow' }, /"until" must be a day such as 2027-01-31, got "tomorrow"/],
  [{ deny: 'push', until: '2027-02-30' }, /"until" must be a day/],
  [{ deny: 'push', because: [] }, /"because" must be a text/],
  ['deny: push', /a rule must be a map such as \{deny: delete outside\}/],
];
for (const [given, expected] of problems)
  test(`${JSON.stringify(given)} is refused with the wrong word`, () => assert.match(problemOf(given), expected));

test('a rule keeps its reason, alternative and last day', () => {
  const reading = readRule({ deny: 'send secret', because: 'b', instead: 'i', until: '2027-01-01' }, 'user');
  assert.ok('rule' in reading);
  const { because, instead, until } = reading.rule;
  assert.deepEqual([because, instead, until], ['b', 'i', '2027-01-01']);
  assert.ok(!isExpired(reading.rule, '2027-01-01'));
  assert.ok(isExpired(reading.rule, '2027-01-02'));
});

test('every default rule can be parsed from its printed form', () => {
  for (const rows of Object.values(profileRows))
    for (const { decide, text } of rows) assert.equal(problemOf({ [decide]: text }), '');
});

test('* matches within one folder, ** across folders', () => {
  const table: readonly (readonly [string, string, boolean])[] = [
    ['a/*.ts', 'a/b.ts', true],
    ['a/*.ts', 'a/b/c.ts', false],
    ['a/**/c.ts', 'a/b/c.ts', true],
    ['a/**/c.ts', 'a/c.ts', true],
    ['a/**', 'a/b/c', true],
    ['**c', 'a/b/c', true],
    ['?.ts', 'a.ts', true],
    ['?.ts', '/.ts', false],
    ['*', '', true],
    ['', '', true],
    ['a', 'ab', false],
  ];
  for (const [glob, text, expected] of table) assert.equal(matchesGlob(glob, text), expected, `${glob} ${text}`);
});

test('a hostile glob is matched quickly', () => {
  const start = cpuTime();
  matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(5_000));
  matchesGlob(`${'**/'.repeat(200)}b`, 'a/'.repeat(2_500));
  assert.ok(cpuTime() - start < 2_000);
});

test('a comma after "outside" adds another place', () => {
  assert.deepEqual(ruleOf('ask delete outside project').scopes, ruleOf('ask delete outside').scopes);
  assert.deepEqual(ruleOf('ask delete outside, project').scopes, [...ruleOf('ask delete outside').scopes, 'project']);
});

const onWindows = { root: 'C:\\Users\\dev\\project', home: 'C:/Users/dev', system: 'win32' };
const windowsMatches: readonly (readonly [string, string, RuleMatch])[] = [
  ['deny delete in C:/secrets', 'C:/secrets/a', 'yes'],
  ['deny delete in C:\\secrets', 'C:/secrets/a', 'yes'],
  ['deny delete in c:/Secrets', 'C:/SECRETS/a', 'yes'],
  ['deny delete in C:/secrets', 'D:/secrets/a', 'no'],
  ['deny delete in /secrets', 'D:/secrets/a', 'yes'],
  ['deny delete in C:/secrets', '/secrets/a', 'yes'],
  ['deny delete in /secrets', '/secrets/a', 'yes'],
  ['deny delete in keys', 'C:/Users/dev/project/Keys/a', 'yes'],
  ['deny delete in ~/.ssh', 'C:/users/DEV/.ssh/id_rsa', 'yes'],
  ['deny delete in C:/logs/**/old', 'C:/Logs/x/OLD/1', 'yes'],
  ['pass delete in /scratch', 'C:/scratch/a', 'yes'],
  ['pass delete in /scratch', 'D:/scratch/a', 'no'],
  ['pass delete in /scratch', '/scratch/a', 'yes'],
  ['pass delete in C:/scratch', '/scratch/a', 'yes'],
  ['pass delete in D:/scratch', '/scratch/a', 'no'],
  ['pass delete in C:/scratch', 'C:/scratches', 'no'],
];
for (const [text, path, expected] of windowsMatches)
  test(`on Windows, "${text}" matches ${path}: ${expected}`, () =>
    assert.equal(matchRule(ruleOf(text), removal(path, 'outside'), onWindows), expected));

test('on macOS, the path in a rule matches a name in another case', () =>
  assert.equal(
    matchRule(ruleOf('deny delete in keys'), removal('/home/dev/project/KEYS/a', 'inside'), {
      ...world,
      system: 'darwin',
    }),
    'yes',
  ));

test('a rule may name every kind of destroyed resource', () => {
  assert.deepEqual(ruleWords.destroy.kinds, destroyKinds);
});
