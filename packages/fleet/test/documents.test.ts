import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fleetDocuments } from '../../../scripts/reference/fleet.js';
import type { DeviceReport } from '../src/hub-protocol.js';
import { fleetProject } from './fleet-project.js';
import { denying, FleetWorld } from './support/fleet-world.js';

/** The names of the signed fields. */
const signedFields = (file: string): readonly string[] => {
  const { payload } = JSON.parse(readFileSync(file, 'utf8')) as { readonly payload: string };
  return Object.keys(JSON.parse(Buffer.from(payload, 'base64').toString()));
};

test('the reference names every field of the documents and reports that the code writes', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  assert.deepEqual(signedFields(world.tree.rootFile(1)), Object.keys(fleetDocuments.root));
  assert.deepEqual(
    [...signedFields(world.tree.channelFile('stable'))].sort(),
    Object.keys(fleetDocuments.channel).sort(),
  );
  const here = await fleetProject(t, { policy: denying('rm') });
  here.publish(denying('curl'), { enforce: 0, shadow: 10_000 });
  await here.run(['fleet', 'fetch']);
  const report = await here.json<DeviceReport>(['fleet', 'report', '--json']);
  assert.deepEqual(Object.keys(report), Object.keys(fleetDocuments.report));
});
