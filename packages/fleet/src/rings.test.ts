import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelDocument, Ring } from './documents.js';
import { bundlesFor, ringPlaceOf } from './rings.js';

const channel = (...rings: Ring[]) =>
  ({ rings, bundles: [7, 8].map((serial) => ({ serial, sha256: '', bytes: 1 })) }) as unknown as ChannelDocument;
const serials = (document: ChannelDocument, place: number) => {
  const { enforced, candidate } = bundlesFor(document, place);
  return [enforced?.serial, candidate?.serial];
};
const ring = (upTo: number, serial: number, mode: Ring['mode']): Ring => ({ upTo, serial, mode });

test('the first ring that contains the device decides, and a candidate runs along with the policy in force', () => {
  const document = channel(ring(1_000, 8, 'enforce'), ring(5_000, 8, 'shadow'), ring(10_000, 7, 'enforce'));
  assert.deepEqual(serials(document, 999), [8, undefined]);
  assert.deepEqual(serials(document, 1_000), [7, 8]);
  assert.deepEqual(serials(document, 5_000), [7, undefined]);
});

test('a first bundle in shadow mode decides nothing', () => {
  assert.deepEqual(serials(channel(ring(10_000, 8, 'shadow')), 3), [undefined, 8]);
});

test('places of devices are spread evenly, and differ between organisations', () => {
  const places = Array.from({ length: 2_000 }, (_, i) => ringPlaceOf('acme', `device${i}`));
  const first = places.filter((place) => place < 1_000).length;
  assert.ok(first > 150 && first < 250, `${first} of 2,000 devices are in the first 10%`);
  assert.ok(places.every((place) => place >= 0 && place < 10_000));
  assert.notEqual(ringPlaceOf('acme', 'device1'), ringPlaceOf('other', 'device1'));
});
