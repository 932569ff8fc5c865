import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedPackFiles } from '../../../../scripts/pack-tables.js';
import { parseYaml } from '../../../anyhook/src/formats/kit/parse.js';
import { readCommand } from '../guard.js';
import { judgeEffects } from '../rules/judge.js';
import type { GuardWorld } from '../world.js';
import { loadPacks } from './load-packs.js';
import { checkPackExamples } from './pack.js';

const world: GuardWorld = {
  cwd: '/home/dev/project',
  root: '/home/dev/project',
  home: '/home/dev',
  temp: ['/tmp'],
  env: {},
};

const decide = (command: string) => judgeEffects(readCommand(command, world).effects, [], world).decision;

for (const file of shippedPackFiles()) {
  const { packs, problems } = loadPacks([file], parseYaml);

  test(`the packs of ${file.source} are well formed and judge their examples as listed`, () => {
    assert.deepEqual(problems, []);
    const wrong = packs.flatMap((pack) => checkPackExamples(pack, decide));
    assert.deepEqual(
      wrong.map(({ source, field, message }) => `${source} ${field} ${message}`),
      [],
    );
  });

  test(`every pack of ${file.source} has an example that passes`, () => {
    for (const { name, examples } of packs) assert.ok(examples.passed.length > 0, `${name} has none`);
  });
}
