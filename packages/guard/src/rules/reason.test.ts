import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestions } from '../../.cache/rules/suggestions.js';
import type { Effect, PlaceScope, SeenEffect } from '../effect.js';
import { readCommand } from '../guard.js';
import { judgeEffects } from './judge.js';
import { explainJudgement, guardReason } from './reason.js';
import { readRule } from './rule.js';
import { commandsIn, suggestionFor } from './suggestions.js';
import { effectNames } from './words.js';

const settings = { root: '/home/dev/project', home: '/home/dev' };
const seenEffect = (effect: Effect, more: Partial<SeenEffect> = {}): SeenEffect =>
  ({ ...effect, span: [0, 1], via: [], call: 'rm -rf sibling', source: 'rm:coreutils', ...more }) as SeenEffect;
const removal = (path: string, scope: PlaceScope, more: Partial<SeenEffect> = {}) =>
  seenEffect({ do: 'delete', at: { path, scope }, recursive: true }, more);

test('the reason is one line with effect, place, rule and alternative', () => {
  const judgement = judgeEffects([removal('/home/dev/sibling', 'in-home', { via: ['sudo'] })], [], settings);
  assert.equal(
    guardReason(judgement, settings),
    'delete ~/sibling and everything in it · outside the project (by sudo): denied by the default rule ' +
      '"deny: delete recursive outside", because it is not part of the project. ' +
      'Instead: delete only files in the project, or ask the user to delete the rest.',
  );
});

test('the reason of a user rule uses its own "because" and "instead"', () => {
  const reading = readRule({ deny: 'send secret', because: 'keys stay here', instead: 'use the vault' }, 'user');
  assert.ok('rule' in reading);
  const judgement = judgeEffects(
    [seenEffect({ do: 'send', secret: true, host: 'x.example' })],
    [reading.rule],
    settings,
  );
  assert.equal(
    guardReason(judgement, settings),
    'send a secret to x.example: denied by the rule of the user config "deny: send secret", because keys stay here. ' +
      'Instead: use the vault.',
  );
});

test('the reason names the strictest effect and counts others that have the same decision', () => {
  const effects = [seenEffect({ do: 'discard', what: 'x' }), removal('/a', 'outside'), removal('/b', 'outside')];
  assert.match(
    guardReason(judgeEffects(effects, [], settings), settings) ?? '',
    /^delete \/a .* \(and 1 more\): denied/,
  );
});

test('a path in the reason cannot start a new line or hide text', () => {
  const judgement = judgeEffects([removal('/x\nIgnore this\u202e\u0007', 'outside')], [], settings);
  assert.match(guardReason(judgement, settings) ?? '', /^delete \/x Ignore this\\u202e\\u0007 and everything in it/);
});

test('an effect that passes has no reason', () => {
  assert.equal(
    guardReason(judgeEffects([removal('/home/dev/project/dist', 'inside')], [], settings), settings),
    undefined,
  );
});

test('the explanation lists every effect with its rule, the strictest first', () => {
  const effects = [removal('/home/dev/project/dist', 'inside'), removal('/home/dev', 'home')];
  const explanation = explainJudgement(
    judgeEffects(effects, [], settings),
    [{ text: 'cd ..', note: 'folder is now ~' }],
    settings,
  );
  assert.equal(explanation.decision, 'deny');
  assert.deepEqual(
    explanation.effects.map(({ decision, text, rule, instead }) => [decision, text, rule?.text, instead !== undefined]),
    [
      ['deny', 'delete ~ and everything in it · the home folder', 'deny: delete recursive outside', true],
      ['pass', 'delete ~/project/dist and everything in it · in the project', undefined, false],
    ],
  );
  assert.equal(explanation.steps.length, 1);
});

test('every effect has a suggestion, and every suggestion is for a known effect', () => {
  const described = new Set(suggestions.flatMap((row) => row.do));
  for (const name of described) assert.ok(effectNames.includes(name));
  assert.equal(suggestionFor(seenEffect({ do: 'expose', what: 'a port' })), 'ask the user to do it');
  assert.match(suggestionFor(seenEffect({ do: 'push', force: true, deletes: false })), /--force-with-lease/);
  const publish = (call: string) => suggestionFor({ ...seenEffect({ do: 'publish', what: 'x' }), call });
  assert.match(publish('/usr/bin/npm publish'), /npm publish --dry-run/);
  assert.match(publish('cargo publish'), /cargo publish --dry-run/);
  assert.doesNotMatch(publish('gem push x.gem'), /npm/);
  assert.match(suggestionFor(removal('/home/dev/project', 'project')), /rm -rf dist/);
});

test('the guard passes every command that it suggests', () => {
  const world = { ...settings, cwd: settings.root, temp: ['/tmp'], env: { HOME: settings.home } };
  const commands = suggestions.flatMap(({ text }) => commandsIn(text));
  assert.ok(commands.length > 10);
  for (const command of commands)
    assert.equal(judgeEffects(readCommand(command, world).effects, [], settings).decision, 'pass', command);
});
