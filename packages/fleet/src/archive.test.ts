import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { PackageFile } from '@anyhook/core';
import { bundleLimits, packBundle, readBundle } from './archive.js';

const file = (path: string, text = 'x', isExecutable = false): PackageFile => ({
  path,
  bytes: Buffer.from(text),
  isExecutable,
});

const longPath = `${'folder-of-thirty-characters-xx/'.repeat(4)}${'n'.repeat(80)}`;

test('unpacking a bundle returns its packed files', () => {
  const files = [
    file('.agents/anyhook.yaml', 'a: 1\n'),
    file(longPath, ''),
    file('scripts/run.sh', '#!/bin/sh\n', true),
  ];
  assert.deepEqual(readBundle(packBundle(files), 'b'), files);
});

test('the same files give the same bytes, in any order', () => {
  const files = [file('a/b', '1'), file('c', '2'), file('a/a', '3', true)];
  assert.deepEqual(packBundle(files), packBundle([...files].reverse()));
});

/** A bundle with its first header changed, and the checksum corrected. */
function spoilt(change: (header: Buffer) => void, files: readonly PackageFile[] = [file('name', 'text')]): Buffer {
  const tar = gunzipSync(packBundle(files));
  const header = tar.subarray(0, 512);
  change(header);
  header.fill(' ', 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return gzipSync(tar);
}

const named = (name: string) => (header: Buffer) => {
  header.fill(0, 0, 100);
  header.write(name, 0);
};
const ofKind = (kind: string) => (header: Buffer) => void header.write(kind, 156);

const bad: readonly [string, () => Buffer, RegExp][] = [
  ['a link', () => spoilt(ofKind('2')), /b: "name": expected a plain file, got a link; nothing of the bundle is used/],
  ['a hard link', () => spoilt(ofKind('1')), /got a hard link/],
  ['a device', () => spoilt(ofKind('3')), /got a device/],
  ['a named pipe', () => spoilt(ofKind('6')), /got a named pipe/],
  ['a folder entry', () => spoilt(ofKind('5')), /got a folder entry/],
  ['an extended header', () => spoilt(ofKind('x')), /expected a plain file, got something else/],
  ['an absolute path', () => spoilt(named('/etc/passwd')), /"\/etc\/passwd": expected a path inside the bundle/],
  ['a path that leads outside', () => spoilt(named('a/../../b')), /expected a path inside the bundle/],
  ['a path with a control character', () => spoilt(named('a\nb')), /expected a path inside the bundle/],
  [
    'a path that is too deep',
    () => packBundle([file('d/'.repeat(12).concat('x'))]),
    /expected at most 12 folders deep/,
  ],
  ['the same path twice', () => packBundle([file('a'), file('a')]), /expected each path once, got the same path twice/],
  ['two paths that differ only in case', () => packBundle([file('a/B'), file('A/b')]), /expected paths that differ/],
  [
    'a file that is also a folder',
    () => packBundle([file('a'), file('a/b')]),
    /expected a file or a folder of this name/,
  ],
  [
    'a size that is not a number',
    () => spoilt((header) => void header.write('-0000000001', 124)),
    /expected its size in octal/,
  ],
  [
    'a file that ends after the archive',
    () => spoilt((header) => void header.write('00000077777', 124)),
    /got the end of/,
  ],
  [
    'another archive format',
    () => spoilt((header) => void header.write('pax!!', 257)),
    /expected an archive in ustar form/,
  ],
  ['a header that was changed', () => changedHeader(), /expected the checksum of its header, got another one/],
  [
    'something that is not compressed',
    () => Buffer.from('hello'),
    /content: expected a gzip archive, got something else/,
  ],
  [
    'too many files',
    () => packBundle(Array.from({ length: 2_001 }, (_, i) => file(`f${i}`, ''))),
    /files: expected at most 2000/,
  ],
  [
    'an archive that is too large',
    () => Buffer.alloc(bundleLimits.packedBytes + 1),
    /size: expected at most 8388608 bytes/,
  ],
  [
    'an archive that unpacks to too many bytes',
    () => gzipSync(Buffer.alloc(64 * 1024 * 1024)),
    /size unpacked: expected at most/,
  ],
];

for (const [what, make, message] of bad)
  test(`a bundle with ${what} is refused`, () => assert.throws(() => readBundle(make(), 'b'), message));

function changedHeader(): Buffer {
  const tar = gunzipSync(packBundle([file('name', 'text')]));
  tar.write('other', 0);
  return gzipSync(tar);
}
