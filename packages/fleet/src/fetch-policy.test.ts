import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '@anyhook/core';
import { day, denying, everywhere, FleetWorld, noon, packageFiles } from '../test/support/fleet-world.js';
import { readActivePolicy } from './active-policy.js';
import { packBundle } from './archive.js';
import { type ChannelDocument, documentBytes } from './documents.js';
import { envelopeText, withSignatures } from './envelope.js';
import { readKeys } from './key-folder.js';
import { makeSigner } from './keys.js';
import { publishBundle, renewChannel, rotateKeys } from './publish.js';

const serialInForce = (world: FleetWorld) => readActivePolicy(world.settings, world.state).channel?.serial;

test('a device accepts a signed policy, and its files equal the publisher’s', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  assert.equal((await world.fetch()).kind, 'current');
  const { bundles, problem } = readActivePolicy(world.settings, world.state);
  assert.equal(problem, undefined);
  assert.deepEqual(
    bundles.map(({ mode, serial }) => [mode, serial]),
    [['enforce', 1]],
  );
  assert.match(readFileSync(join(bundles[0]?.folder ?? '', 'scripts/deny.sh'), 'utf8'), /acme forbids rm/);
});

test('checking an unchanged policy is one request without a body', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  await world.fetch();
  world.requests.length = 0;
  assert.deepEqual({ ...(await world.fetch()), channel: 0 }, { kind: 'current', isNew: false, channel: 0 });
  assert.deepEqual(world.requests, ['/stable.json unchanged']);
});

/** Each case: the problem on the server, and the device's message. */
const refused: readonly [string, (world: FleetWorld) => void, RegExp][] = [
  [
    'a policy whose content was changed after it was signed',
    (world) => {
      const envelope = JSON.parse(readFileSync(world.tree.channelFile('stable'), 'utf8'));
      const payload = Buffer.from(envelope.payload, 'base64').toString().replace('"serial": 2', '"serial": 3');
      world.plant('stable.json', JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') }));
    },
    /stable\.json: signatures: expected 1 of the 1 policy keys of root document 1 \(\w+\), got 0 valid of 1; /,
  ],
  [
    'a policy signed with an unknown key',
    (world) => {
      const document = { ...world.tree.readChannel('stable'), serial: 9 } as never;
      const unsigned = { kind: 'channel', payload: documentBytes(document), signatures: [] } as const;
      world.plant('stable.json', envelopeText(withSignatures(unsigned, [makeSigner()])));
    },
    /signatures: expected 1 of the 1 policy keys/,
  ],
  [
    'a root document instead of a policy',
    (world) => world.plant('stable.json', readFileSync(world.tree.rootFile(1))),
    /payloadType: expected "application\/vnd\.anyhook\.fleet-channel\+json", got "application\/vnd\.anyhook\.fleet-root/,
  ],
  [
    'a file that is not a document',
    (world) => world.plant('stable.json', '<html>not found</html>'),
    /content: expected a JSON object .*check the URL/,
  ],
  [
    'a policy with a bundle larger than declared',
    (world) => world.plant(`b/${world.tree.readChannel('stable')?.bundles[1]?.sha256}.tgz`, Buffer.alloc(100_000)),
    /\.tgz: size: expected at most \d+ bytes, got more; /,
  ],
  [
    'a bundle other than the signed one',
    (world) => world.plant(`b/${world.tree.readChannel('stable')?.bundles[1]?.sha256}.tgz`, packBundle([])),
    /\.tgz: sha256: expected [0-9a-f]{64}, got [0-9a-f]{64}; nothing of it is used/,
  ],
  [
    'a document that is too large',
    (world) => appendFileSync(world.tree.channelFile('stable'), ' '.repeat(300_000)),
    /stable\.json: size: expected at most 262144 bytes, got more/,
  ],
];

/** Signs a bundle that "fleet publish" would not create. */
function signBundle(world: FleetWorld, archive: Buffer, bytes = archive.length): void {
  const before = world.tree.readChannel('stable');
  if (!before) throw new Error('publish first');
  const serial = before.serial + 1;
  const hash = sha256(archive);
  world.tree.writeBundle(hash, archive);
  const document: ChannelDocument = {
    ...before,
    serial,
    bundles: [...before.bundles, { serial, sha256: hash, bytes }],
    rings: [{ upTo: 10_000, serial, mode: 'enforce' }],
  };
  world.tree.writeChannel(document, readKeys(world.keys));
}

/** A bundle with one entry that is not a plain file. */
function bundleWithLink(): Buffer {
  const tar = gunzipSync(packBundle(packageFiles({ 'scripts/deny.sh': '' })));
  tar.write('2', 156);
  tar.write('/etc/passwd', 157);
  tar.fill(' ', 148, 156);
  const sum = tar.subarray(0, 512).reduce((all, byte) => all + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return gzipSync(tar);
}

const signedBundles: typeof refused = [
  ['a signed bundle with a link', (world) => signBundle(world, bundleWithLink()), /expected a plain file, got a link/],
  [
    'a signed bundle that unpacks to too many bytes',
    (world) => signBundle(world, gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })),
    /size unpacked: expected at most \d+ bytes from \d+, got more/,
  ],
  [
    'a signed bundle over the size limit',
    (world) => signBundle(world, Buffer.alloc(9 * 1024 * 1024, 'x')),
    /bundles\.2\.bytes: expected a whole number from 1 to 8388608, got 9437184/,
  ],
];

for (const [what, spoil, message] of [...refused, ...signedBundles])
  test(`${what} is refused, and the last good one stays in force`, async (t) => {
    const world = new FleetWorld(t);
    world.publish(denying('rm'));
    await world.fetch();
    world.publish(denying('curl'));
    spoil(world);
    assert.match(await world.refusal(), message);
    assert.equal(serialInForce(world), 1);
    assert.match(world.store.readCheck()?.problem ?? '', message);
    assert.equal(world.store.readCheck()?.checkedAt, noon);
  });

test('a policy with one of two required signatures is refused until the second is added', async (t) => {
  const world = new FleetWorld(t, { policyKeys: 2, policyThreshold: 2 });
  const change = world.change();
  const { document } = publishBundle(packageFiles(denying('rm')), everywhere, change, true);
  const policyKeys = change.signers.filter(({ publicKey }) => world.tree.readRoot().policy.keys.includes(publicKey));
  const { file, waits } = world.tree.writeChannel(document, policyKeys.slice(0, 1));
  assert.match(waits ?? '', /^2 of the 2 keys .* must sign it, 1 valid of 1$/);
  world.plant('stable.json', readFileSync(file));
  assert.match(await world.refusal(), /expected 2 of the 2 policy keys .*, got 1 valid of 1/);
  assert.equal(world.tree.signDraft(file, policyKeys.slice(1)).waits, undefined);
  assert.ok(!existsSync(file), 'the draft is gone');
});

test('two signatures by the same key count as one', async (t) => {
  const world = new FleetWorld(t, { policyKeys: 2, policyThreshold: 2 });
  world.publish(denying('rm'));
  const envelope = JSON.parse(readFileSync(world.tree.channelFile('stable'), 'utf8'));
  const [first] = envelope.signatures;
  world.plant('stable.json', JSON.stringify({ ...envelope, signatures: [first, first] }));
  assert.match(await world.refusal(), /got 1 valid of 2/);
});

test('a signed policy with an older serial is refused', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  const old = readFileSync(world.tree.channelFile('stable'));
  world.publish(denying('curl'));
  await world.fetch();
  world.plant('stable.json', old);
  assert.match(await world.refusal(), /serial: expected at least 2, which was seen before, got 1; to go back, publish/);
  // Also after the record of the last checks was lost.
  rmSync(world.store.checkFile);
  assert.match(await world.refusal(), /serial: expected at least 2/);
});

test('another document with a known serial is refused', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  const first = readFileSync(world.tree.channelFile('stable'));
  await world.fetch();
  rmSync(world.tree.channelFile('stable'));
  world.publish(denying('curl'));
  assert.notDeepEqual(readFileSync(world.tree.channelFile('stable')), first);
  assert.match(await world.refusal(), /serial: expected the same document as before under serial 1, got another one/);
});

test('an expired policy is refused, the one in force stays, and it no longer counts as checked', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  await world.fetch();
  world.now = noon + 91 * day;
  assert.match(
    await world.refusal(),
    /expires: expected a time after 2026-08-31\S+, got 2026-08-30\S+; publish again: "anyhook fleet renew"/,
  );
  assert.equal(serialInForce(world), 1);
  assert.equal(world.store.readCheck()?.checkedAt, noon);
  renewChannel(world.change(), false);
  assert.equal((await world.fetch()).kind, 'current');
  assert.equal(serialInForce(world), 2);
});

test('a policy of another organisation or channel is refused', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  const { settings } = world;
  world.plant('beta.json', readFileSync(world.tree.channelFile('stable')));
  assert.match(
    await world.refusal({ ...settings, channel: 'beta' }),
    /channel: expected "beta", got "stable"; it belongs/,
  );
  assert.match(await world.refusal({ ...settings, org: 'other' }), /root\/1\.json: org: expected "other", got "acme"/);
});

test('a policy for a newer version of anyhook is refused', async (t) => {
  const world = new FleetWorld(t);
  renew(world, '2.1.0');
  assert.match(
    await world.refusal(undefined, '2.0.9+abc'),
    /minVersion: expected at most 2\.0\.9, .*got 2\.1\.0; update/,
  );
  assert.equal((await world.fetch(undefined, '2.1.0')).kind, 'current');
});

const renew = (world: FleetWorld, minVersion: string) => {
  world.publish(denying('rm'));
  renewChannel({ ...world.change(), minVersion }, false);
};

test('a policy is refused after the clock was set back, because expired ones would become valid', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  world.now = noon + 30 * day;
  await world.fetch();
  world.now = noon - 335 * day;
  assert.match(
    await world.refusal(),
    /the clock of this machine: time: expected a time after 2026-07-01\S+, which was seen before, got 2025-07-01\S+; set the clock/,
  );
  assert.equal(serialInForce(world), 1);
  world.now = noon + 30 * day - 60_000;
  assert.equal((await world.fetch()).kind, 'current', 'a clock that is one minute slow must be accepted');
});

test('new policy keys revoke the old ones, and devices follow the chain of root documents', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  await world.fetch();
  const stolen = readKeys(world.keys);
  rotateKeys({ tree: world.tree, keys: world.keys, signers: stolen, role: 'policy', now: noon });
  renewChannel(world.change(), false);
  assert.equal((await world.fetch()).kind, 'current');
  assert.equal(serialInForce(world), 2);
  const document = { ...world.tree.readChannel('stable'), serial: 9 } as never;
  const unsigned = { kind: 'channel', payload: documentBytes(document), signatures: [] } as const;
  world.plant('stable.json', envelopeText(withSignatures(unsigned, stolen)));
  assert.match(await world.refusal(), /expected 1 of the 1 policy keys of root document 2/);
});

test('new root keys are accepted only if the old ones signed them', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  await world.fetch();
  rotateKeys({ tree: world.tree, keys: world.keys, signers: readKeys(world.keys), role: 'root', now: noon });
  rotateKeys({ tree: world.tree, keys: world.keys, signers: readKeys(world.keys), role: 'policy', now: noon });
  renewChannel(world.change(), false);
  assert.equal((await world.fetch()).kind, 'current');
  const thief = makeSigner();
  const root = { ...world.tree.readRoot(), version: 4, root: { threshold: 1, keys: [thief.publicKey] } };
  const unsigned = { kind: 'root', payload: documentBytes(root), signatures: [] } as const;
  world.publish(denying('curl'));
  world.plant('root/4.json', envelopeText(withSignatures(unsigned, [thief])));
  assert.match(
    await world.refusal(),
    /root\/4\.json: signatures: expected 1 of the 1 root keys of the document before it/,
  );
  assert.equal(serialInForce(world), 2);
});

test('a server that does not answer changes nothing, and the reason is kept', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  await world.fetch();
  world.replies['stable.json'] = () => ({ kind: 'failed', why: 'ECONNREFUSED' });
  assert.deepEqual(await world.fetch(), {
    kind: 'unreachable',
    why: 'https://policy.example/stable.json: ECONNREFUSED',
  });
  assert.equal(serialInForce(world), 1);
});

test('a policy hook that was changed on disk is detected, and the next check repairs it', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  await world.fetch();
  const folder = world.store.bundleFolder(world.tree.readChannel('stable')?.bundles[0]?.sha256 ?? '');
  const problem = () => readActivePolicy(world.settings, world.state).problem;
  const script = join(folder, 'scripts', 'deny.sh');
  writeFileSync(script, '#!/bin/sh\nexit 0\n');
  assert.ok(problem()?.endsWith(`${script} is not what was signed`), problem());
  await world.fetch();
  assert.equal(problem(), undefined);
  writeFileSync(join(folder, '.agents', 'more.yaml'), 'x');
  assert.match(problem() ?? '', /more\.yaml is not part of what was signed$/);
  assert.equal((await world.fetch()).kind, 'current');
  assert.equal(problem(), undefined);
});

test('write access to the state folder is not enough to install another policy', async (t) => {
  const world = new FleetWorld(t);
  world.publish(denying('rm'));
  await world.fetch();
  const document = { ...world.tree.readChannel('stable'), serial: 9, rings: [] } as never;
  const unsigned = { kind: 'channel', payload: documentBytes(document), signatures: [] } as const;
  writeFileSync(world.store.channelFile, envelopeText(withSignatures(unsigned, [makeSigner()])));
  const { bundles, problem } = readActivePolicy(world.settings, world.state);
  assert.deepEqual(bundles, []);
  assert.match(problem ?? '', /channel\.json: signatures: expected 1 of the 1 policy keys/);
});
