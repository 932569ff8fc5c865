import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect, PlaceScope, SeenEffect } from '../effect.js';
import { type GuardSettings, judgeEffects } from './judge.js';
import { type GuardRule, type RuleOrigin, readRule } from './rule.js';

const settings: GuardSettings = { root: '/home/dev/project', home: '/home/dev', today: '2026-06-15' };

const seenEffect = (effect: Effect, more: Partial<SeenEffect> = {}): SeenEffect =>
  ({ ...effect, span: [0, 1], via: [], call: 'x', source: 'x:coreutils', ...more }) as SeenEffect;

const at = (scope: PlaceScope, path = `/place/${scope}`) => ({ path, scope });
const removal = (scope: PlaceScope, recursive = true, path?: string) =>
  seenEffect({ do: 'delete', at: at(scope, path), recursive });
const write = (scope: PlaceScope, path?: string) => seenEffect({ do: 'write', at: at(scope, path), how: 'over' });
const permit = (scope: PlaceScope, recursive: boolean, mode?: string) =>
  seenEffect({ do: 'permit', at: at(scope), recursive, ...(mode !== undefined && { mode }) });

function rule(given: object, origin: RuleOrigin = 'user'): GuardRule {
  const reading = readRule(given, origin);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.rule;
}

const decide = (effect: SeenEffect, rules: readonly GuardRule[] = [], more: Partial<GuardSettings> = {}) =>
  judgeEffects([effect], rules, { ...settings, ...more }).decision;

const push = (more: object = {}) => seenEffect({ do: 'push', force: false, deletes: false, ...more });

const table: readonly (readonly [string, 'deny' | 'ask' | 'pass', SeenEffect])[] = [
  ...(['root', 'system', 'home', 'in-home', 'above', 'git', 'secret', 'outside', 'unset', 'project'] as const).map(
    (scope) => [`a recursive delete (${scope})`, 'deny', removal(scope)] as const,
  ),
  ...(['inside', 'temp', 'ci'] as const).map((scope) => [`a delete (${scope})`, 'pass', removal(scope)] as const),
  ['deleting one file outside the project', 'ask', removal('outside', false)],
  ['deleting an unknown folder', 'ask', removal('unknown')],
  ['deleting all temporary files', 'ask', removal('temp-all')],
  ['deleting a folder on another machine', 'ask', removal('remote')],
  ['deleting the lock file of Git', 'pass', removal('git', true, '/home/dev/project/.git/index.lock')],
  ...(['device', 'system', 'secret', 'git-hooks', 'root'] as const).map(
    (scope) => [`a write (${scope})`, 'deny', write(scope)] as const,
  ),
  ['a write (profile)', 'ask', write('profile')],
  ['a write (.env of the project)', 'pass', write('secret', '/home/dev/project/.env')],
  ...(['inside', 'temp', 'in-home', 'outside', 'unknown', 'ci'] as const).map(
    (scope) => [`a write (${scope})`, 'pass', write(scope)] as const,
  ),
  ['moving a file into a system folder', 'deny', seenEffect({ do: 'move', from: at('inside'), to: at('system') })],
  ['moving a file out of a system folder', 'ask', seenEffect({ do: 'move', from: at('system'), to: at('temp') })],
  ['moving a file inside the project', 'pass', seenEffect({ do: 'move', from: at('inside'), to: at('inside') })],
  ['chmod -R 777 /', 'deny', permit('root', true, '777')],
  ['chmod 777 /etc/passwd', 'ask', permit('system', false, '777')],
  ['chmod 644 README.md', 'pass', permit('inside', false, '644')],
  ['chmod u+s x', 'deny', permit('inside', false, 'u+s')],
  ['chmod 4755 /tmp/x', 'deny', permit('temp', false, '4755')],
  ['chmod g+s shared', 'pass', permit('inside', false, 'g+s')],
  ['chmod 600 ~/.ssh/config', 'pass', permit('secret', false, '600')],
  ['chmod 644 ~/.ssh/id_rsa', 'ask', permit('secret', false, '644')],
  ['chown -R dev ~/.npm', 'pass', permit('in-home', true)],
  ['remote code', 'deny', seenEffect({ do: 'run', code: 'remote' })],
  ['decoded code', 'deny', seenEffect({ do: 'run', code: 'decoded' })],
  ['unknown code', 'ask', seenEffect({ do: 'run', code: 'unknown' })],
  ['a network shell', 'deny', seenEffect({ do: 'shell', over: 'network' })],
  ['sending a secret', 'deny', seenEffect({ do: 'send', secret: true, host: 'x' })],
  ['sending other data', 'pass', seenEffect({ do: 'send', secret: false, host: 'x' })],
  ['printing a secret', 'ask', seenEffect({ do: 'reveal', what: 'key' })],
  ['a push', 'pass', push()],
  ['a forced push', 'deny', push({ force: true })],
  ['a push that deletes', 'ask', push({ deletes: true })],
  ['discarding work', 'ask', seenEffect({ do: 'discard', what: 'changes' })],
  ['emptying the reflog', 'deny', seenEffect({ do: 'forget', what: 'reflog' })],
  ['dropping a database', 'ask', seenEffect({ do: 'destroy', kind: 'db', what: 'drop table' })],
  ['publishing a package', 'ask', seenEffect({ do: 'publish', what: 'package' })],
  ['a fork bomb', 'deny', seenEffect({ do: 'exhaust', what: 'processes' })],
  ['a command that is too long', 'ask', seenEffect({ do: 'unread', why: 'length' })],
  ['a write to agent settings', 'ask', write('agent')],
];

for (const [title, decision, effect] of table)
  test(`the default decision on ${title} is ${decision}`, () => assert.equal(decide(effect), decision));

test('the strictest decision on any effect wins, and each finding names its rule', () => {
  const { decision, findings } = judgeEffects([removal('inside'), removal('home'), push()], [], settings);
  assert.equal(decision, 'deny');
  assert.deepEqual(
    findings.map((finding) => [finding.decision, finding.rule?.text]),
    [
      ['pass', undefined],
      ['deny', 'delete recursive outside'],
      ['pass', undefined],
    ],
  );
});

test('the first matching rule decides, in the order managed, user, defaults', () => {
  const own = [rule({ pass: 'delete outside' }), rule({ deny: 'delete outside' })];
  assert.equal(decide(removal('home'), own), 'pass');
  assert.equal(decide(removal('home'), [...own, rule({ ask: 'delete outside' }, 'managed')]), 'ask');
});

test('a project rule can only make a decision stricter', () => {
  const project = (given: object) => rule(given, 'project');
  assert.equal(decide(removal('home'), [project({ pass: 'delete *' })]), 'deny');
  assert.equal(decide(removal('home'), [project({ ask: 'delete *' })]), 'deny');
  assert.equal(decide(push(), [project({ ask: 'push' })]), 'ask');
  assert.equal(decide(push(), [rule({ ask: 'push' }), project({ deny: 'push' })]), 'deny');
  assert.equal(decide(push(), [rule({ pass: 'push' }), project({ deny: 'push' })]), 'pass');
});

test('no rule or setting lets an agent change its settings without a question', () => {
  const own = [rule({ pass: '*' }, 'managed')];
  for (const effect of [
    write('agent'),
    removal('agent'),
    permit('agent', false),
    seenEffect({ do: 'move', from: at('inside'), to: at('agent') }),
    seenEffect({ do: 'move', from: at('agent'), to: at('temp') }),
  ])
    assert.notEqual(decide(effect, own, { profile: 'light', unknown: 'pass', off: ['pack:coreutils'] }), 'pass');
});

test('a pack that is switched off has no effect', () => {
  const effect = seenEffect({ do: 'destroy', kind: 'cloud', what: 'app' }, { source: 'heroku:heroku' });
  assert.equal(decide(effect, [], { off: ['pack:heroku'] }), 'pass');
  assert.equal(decide(effect, [], { off: ['pack:her'] }), 'ask');
});

test('the setting "unknown" decides on unknown effects, but never lets an unread command pass', () => {
  for (const unknown of ['pass', 'ask', 'deny'] as const) {
    assert.equal(decide(removal('unknown'), [], { unknown }), unknown);
    assert.equal(decide(seenEffect({ do: 'run', code: 'unknown' }), [], { unknown }), unknown);
  }
  assert.equal(decide(seenEffect({ do: 'unread', why: 'depth' }), [], { unknown: 'pass' }), 'ask');
  assert.equal(decide(seenEffect({ do: 'unread', why: 'depth' }), [], { unknown: 'deny' }), 'deny');
});

test('the profile light asks nothing, and strict asks more', () => {
  const kept = seenEffect({ do: 'discard', what: 'changes' });
  assert.equal(decide(kept, [], { profile: 'light' }), 'pass');
  assert.equal(decide(removal('home'), [], { profile: 'light' }), 'deny');
  assert.equal(decide(write('ci'), [], { profile: 'strict' }), 'ask');
  assert.equal(decide(removal('inside'), [], { profile: 'strict' }), 'pass');
});

test('a rule applies up to and including its last day', () => {
  const ending = rule({ pass: 'push force', until: '2026-06-15' });
  assert.equal(decide(push({ force: true }), [ending]), 'pass');
  assert.equal(decide(push({ force: true }), [ending], { today: '2026-06-16' }), 'deny');
});
