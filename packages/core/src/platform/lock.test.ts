import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWindows, noLinks } from '../../../anyhook/test/support/systems.js';
import { isLockAbandoned, tryLock, withLock } from './lock.js';

/** A turn of a lock as on disk: on Windows not every user can create links. */
const putTurn: (owner: string, path: string) => void = isWindows
  ? (owner, path) => writeFileSync(path, owner)
  : symlinkSync;
/** The end of a killed process. */
const killed = isWindows ? 1 : 'SIGKILL';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-lock-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const lockUrl = JSON.stringify(new URL('./lock.ts', import.meta.url).href);

/** Runs code that may use `withLock`, `lock` and `dir`; ends with the signal or code of the process. */
function start(dir: string, body: string): Promise<number | string | null> {
  const code = `
    import { readFileSync, writeFileSync, appendFileSync } from 'node:fs';
    import { withLock } from ${lockUrl};
    const dir = ${JSON.stringify(dir)};
    const lock = dir + '/lock';
    ${body}
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (exit, signal) => resolve(exit ?? signal)));
}

/** A process that is certainly gone. */
const deadMark = (): string => String(spawnSync(process.execPath, ['-e', '']).pid);

/** Reads, waits and writes: two at once would lose a step. */
const steps = (many: number) => `
  for (let i = 0; i < ${many}; i++)
    await withLock(lock, async () => {
      const n = Number(readFileSync(dir + '/n', 'utf8'));
      await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(dir + '/n', String(n + 1));
    });
`;

test('eight processes that want the same lock take turns, also after an owner that died with it', async (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, 'n'), '0');
  mkdirSync(join(dir, 'lock.d'));
  putTurn(deadMark(), join(dir, 'lock.d', '1'));
  assert.equal(isLockAbandoned(join(dir, 'lock')), true);
  const ends = await Promise.all(Array.from({ length: 8 }, () => start(dir, steps(25))));
  assert.deepEqual(new Set(ends), new Set([0]));
  assert.equal(readFileSync(join(dir, 'n'), 'utf8'), '200');
  assert.equal(isLockAbandoned(join(dir, 'lock')), false);
});

test('processes that are killed inside the lock hold nobody up, and lose nobody a step', async (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, 'n'), '0');
  const victim = `await withLock(lock, () => process.kill(process.pid, 'SIGKILL'));`;
  const ends = await Promise.all(
    Array.from({ length: 9 }, (_, i) => start(dir, i % 3 === 0 ? `${steps(3)}${victim}` : steps(12))),
  );
  assert.deepEqual(
    ends,
    Array.from({ length: 9 }, (_, i) => (i % 3 === 0 ? killed : 0)),
  );
  assert.equal(readFileSync(join(dir, 'n'), 'utf8'), String(3 * 3 + 6 * 12));
});

test('withLock waits for a lock that somebody holds; on timeout, the error names the owner', async (t) => {
  const dir = folder(t);
  await withLock(join(dir, 'lock'), async () => {
    const second = withLock(join(dir, 'lock'), () => 'never', { timeoutMs: 60 });
    await assert.rejects(second, new RegExp(`lock\\.d is held by another anyhook \\(process ${process.pid}`));
  });
  assert.equal(await withLock(join(dir, 'lock'), () => 'later'), 'later');
});

test('an error inside the lock frees it', async (t) => {
  const lock = join(folder(t), 'lock');
  await assert.rejects(
    withLock(lock, () => {
      throw new Error('inside');
    }),
    /inside/,
  );
  assert.equal(await withLock(lock, () => 'next', { timeoutMs: 0 }), 'next');
});

test('a folder that is removed inside the lock is no error', async (t) => {
  const dir = folder(t);
  const lock = join(dir, 'state', 'lock');
  await withLock(lock, () => rmSync(join(dir, 'state'), { recursive: true }));
  assert.equal(await withLock(lock, () => 'again'), 'again');
});

test('a lock leaves a handful of entries, however often it was taken', async (t) => {
  const dir = folder(t);
  for (let i = 0; i < 50; i++) await withLock(join(dir, 'lock'), () => undefined);
  assert.ok(readdirSync(join(dir, 'lock.d')).length <= 12);
});

test('an aging lock (one that expires unless renewed) goes to one of two, and to the other on release', (t) => {
  for (const as of ['file', 'folder'] as const) {
    const path = join(folder(t), 'lock');
    const first = tryLock(path, { staleMs: 60_000, kind: as });
    assert.equal(first?.isTakenOver, false);
    assert.equal(tryLock(path, { staleMs: 60_000, kind: as }), undefined);
    assert.equal(first?.renew(), true);
    first?.release();
    assert.equal(tryLock(path, { staleMs: 60_000, kind: as })?.isTakenOver, false);
  }
});

test('an aging lock cannot be taken if its folder does not exist, and does not create it', (t) => {
  const dir = join(folder(t), 'gone');
  assert.equal(tryLock(join(dir, 'lock'), { staleMs: 60_000 }), undefined);
  assert.equal(existsSync(dir), false);
});

test('an aging lock that nobody touched for long is taken over, and its old owner notices', (t) => {
  const path = join(folder(t), 'lock');
  const dead = tryLock(path, { staleMs: 60_000 });
  utimesSync(path, 1, 1);
  const next = tryLock(path, { staleMs: 60_000 });
  assert.equal(next?.isTakenOver, true);
  assert.equal(dead?.renew(), false);
  dead?.release();
  assert.equal(next?.renew(), true);
});

test('an aging lock that is renewed is not taken over', (t) => {
  const path = join(folder(t), 'lock');
  const lock = tryLock(path, { staleMs: 60_000 });
  utimesSync(path, 1, 1);
  assert.equal(lock?.renew(), true);
  assert.equal(tryLock(path, { staleMs: 60_000 }), undefined);
});

test('an aging lock from the future is taken over, because the clock was set back', (t) => {
  const path = join(folder(t), 'lock');
  tryLock(path, { staleMs: 10_000 });
  utimesSync(path, Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  assert.equal(tryLock(path, { staleMs: 10_000 })?.isTakenOver, true);
});

test('an aging lock is never made through a link', { skip: noLinks }, (t) => {
  const dir = folder(t);
  symlinkSync(join(dir, 'nowhere'), join(dir, 'link'));
  assert.equal(tryLock(join(dir, 'link'), { staleMs: 10_000 }), undefined);
  assert.deepEqual(readdirSync(dir), ['link']);
});

test('a folder that holds something is not a lock of ours and stays', (t) => {
  const path = join(folder(t), 'lock');
  mkdirSync(path);
  writeFileSync(join(path, 'x'), '');
  utimesSync(path, 1, 1);
  assert.equal(tryLock(path, { staleMs: 10_000, kind: 'folder' }), undefined);
  assert.deepEqual(readdirSync(path), ['x']);
});
