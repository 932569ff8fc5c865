import assert from 'node:assert/strict';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runAgent } from '../../anyhook/test/support/run-agent.js';
import { fleetProject } from './fleet-project.js';
import { denying } from './support/fleet-world.js';

test('an agent event starts the policy check, and the next event is decided by the new policy', async (t) => {
  const machine = await fleetProject(t, { policy: denying('rocket') });
  const checked = join(machine.policyFolder, 'checked.json');
  const answer = (command: string): string =>
    runAgent(machine, 'claude-code', {
      hook_event_name: 'PreToolUse',
      ...{ session_id: 's', cwd: machine.dir, tool_name: 'Bash', tool_input: { command } },
    }).stdout;
  const waitForSerial = async (serial: number): Promise<void> => {
    for (let tries = 0; tries < 200; tries++) {
      if (serialIn(checked) === serial) return;
      await wait(100);
    }
    assert.fail(`no check took serial ${serial}`);
  };
  assert.doesNotMatch(answer('echo rocket'), /acme forbids/, 'it was never fetched, and the offline rule is keep');
  await waitForSerial(1);
  assert.match(answer('echo rocket'), /acme forbids rocket/);

  machine.publish(denying('comet'));
  assert.doesNotMatch(answer('echo comet'), /acme forbids/);
  assert.equal(serialIn(checked), 1, 'no check may be due yet');
  const longAgo = Date.now() / 1000 - 3_600;
  utimesSync(checked, longAgo, longAgo);
  assert.doesNotMatch(answer('echo comet'), /acme forbids/, 'no event may wait for a check');
  await waitForSerial(2);
  assert.match(answer('echo comet'), /acme forbids comet/);
});

function serialIn(file: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly serial?: number }).serial;
  } catch {
    return undefined;
  }
}
