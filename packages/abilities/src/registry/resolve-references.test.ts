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

test('abilities that fit together are all usable', () => {
  const all = [operation('a'), operation('b'), workflow('f', ['a', 'b', 'a']), workflow('g', ['f', 'a'])];
  assert.deepEqual(told(all), { usable: ['a', 'b', 'f', 'g'], problems: [] });
});

describe('two of a name', () => {
  test('are an error in both files that names the other, and neither is usable', () => {
    const twin = { source: '/project/sub/.system/registry/low-level/z.yaml', line: 3 };
    assert.deepEqual(told([operation('a'), operation('b'), operation('a', twin)]), {
      usable: ['b'],
      problems: [
        'a.yaml:1 key "a" is also declared in /project/sub/.system/registry/low-level/z.yaml:3; neither can be used: rename one',
        'z.yaml:3 key "a" is also declared in /project/.system/registry/low-level/a.yaml:1; neither can be used: rename one',
      ],
    });
  });

  test('may be an operation and a workflow', () => {
    const { usable, problems } = told([operation('a'), operation('b'), workflow('a', ['b'])]);
    assert.deepEqual([usable, problems.length], [['b'], 2]);
  });

  test('make the workflow unusable that calls them', () => {
    const { usable, problems } = told([operation('a'), operation('a', { source: '/x.yaml' }), workflow('f', ['a'])]);
    assert.deepEqual(usable, []);
    assert.match(problems.at(-1) ?? '', /f\.yaml:6 steps\.0\.ability .*no usable ability is called "a"/);
  });
});

describe('a step', () => {
  test('that calls nobody is an error with the nearest name', () => {
    assert.deepEqual(told([operation('deploy.app'), workflow('f', ['deploy.app', 'deploy.ap'])]), {
      usable: ['deploy.app'],
      problems: [
        'f.yaml:7 steps.1.ability "steps.1.ability": no usable ability is called "deploy.ap"; did you mean "deploy.app"?',
      ],
    });
  });

  test('that calls an operation as an ability is told the right word', () => {
    const steps = [{ id: 's', ability: 'a', kind: 'ability_id', input: {}, onFailure: 'stop' }] as const;
    const { problems } = told([operation('a'), workflow('f', [], { steps })]);
    assert.deepEqual(problems, [
      'f.yaml:1 steps.0.ability "steps.0.ability": "a" is an operation: write "operation: a"',
    ]);
  });

  test('of the clean-up counts too', () => {
    const cleanup = [{ id: 'c', ability: 'gone', kind: 'operation_key', input: {}, onFailure: 'stop' }] as const;
    const { usable, problems } = told([operation('a'), workflow('f', ['a'], { cleanup })]);
    assert.deepEqual(usable, ['a']);
    assert.match(problems[0] ?? '', /cleanup\.0\.operation .*"gone"/);
  });

  test('that leads to a broken workflow breaks its own, up to the top', () => {
    const all = [workflow('top', ['mid']), workflow('mid', ['low']), workflow('low', ['gone'])];
    const { usable, problems } = told(all);
    assert.deepEqual(usable, []);
    assert.match(problems.join('\n'), /mid\.yaml:6 steps\.0 "steps\.0": "low" cannot be used, see .*low\.yaml/);
    assert.match(problems.join('\n'), /top\.yaml:6 steps\.0 "steps\.0": "mid" cannot be used, see .*mid\.yaml/);
  });
});

describe('a circle', () => {
  const circles: readonly [string, Parameters<typeof resolveReferences>[0], RegExp][] = [
    ['of one', [workflow('f', ['f'])], /f\.yaml:6 steps .* never end: f → f$/m],
    ['of two', [workflow('f', ['g']), workflow('g', ['f'])], /f → g → f$/m],
    [
      'of three with a way in',
      [workflow('in', ['f']), workflow('f', ['g']), workflow('g', ['h']), workflow('h', ['f'])],
      /in → f → g → h → f$/m,
    ],
  ];
  for (const [what, all, message] of circles)
    test(`${what} is an error, and nobody in it or before it is usable`, () => {
      const { usable, problems } = told([operation('a'), ...all]);
      assert.deepEqual(usable, ['a']);
      assert.equal(problems.length, all.length);
      assert.match(problems.join('\n'), message);
    });

  test('of thousands is told in a line, and no stack ends', () => {
    const all = Array.from({ length: 5_000 }, (_, i) => workflow(`w${i}`, [`w${(i + 1) % 5_000}`]));
    const { usable, problems } = told(all);
    assert.deepEqual([usable.length, problems.length], [0, 5_000]);
    assert.ok((problems[0] ?? '').length < 1_000);
  });
});

test('a chain of thousands is no circle', () => {
  const all = Array.from({ length: 5_000 }, (_, i) => workflow(`w${i}`, [i === 4_999 ? 'a' : `w${i + 1}`]));
  assert.equal(told([...all, operation('a')]).usable.length, 5_001);
});
