import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createMemorySessionStore, createSessionStore } from './session-store.js';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-store-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const fileIn = (dir: string) => join(dir, 'sessions', readdirSync(join(dir, 'sessions'))[0] as string);

test('a session without records is empty', (t) => {
  const empty = { stopBlocks: 0, changedPaths: [], abilities: [], grants: [], callStarts: {}, counts: {} };
  for (const store of [createSessionStore(folder(t)), createMemorySessionStore()])
    assert.deepEqual({ ...store.read('x'), callStarts: {}, counts: {} }, empty);
});

for (const [what, make] of [
  ['in files', (t: TestContext) => createSessionStore(folder(t))],
  ['in memory', () => createMemorySessionStore()],
] as const)
  test(`records are summed up ${what}`, (t) => {
    const store = make(t);
    const records = [
      { kind: 'start', at: 'first' },
      { kind: 'start', at: 'second' },
      { kind: 'stop-block', reason: 'a' },
      { kind: 'stop-reset' },
      { kind: 'stop-block', reason: 'b' },
      { kind: 'stop-block', reason: 'c' },
      { kind: 'changed', paths: ['x', 'y'] },
      { kind: 'changed', paths: ['y', 'z'] },
      { kind: 'ability', id: 'run_command' },
      { kind: 'ability', id: 'run_command' },
      { kind: 'began', call: '1', at: 5 },
      { kind: 'began', call: '__proto__', at: 6 },
      { kind: 'count', key: 'loop' },
      { kind: 'count', key: 'loop' },
      { kind: 'count', key: 'constructor' },
      { kind: 'grant', what: 'push' },
      { kind: 'turn', at: 'early' },
      { kind: 'step' },
      { kind: 'step' },
      { kind: 'turn', at: 'late' },
      { kind: 'step' },
    ] as const;
    for (const record of records) store.append('s', record);
    store.append('other', { kind: 'stop-block', reason: 'elsewhere' });
    const state = store.read('s');
    assert.deepEqual(
      { ...state, callStarts: Object.entries(state.callStarts), counts: Object.entries(state.counts) },
      {
        startedAt: 'first',
        firstTurnAt: 'early',
        steps: { total: 3, turn: 1 },
        stopBlocks: 2,
        lastStopReason: 'c',
        changedPaths: ['x', 'y', 'z'],
        abilities: ['run_command'],
        grants: ['push'],
        callStarts: [
          ['1', 5],
          ['__proto__', 6],
        ],
        counts: [
          ['loop', 2],
          ['constructor', 1],
        ],
      },
    );
  });

test('eight processes that write at once lose nothing', async (t) => {
  const dir = folder(t);
  const code = `
    import { createSessionStore } from ${JSON.stringify(new URL('./session-store.ts', import.meta.url).href)};
    const store = createSessionStore(${JSON.stringify(dir)});
    for (let i = 0; i < 200; i++) store.append('s', { kind: 'changed', paths: [process.argv[1] + '-' + i, 'x'.repeat(500)] });
  `;
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code, `p${n}`], {
        stdio: 'inherit',
      });
      return new Promise((resolve) => child.on('exit', resolve));
    }),
  );
  assert.deepEqual(
    codes,
    Array.from({ length: 8 }, () => 0),
  );
  const { changedPaths } = createSessionStore(dir).read('s');
  assert.equal(changedPaths.length, 8 * 200 + 1);
});

test('a truncated line is ignored, and does not affect other lines', (t) => {
  const dir = folder(t);
  const store = createSessionStore(dir);
  store.append('s', { kind: 'changed', paths: ['before'] });
  appendFileSync(fileIn(dir), '{"kind":"changed","paths":["los');
  store.append('s', { kind: 'changed', paths: ['after'] });
  assert.deepEqual(store.read('s').changedPaths, ['before', 'after']);
});

test('foreign and malformed lines are ignored', (t) => {
  const dir = folder(t);
  const store = createSessionStore(dir);
  store.append('s', { kind: 'stop-block', reason: 'a' });
  const lines = ['{"kind":"changed"}', '{"kind":"changed","paths":5}', '[]', 'null', '{}', '\0\0', '{"kind":"new"}'];
  appendFileSync(fileIn(dir), `${lines.join('\n')}\n`);
  store.append('s', { kind: 'stop-block', reason: 'b' });
  assert.equal(store.read('s').stopBlocks, 2);
});

test('only the owner can read the folder and its files', (t) => {
  const dir = join(folder(t), 'state');
  createSessionStore(dir).append('s', { kind: 'stop-reset' });
  assert.equal(statSync(join(dir, 'sessions')).mode & 0o777, 0o700);
  assert.equal(statSync(dir).mode & 0o777, 0o700);
  assert.equal(statSync(fileIn(dir)).mode & 0o777, 0o600);
});

test('a session id from outside cannot name a file outside the folder', (t) => {
  const dir = folder(t);
  const store = createSessionStore(dir);
  const ids = ['../../escape', '/etc/passwd', 'a/b', '', '.', '..', '\0', 'x'.repeat(10_000), 'é漢', 'A', 'a'];
  for (const id of ids) store.append(id, { kind: 'count', key: id });
  assert.equal(readdirSync(join(dir, 'sessions')).length, ids.length);
  for (const id of ids) assert.deepEqual(Object.keys(store.read(id).counts), [id]);
  assert.equal(existsSync(join(dir, 'escape.jsonl')), false);
});

test('a state folder that is a file is an error on write, and reads as an empty session', (t) => {
  const file = join(folder(t), 'file');
  writeFileSync(file, '');
  const store = createSessionStore(file);
  assert.throws(() => store.append('s', { kind: 'stop-reset' }), /ENOTDIR|EEXIST/);
  assert.equal(store.read('s').stopBlocks, 0);
});
