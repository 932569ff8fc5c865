import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect, PlaceScope, SeenEffect } from '../effect.js';
import { type GuardSettings, judgeEffects } from './judge.js';
import { type GuardRule, type RuleOrigin, readRule } from './rule.js';

const settings: GuardSettings = { root: '/home/dev/project', home: '/home/dev', today: '2026-06-15' };

const seen = (effect: Effect, more: Partial<SeenEffect> = {}): SeenEffect =>
  ({ ...effect, span: [0, 1], via: [], call: 'x', source: 'x:coreutils', ...more }) as SeenEffect;

const at = (scope: PlaceScope, path = `/place/${scope}`) => ({ path, scope });
const removal = (scope: PlaceScope, recursive = true, path?: string) =>
  seen({ do: 'delete', at: at(scope, path), recursive });
const write = (scope: PlaceScope, path?: string) => seen({ do: 'write', at: at(scope, path), how: 'over' });
const permit = (scope: PlaceScope, recursive: boolean, mode?: string) =>
  seen({ do: 'permit', at: at(scope), recursive, ...(mode !== undefined && { mode }) });

function rule(given: object, origin: RuleOrigin = 'user'): GuardRule {
  const reading = readRule(given, origin);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.rule;
}

const decide = (effect: SeenEffect, rules: readonly GuardRule[] = [], more: Partial<GuardSettings> = {}) =>
  judgeEffects([effect], rules, { ...settings, ...more }).decision;

const push = (more: object = {}) => seen({ do: 'push', force: false, deletes: false, ...more });

const table: readonly (readonly [string, 'deny' | 'ask' | 'pass', SeenEffect])[] = [
  ...(['root', 'system', 'home', 'in-home', 'above', 'git', 'secret', 'outside', 'unset', 'project'] as const).map(
    (scope) => [`a recursive delete: ${scope}`, 'deny', removal(scope)] as const,
  ),
  ...(['inside', 'temp', 'ci'] as const).map((scope) => [`a delete: ${scope}`, 'pass', removal(scope)] as const),
  ['one file outside', 'ask', removal('outside', false)],
  ['a folder that nobody knows', 'ask', removal('unknown')],
  ['all temporary files', 'ask', removal('temp-all')],
  ['a folder on another machine', 'ask', removal('remote')],
  ['the lock of git', 'pass', removal('git', true, '/home/dev/project/.git/index.lock')],
  ...(['device', 'system', 'secret', 'git-hooks', 'root'] as const).map(
    (scope) => [`a write: ${scope}`, 'deny', write(scope)] as const,
  ),
  ['a write: profile', 'ask', write('profile')],
  ['a write: .env of the project', 'pass', write('secret', '/home/dev/project/.env')],
  ...(['inside', 'temp', 'in-home', 'outside', 'unknown', 'ci'] as const).map(
    (scope) => [`a write: ${scope}`, 'pass', write(scope)] as const,
  ),
  ['a file moved into the system', 'deny', seen({ do: 'move', from: at('inside'), to: at('system') })],
  ['a file moved out of the system', 'ask', seen({ do: 'move', from: at('system'), to: at('temp') })],
  ['a file moved inside', 'pass', seen({ do: 'move', from: at('inside'), to: at('inside') })],
  ['chmod -R 777 /', 'deny', permit('root', true, '777')],
  ['chmod 777 /etc/passwd', 'ask', permit('system', false, '777')],
  ['chmod 644 README.md', 'pass', permit('inside', false, '644')],
  ['chmod u+s x', 'deny', permit('inside', false, 'u+s')],
  ['chmod 4755 /tmp/x', 'deny', permit('temp', false, '4755')],
  ['chmod g+s shared', 'pass', permit('inside', false, 'g+s')],
  ['chmod 600 ~/.ssh/config', 'pass', permit('secret', false, '600')],
  ['chmod 644 ~/.ssh/id_rsa', 'ask', permit('secret', false, '644')],
  ['chown -R dev ~/.npm', 'pass', permit('in-home', true)],
  ['remote code', 'deny', seen({ do: 'run', code: 'remote' })],
  ['decoded code', 'deny', seen({ do: 'run', code: 'decoded' })],
  ['unknown code', 'ask', seen({ do: 'run', code: 'unknown' })],
  ['a network shell', 'deny', seen({ do: 'shell', over: 'network' })],
  ['a secret that is sent', 'deny', seen({ do: 'send', secret: true, host: 'x' })],
  ['data that are sent', 'pass', seen({ do: 'send', secret: false, host: 'x' })],
  ['a secret that is printed', 'ask', seen({ do: 'reveal', what: 'key' })],
  ['a push', 'pass', push()],
  ['a push with force', 'deny', push({ force: true })],
  ['a push that deletes', 'ask', push({ deletes: true })],
  ['work that is discarded', 'ask', seen({ do: 'discard', what: 'changes' })],
  ['a reflog that is emptied', 'deny', seen({ do: 'forget', what: 'reflog' })],
  ['a database that is dropped', 'ask', seen({ do: 'destroy', kind: 'db', what: 'drop table' })],
  ['a package that is published', 'ask', seen({ do: 'publish', what: 'package' })],
  ['a fork bomb', 'deny', seen({ do: 'exhaust', what: 'processes' })],
  ['a command that is too long', 'ask', seen({ do: 'unread', why: 'length' })],
  ['settings of an agent', 'ask', write('agent')],
];

for (const [title, decision, effect] of table)
  test(`by default ${title} is ${decision}`, () => assert.equal(decide(effect), decision));

test('over all effects the strictest decision counts, and each has the rule that decided', () => {
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

test('the first matching rule decides, managed before user before defaults', () => {
  const own = [rule({ pass: 'delete outside' }), rule({ deny: 'delete outside' })];
  assert.equal(decide(removal('home'), own), 'pass');
  assert.equal(decide(removal('home'), [...own, rule({ ask: 'delete outside' }, 'managed')]), 'ask');
});

test('a rule of the project can only make it stricter', () => {
  const project = (given: object) => rule(given, 'project');
  assert.equal(decide(removal('home'), [project({ pass: 'delete *' })]), 'deny');
  assert.equal(decide(removal('home'), [project({ ask: 'delete *' })]), 'deny');
  assert.equal(decide(push(), [project({ ask: 'push' })]), 'ask');
  assert.equal(decide(push(), [rule({ ask: 'push' }), project({ deny: 'push' })]), 'deny');
  assert.equal(decide(push(), [rule({ pass: 'push' }), project({ deny: 'push' })]), 'pass');
});

test('nothing lets an agent change its settings without a question', () => {
  const own = [rule({ pass: '*' }, 'managed')];
  for (const effect of [
    write('agent'),
    removal('agent'),
    permit('agent', false),
    seen({ do: 'move', from: at('inside'), to: at('agent') }),
    seen({ do: 'move', from: at('agent'), to: at('temp') }),
  ])
    assert.notEqual(decide(effect, own, { profile: 'light', unknown: 'pass', off: ['pack:coreutils'] }), 'pass');
});

test('a pack that is off says nothing', () => {
  const effect = seen({ do: 'destroy', kind: 'cloud', what: 'app' }, { source: 'heroku:heroku' });
  assert.equal(decide(effect, [], { off: ['pack:heroku'] }), 'pass');
  assert.equal(decide(effect, [], { off: ['pack:her'] }), 'ask');
});

test('the setting unknown decides about what nobody knows, and lets no half-read command pass', () => {
  for (const unknown of ['pass', 'ask', 'deny'] as const) {
    assert.equal(decide(removal('unknown'), [], { unknown }), unknown);
    assert.equal(decide(seen({ do: 'run', code: 'unknown' }), [], { unknown }), unknown);
  }
  assert.equal(decide(seen({ do: 'unread', why: 'depth' }), [], { unknown: 'pass' }), 'ask');
  assert.equal(decide(seen({ do: 'unread', why: 'depth' }), [], { unknown: 'deny' }), 'deny');
});

test('light asks nothing, strict asks more', () => {
  const kept = seen({ do: 'discard', what: 'changes' });
  assert.equal(decide(kept, [], { profile: 'light' }), 'pass');
  assert.equal(decide(removal('home'), [], { profile: 'light' }), 'deny');
  assert.equal(decide(write('ci'), [], { profile: 'strict' }), 'ask');
  assert.equal(decide(removal('inside'), [], { profile: 'strict' }), 'pass');
});

test('a rule counts until its last day', () => {
  const ending = rule({ pass: 'push force', until: '2026-06-15' });
  assert.equal(decide(push({ force: true }), [ending]), 'pass');
  assert.equal(decide(push({ force: true }), [ending], { today: '2026-06-16' }), 'deny');
});
