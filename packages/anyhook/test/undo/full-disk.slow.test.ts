import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EventName } from '../../../core/src/contract.js';
import { tempFolder } from '../builtin-world.js';
import { filesIn, undoWorldIn } from './undo-world.js';

/** A disk of 2 MiB, which only root can create. */
function smallDisk(folder: string): boolean {
  mkdirSync(folder);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status === 0;
}

function fill(disk: string): void {
  try {
    writeFileSync(join(disk, 'fill'), Buffer.alloc(4 * 1024 * 1024));
  } catch {
    // Full.
  }
}

test('on a full disk undo changes nothing and says so', async (t) => {
  using folder = tempFolder();
  const disk = join(folder.path, 'disk');
  if (!smallDisk(disk)) return t.skip('a small disk cannot be made here');
  try {
    const here = undoWorldIn(join(disk, 'project'), folder.path, { 'a.txt': 'a'.repeat(300_000), 'b.txt': 'b' });
    await here.prompt('s');
    await here.shell('s', 'make', () => {
      rmSync(here.at('a.txt'));
      writeFileSync(here.at('b.txt'), 'changed');
    });
    await here.done('s');
    fill(disk);
    const before = filesIn(here.root);
    await assert.rejects(here.undo(), /no space left|could not be written|not in the store/);
    assert.deepEqual(filesIn(here.root), before);
    rmSync(join(disk, 'fill'));
    await here.undo();
    assert.equal(readFileSync(here.at('a.txt'), 'utf8').length, 300_000);
  } finally {
    spawnSync('umount', [disk]);
  }
});

for (const hasLater of [false, true])
  test(`with the store on a full disk, stored files are restored, others are named; engine ${hasLater ? 'stays' : 'ends'}`, async (t) => {
    using folder = tempFolder();
    const disk = join(folder.path, 'state');
    if (!smallDisk(disk)) return t.skip('a small disk cannot be made here');
    try {
      const given = { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' };
      const here = undoWorldIn(join(folder.path, 'project'), folder.path, given, hasLater ? { hasLater } : {});
      writeFileSync(here.at('b.txt'), randomBytes(300_000));
      const problems: string[] = [];
      const send = async (name: EventName, fields = {}) => {
        const note = (error: Error) => void problems.push(error.message);
        await here.send('s', name, fields).catch(note);
        await here.finishLater().catch(note);
      };
      const write = async (path: string) => {
        const input = { path: here.at(path), content: '' };
        const call = { kind: 'write', nativeName: 'Write', id: path, input };
        await send('tool.before', { call });
        writeFileSync(here.at(path), 'agent');
        await send('tool.after', { call, result: { ok: true, text: '' } });
      };
      await send('prompt.submit', { prompt: 'do it' });
      await write('a.txt');
      fill(disk);
      await write('b.txt');
      const shell = { kind: 'shell', nativeName: 'Bash', id: 'make', input: { command: 'make' } };
      await send('tool.before', { call: shell });
      writeFileSync(here.at('c.txt'), 'agent');
      await send('tool.after', { call: shell, result: { ok: true, text: '' } });
      await send('agent.done');
      rmSync(join(disk, 'fill'));
      // A hook that cannot write fails instead of silently passing.
      assert.ok(problems.length > 0 && problems.every((one) => /ENOSPC/.test(one)), problems.join('\n'));
      const [turn] = here.turns();
      assert.deepEqual(turn?.unkept, ['b.txt']);
      assert.match(turn?.missed[0]?.why ?? '', /of the disk is free/);
      assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: [] });
      assert.deepEqual(
        ['a.txt', 'b.txt', 'c.txt'].map((path) => readFileSync(here.at(path), 'utf8')),
        ['a', 'agent', 'agent'],
      );
    } finally {
      spawnSync('umount', [disk]);
    }
  });
