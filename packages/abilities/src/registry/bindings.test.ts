import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { hookOf } from '../../../anyhook/test/support/engine-samples.js';
import { sampleOperation } from '../../test/support/ability-samples.js';
import type { HookBindings } from './ability.js';
import { checkBindings, withBindings } from './bindings.js';

const hook = (id: string, nativeEvent: string, abilities?: readonly string[]): Hook =>
  hookOf(id, { dialect: 'ability', nativeEvent, match: abilities ? { abilities } : {} });

const bound = (hooks: Partial<HookBindings>, lines?: Readonly<Record<string, number>>) =>
  sampleOperation('a.b', {
    hooks: { preCreate: [], preCall: [], postCall: [], ...hooks },
    ...(lines && { lines }),
  });

const hooks = [
  hook('create', 'PreAbilityCreate', ['other']),
  hook('call', 'PreAbilityCall', ['other']),
  hook('after', 'PostAbilityCall', ['other']),
  hook('all', 'PreAbilityCall'),
  hookOf('claude', { dialect: 'claude', nativeEvent: 'PreToolUse' }),
];

describe('a hook that an ability binds', () => {
  test('covers the ability in addition to its own scope', () => {
    const all = withBindings(hooks, [bound({ preCreate: ['create'], preCall: ['call'], postCall: ['after'] })]);
    assert.deepEqual(
      all.map(({ id, match }) => [id, match.abilities]),
      [
        ['create', ['other', 'a.b']],
        ['call', ['other', 'a.b']],
        ['after', ['other', 'a.b']],
        ['all', undefined],
        ['claude', undefined],
      ],
    );
  });

  test('still covers everything if it has no scope', () => {
    assert.deepEqual(withBindings(hooks, [bound({ preCall: ['all'] })])[3], hooks[3]);
  });

  test('keeps its scope if the ability binds it at another event, and so do all other hooks', () => {
    assert.deepEqual(withBindings(hooks, [bound({ preCreate: ['call'], preCall: ['claude', 'nobody'] })]), hooks);
  });

  test('covers every ability that binds it, each once', () => {
    const other = sampleOperation('c', { hooks: { preCreate: [], preCall: ['call', 'call'], postCall: [] } });
    const all = withBindings(hooks, [bound({ preCall: ['call', 'call'] }), other]);
    assert.deepEqual(all[1]?.match.abilities, ['other', 'a.b', 'c']);
  });
});

/** The hooks that an ability binds, and the expected problem. */
const wrong: readonly [string, Partial<HookBindings>, string, RegExp][] = [
  [
    'an unknown hook',
    { preCall: ['call', 'nobody'] },
    'hooks.pre_call.1',
    /no hook has the id "nobody": expected a PreAbilityCall hook/,
  ],
  [
    'a misspelt hook',
    { preCreate: ['creat'] },
    'hooks.pre_create.0',
    /no hook has the id "creat"; did you mean "create"\?/,
  ],
  [
    'a hook of another event',
    { postCall: ['call'] },
    'hooks.post_call.0',
    /hook "call" runs at PreAbilityCall, expected one of PostAbilityCall/,
  ],
  [
    'a hook of another format',
    { preCall: ['claude'] },
    'hooks.pre_call.0',
    /hook "claude" has the claude format; only hooks of \.system\/hooks/,
  ],
  [
    'a property name of Object.prototype',
    { preCall: ['constructor'] },
    'hooks.pre_call.0',
    /no hook has the id "constructor"/,
  ],
];
for (const [what, given, field, message] of wrong)
  test(`binding ${what} is an error with file, line and field`, () => {
    const [first, ...others] = checkBindings([bound(given, { [field]: 9 })], hooks);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [first?.source, first?.line, first?.field, first?.severity],
      ['/project/.system/registry/low-level/a.b.yaml', 9, field, 'error'],
    );
    assert.match(first?.message ?? '', message);
  });

test('bindings that match their hooks have no problems', () => {
  assert.deepEqual(
    checkBindings([bound({ preCreate: ['create'], preCall: ['call', 'all'], postCall: ['after'] })], hooks),
    [],
  );
});
