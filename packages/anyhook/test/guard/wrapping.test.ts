import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fuzzRandom } from '../../../../fuzz/random.js';
import {
  alarmedBy,
  dangerousCommands,
  defaultVerdict,
  harmlessCommands,
  weakenedBy,
  weakenedWindows,
  windowsCommands,
} from '../support/guard-verdicts.js';
import { cmdWrappers, powershellWrappers } from '../support/guard-windows-wrappers.js';
import { commandWrappers } from '../support/guard-wrappers.js';

const names = Object.keys(commandWrappers);
const faults = (found: readonly (string | undefined)[]) => found.filter((fault) => fault !== undefined);

test('the commands alone are judged as the lists say', () => {
  assert.deepEqual(
    dangerousCommands.filter((command) => defaultVerdict(command) === 'pass'),
    [],
  );
  assert.deepEqual(
    harmlessCommands.filter((command) => defaultVerdict(command) !== 'pass'),
    [],
  );
});

describe('no way to write a command makes the verdict milder', () => {
  for (const name of names)
    test(name, () => {
      assert.deepEqual(faults(dangerousCommands.map((command) => weakenedBy([name], command))), []);
    });
});

describe('no way to write a harmless command raises an alarm, but for those that say why', () => {
  for (const name of names)
    test(name, () => {
      assert.deepEqual(faults(harmlessCommands.map((command) => alarmedBy([name], command))), []);
    });
});

test('two and three wrappers in each other change nothing', () => {
  const random = fuzzRandom(1);
  for (let round = 0; round < 300; round++) {
    const chosen = random.many(2, 3, () => random.pick(names));
    assert.equal(weakenedBy(chosen, random.pick(dangerousCommands)), undefined, chosen.join(' in '));
    assert.equal(alarmedBy(chosen, random.pick(harmlessCommands)), undefined, chosen.join(' in '));
  }
});

describe('the same holds for the shells of Windows', () => {
  for (const [shell, wrappers] of [
    ['powershell', powershellWrappers],
    ['cmd', cmdWrappers],
  ] as const)
    for (const [name, wrap] of Object.entries(wrappers))
      test(`${shell}: ${name}`, () => {
        const { dangerous, harmless } = windowsCommands[shell];
        assert.deepEqual(faults(dangerous.map((command) => weakenedWindows(shell, command, wrap(command)))), []);
        for (const command of harmless) assert.equal(defaultVerdict(wrap(command), { shell }), 'pass', wrap(command));
      });
});
