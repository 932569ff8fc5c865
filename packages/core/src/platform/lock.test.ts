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

/** Writes a turn of the lock to disk: on Windows not every user can create links. */
const putTurn: (owner: string, path: string) => void = isWindows
  ? (owner, path) => writeFileSync(path, owner)
  : symlinkSync;
/** The exit code or signal of a killed process. */
const killed = isWindows ? 1 : 'SIGKILL';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-lock-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const lockUrl = JSON.stringify(new URL('./lock.ts', import.meta.url).href);

/** Runs code that may use `withLock`, `lock` and `dir`; resolves to the signal or code of the process. */
function startProcess(dir: string, body: string): Promise<number | string | null> {
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

/** The mark of a process that has certainly ended. */
const deadMark = (): string => String(spawnSync(process.execPath, ['-e', '']).pid);

/** Code that reads, waits and writes: two processes at once would lose a step. */
const steps = (many: number) => `
  for (let i = 0; i < ${many}; i++)
    await withLock(lock, async () => {
      const n = Number(readFileSync(dir + '/n', 'utf8'));
      await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(dir + '/n', String(n + 1));
    });
`;

test('eight processes take turns with one lock, even after its owner died', async (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, 'n'), '0');
  mkdirSync(join(dir, 'lock.d'));
  putTurn(deadMark(), join(dir, 'lock.d', '1'));
  assert.equal(isLockAbandoned(join(dir, 'lock')), true);
  const ends = await Promise.all(Array.from({ length: 8 }, () => startProcess(dir, steps(25))));
  assert.deepEqual(new Set(ends), new Set([0]));
  assert.equal(readFileSync(join(dir, 'n'), 'utf8'), '200');
  assert.equal(isLockAbandoned(join(dir, 'lock')), false);
});

test('processes that are killed while they hold the lock neither block others nor lose steps', async (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, 'n'), '0');
  const victim = `await withLock(lock, () => process.kill(process.pid, 'SIGKILL'));`;
  const ends = await Promise.all(
    Array.from({ length: 9 }, (_, i) => startProcess(dir, i % 3 === 0 ? `${steps(3)}${victim}` : steps(12))),
  );
  assert.deepEqual(
    ends,
    Array.from({ length: 9 }, (_, i) => (i % 3 === 0 ? killed : 0)),
  );
  assert.equal(readFileSync(join(dir, 'n'), 'utf8'), String(3 * 3 + 6 * 12));
});

test('withLock waits for a held lock, and names its owner on timeout', async (t) => {
  const dir = folder(t);
  await withLock(join(dir, 'lock'), async () => {
    const second = withLock(join(dir, 'lock'), () => 'never', { timeoutMs: 60 });
    await assert.rejects(second, new RegExp(`lock\\.d is held by another anyhook \\(process ${process.pid}`));
  });
  assert.equal(await withLock(join(dir, 'lock'), () => 'later'), 'later');
});

test('an error inside the lock releases it', async (t) => {
  const lock = join(folder(t), 'lock');
  await assert.rejects(
    withLock(lock, () => {
      throw new Error('inside');
    }),
    /inside/,
  );
  assert.equal(await withLock(lock, () => 'next', { timeoutMs: 0 }), 'next');
});

test('removing the folder inside the lock is not an error', async (t) => {
  const dir = folder(t);
  const lock = join(dir, 'state', 'lock');
  await withLock(lock, () => rmSync(join(dir, 'state'), { recursive: true }));
  assert.equal(await withLock(lock, () => 'again'), 'again');
});

test('a lock leaves only a few entries, however often it was taken', async (t) => {
  const dir = folder(t);
  for (let i = 0; i < 50; i++) await withLock(join(dir, 'lock'), () => undefined);
  assert.ok(readdirSync(join(dir, 'lock.d')).length <= 12);
});

test('an aging lock has one holder at a time, and is free again on release', (t) => {
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

test('an aging lock cannot be taken in a missing folder, which it does not create', (t) => {
  const dir = join(folder(t), 'gone');
  assert.equal(tryLock(join(dir, 'lock'), { staleMs: 60_000 }), undefined);
  assert.equal(existsSync(dir), false);
});

test('a stale aging lock is taken over, and its old owner cannot renew it', (t) => {
  const path = join(folder(t), 'lock');
  const dead = tryLock(path, { staleMs: 60_000 });
  utimesSync(path, 1, 1);
  const next = tryLock(path, { staleMs: 60_000 });
  assert.equal(next?.isTakenOver, true);
  assert.equal(dead?.renew(), false);
  dead?.release();
  assert.equal(next?.renew(), true);
});

test('a renewed aging lock is not taken over', (t) => {
  const path = join(folder(t), 'lock');
  const lock = tryLock(path, { staleMs: 60_000 });
  utimesSync(path, 1, 1);
  assert.equal(lock?.renew(), true);
  assert.equal(tryLock(path, { staleMs: 60_000 }), undefined);
});

test('an aging lock with a future time, from before the clock was set back, is taken over', (t) => {
  const path = join(folder(t), 'lock');
  tryLock(path, { staleMs: 10_000 });
  utimesSync(path, Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  assert.equal(tryLock(path, { staleMs: 10_000 })?.isTakenOver, true);
});

test('an aging lock is never created through a link', { skip: noLinks }, (t) => {
  const dir = folder(t);
  symlinkSync(join(dir, 'nowhere'), join(dir, 'link'));
  assert.equal(tryLock(join(dir, 'link'), { staleMs: 10_000 }), undefined);
  assert.deepEqual(readdirSync(dir), ['link']);
});

test('a folder with content is not taken as a lock, and stays', (t) => {
  const path = join(folder(t), 'lock');
  mkdirSync(path);
  writeFileSync(join(path, 'x'), '');
  utimesSync(path, 1, 1);
  assert.equal(tryLock(path, { staleMs: 10_000, kind: 'folder' }), undefined);
  assert.deepEqual(readdirSync(path), ['x']);
});
