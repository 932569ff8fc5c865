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

test('unwrapped dangerous commands are stopped, and harmless ones pass', () => {
  assert.deepEqual(
    dangerousCommands.filter((command) => defaultVerdict(command) === 'pass'),
    [],
  );
  assert.deepEqual(
    harmlessCommands.filter((command) => defaultVerdict(command) !== 'pass'),
    [],
  );
});

describe('no wrapper weakens the verdict on a dangerous command', () => {
  for (const name of names)
    test(name, () => {
      assert.deepEqual(faults(dangerousCommands.map((command) => weakenedBy([name], command))), []);
    });
});

describe('no wrapper raises an alarm on a harmless command, except documented ones', () => {
  for (const name of names)
    test(name, () => {
      assert.deepEqual(faults(harmlessCommands.map((command) => alarmedBy([name], command))), []);
    });
});

test('nesting two or three wrappers does not change the verdict', () => {
  const random = fuzzRandom(1);
  for (let round = 0; round < 300; round++) {
    const chosen = random.many(2, 3, () => random.pick(names));
    assert.equal(weakenedBy(chosen, random.pick(dangerousCommands)), undefined, chosen.join(' in '));
    assert.equal(alarmedBy(chosen, random.pick(harmlessCommands)), undefined, chosen.join(' in '));
  }
});

describe('wrappers for PowerShell and cmd do not change the verdict', () => {
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
