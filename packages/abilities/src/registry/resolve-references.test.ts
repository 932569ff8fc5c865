import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleOperation as operation, sampleWorkflow as workflow } from '../../test/support/ability-samples.js';
import { resolveReferences } from './resolve-references.js';

const told = (all: Parameters<typeof resolveReferences>[0]) => {
  const { abilities, problems } = resolveReferences(all);
  return {
    usable: abilities.map(({ name }) => name),
    problems: problems.map(
      ({ source, line, field, message }) => `${source.split('/').at(-1)}:${line} ${field} ${message}`,
    ),
  };
};

test('abilities without conflicts are all usable', () => {
  const all = [operation('a'), operation('b'), workflow('f', ['a', 'b', 'a']), workflow('g', ['f', 'a'])];
  assert.deepEqual(told(all), { usable: ['a', 'b', 'f', 'g'], problems: [] });
});

describe('two abilities with the same name', () => {
  test('are unusable, and each file gets an error that names the other', () => {
    const twin = { source: '/project/sub/.system/registry/low-level/z.yaml', line: 3 };
    assert.deepEqual(told([operation('a'), operation('b'), operation('a', twin)]), {
      usable: ['b'],
      problems: [
        'a.yaml:1 key "a" is also declared in /project/sub/.system/registry/low-level/z.yaml:3; neither can be used: rename one',
        'z.yaml:3 key "a" is also declared in /project/.system/registry/low-level/a.yaml:1; neither can be used: rename one',
      ],
    });
  });

  test('are allowed if one is an operation and the other a workflow', () => {
    const { usable, problems } = told([operation('a'), operation('b'), workflow('a', ['b'])]);
    assert.deepEqual([usable, problems.length], [['b'], 2]);
  });

  test('make a workflow that calls them unusable', () => {
    const { usable, problems } = told([operation('a'), operation('a', { source: '/x.yaml' }), workflow('f', ['a'])]);
    assert.deepEqual(usable, []);
    assert.match(problems.at(-1) ?? '', /f\.yaml:6 steps\.0\.ability .*no usable ability is called "a"/);
  });
});

describe('a step', () => {
  test('that calls an unknown ability is an error that suggests the nearest name', () => {
    assert.deepEqual(told([operation('deploy.app'), workflow('f', ['deploy.app', 'deploy.ap'])]), {
      usable: ['deploy.app'],
      problems: [
        'f.yaml:7 steps.1.ability "steps.1.ability": no usable ability is called "deploy.ap"; did you mean "deploy.app"?',
      ],
    });
  });

  test('that calls an operation as an ability is an error that names the right field', () => {
    const steps = [{ id: 's', ability: 'a', kind: 'ability_id', input: {}, onFailure: 'stop' }] as const;
    const { problems } = told([operation('a'), workflow('f', [], { steps })]);
    assert.deepEqual(problems, [
      'f.yaml:1 steps.0.ability "steps.0.ability": "a" is an operation: write "operation: a"',
    ]);
  });

  test('of the clean-up is checked as well', () => {
    const cleanup = [{ id: 'c', ability: 'gone', kind: 'operation_key', input: {}, onFailure: 'stop' }] as const;
    const { usable, problems } = told([operation('a'), workflow('f', ['a'], { cleanup })]);
    assert.deepEqual(usable, ['a']);
    assert.match(problems[0] ?? '', /cleanup\.0\.operation .*"gone"/);
  });

  test('that calls a broken workflow makes its own workflow unusable, up to the top', () => {
    const all = [workflow('top', ['mid']), workflow('mid', ['low']), workflow('low', ['gone'])];
    const { usable, problems } = told(all);
    assert.deepEqual(usable, []);
    assert.match(problems.join('\n'), /mid\.yaml:6 steps\.0 "steps\.0": "low" cannot be used, see .*low\.yaml/);
    assert.match(problems.join('\n'), /top\.yaml:6 steps\.0 "steps\.0": "mid" cannot be used, see .*mid\.yaml/);
  });
});

describe('a cycle', () => {
  const circles: readonly [string, Parameters<typeof resolveReferences>[0], RegExp][] = [
    ['of one workflow', [workflow('f', ['f'])], /f\.yaml:6 steps .* never end: f → f$/m],
    ['of two workflows', [workflow('f', ['g']), workflow('g', ['f'])], /f → g → f$/m],
    [
      'of three workflows that a fourth calls',
      [workflow('in', ['f']), workflow('f', ['g']), workflow('g', ['h']), workflow('h', ['f'])],
      /in → f → g → h → f$/m,
    ],
  ];
  for (const [what, all, message] of circles)
    test(`${what} is an error, and no workflow in it or leading to it is usable`, () => {
      const { usable, problems } = told([operation('a'), ...all]);
      assert.deepEqual(usable, ['a']);
      assert.equal(problems.length, all.length);
      assert.match(problems.join('\n'), message);
    });

  test('of 5,000 workflows is reported in a short message, without a stack overflow', () => {
    const all = Array.from({ length: 5_000 }, (_, i) => workflow(`w${i}`, [`w${(i + 1) % 5_000}`]));
    const { usable, problems } = told(all);
    assert.deepEqual([usable.length, problems.length], [0, 5_000]);
    assert.ok((problems[0] ?? '').length < 1_000);
  });
});

test('a chain of 5,000 workflows without a cycle is usable', () => {
  const all = Array.from({ length: 5_000 }, (_, i) => workflow(`w${i}`, [i === 4_999 ? 'a' : `w${i + 1}`]));
  assert.equal(told([...all, operation('a')]).usable.length, 5_001);
});
