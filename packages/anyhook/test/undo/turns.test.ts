import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { storeFolder } from '../../../undo/src/shadow-git.js';
import { applyRedo, applyUndo, lastUndo, planRedo, settleKilledUndos, withStore } from '../../../undo/src/undo.js';
import { writeUndoNote } from '../../../undo/src/undo-journal.js';
import { git } from '../builtin-world.js';
import { playSequence } from './model.js';
import { filesIn, undoWorld } from './undo-world.js';

const files = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'src/c.ts': 'c\n', 'src/d.ts': 'd\n', 'bin/run.sh': '#!/bin/sh\n' };

test('undo reverts every kind of change in a turn, by tool and by shell', async () => {
  using here = undoWorld({ ...files, '.gitignore': '.env\n' });
  writeFileSync(here.at('.env'), 'KEY=1\n');
  writeFileSync(here.at('untracked.bin'), Buffer.from([0, 255, 10, 13]));
  chmodSync(here.at('b.txt'), 0o600);
  symlinkSync('a.txt', here.at('link'));
  const before = here.files();
  const status = git(here.root, 'status', '--porcelain');
  await here.prompt('s', 'break everything');
  await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), 'A\n'));
  await here.write('s', 'new/by-tool.txt', () => {
    mkdirSync(here.at('new'));
    writeFileSync(here.at('new/by-tool.txt'), 'n');
  });
  await here.shell('s', 'rm -rf src .env; mv …', () => {
    rmSync(here.at('src'), { recursive: true });
    writeFileSync(here.at('src'), 'a file now');
    renameSync(here.at('b.txt'), here.at('moved.txt'));
    rmSync(here.at('untracked.bin'));
    rmSync(here.at('link'));
    symlinkSync('/etc', here.at('link'));
    chmodSync(here.at('bin/run.sh'), 0o644);
  });
  await here.shell('s', 'rm .env', () => rmSync(here.at('.env')));
  await here.done('s');
  const { taken, left } = await here.undo();
  assert.deepEqual(left, []);
  assert.deepEqual(here.files(), before);
  assert.equal(git(here.root, 'status', '--porcelain'), status);
  assert.equal(taken.length, 11);
  assert.ok(!existsSync(here.at('new')));
});

test('undo keeps edits of a person and of another agent byte for byte', async () => {
  using here = undoWorld(files);
  await here.prompt('one');
  await here.shell('one', 'make', () => writeFileSync(here.at('a.txt'), 'by one\n'));
  writeFileSync(here.at('mine.txt'), 'a person made this\n');
  appendFileSync(here.at('b.txt'), 'a person wrote this\n');
  await here.prompt('two');
  await here.shell('two', 'make', () => writeFileSync(here.at('src/c.ts'), 'by two\n'));
  await here.shell('one', 'make', () => writeFileSync(here.at('src/d.ts'), 'by one\n'));
  await here.done('two');
  await here.done('one');
  const all = await here.prepare({ turn: 2 });
  assert.equal(all.kind === 'prepared' && all.turns[0]?.session, 'one');
  assert.deepEqual(await here.undo({ turn: 2 }), { taken: ['a.txt', 'src/d.ts'], left: [] });
  assert.deepEqual(here.files()['b.txt'], '644 b\na person wrote this\n');
  assert.deepEqual(here.files()['mine.txt'], '644 a person made this\n');
  assert.deepEqual(here.files()['src/c.ts'], '644 by two\n');
  assert.deepEqual(here.files()['a.txt'], '644 a\n');
});

test('undo keeps a file that changed after the turn, and reverts it if named', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('a.txt'), 'agent\n');
    writeFileSync(here.at('b.txt'), 'agent\n');
  });
  await here.done('s');
  writeFileSync(here.at('a.txt'), 'person\n');
  assert.deepEqual(await here.undo(), { taken: ['b.txt'], left: ['a.txt: changed-since'] });
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'person\n');
  assert.deepEqual(await here.undo({ paths: ['a.txt'] }), { taken: ['a.txt'], left: [] });
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'a\n');
});

test('undo keeps a file that a person changed between two calls of the turn', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), 'one\n'));
  writeFileSync(here.at('a.txt'), 'person\n');
  await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), 'person\ntwo\n'));
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: [], left: ['a.txt: changed-between'] });
});

test('a change possibly made by two agents at once belongs to neither, unless a call names the file', async () => {
  using here = undoWorld(files);
  await here.prompt('one');
  await here.prompt('two');
  await here.shell('one', 'make', async () => {
    await here.shell('two', 'make', () => writeFileSync(here.at('a.txt'), 'by whom?\n'));
    await here.write('two', 'b.txt', () => writeFileSync(here.at('b.txt'), 'by two\n'));
    writeFileSync(here.at('src/c.ts'), 'by one\n');
  });
  await here.done('one');
  await here.done('two');
  assert.deepEqual(await here.undo({ turn: 2 }), { taken: ['src/c.ts'], left: ['a.txt: several'] });
  assert.deepEqual(await here.undo({ turn: 1 }), { taken: ['b.txt'], left: ['a.txt: several'] });
});

test('a second undo reverts the previous turn, and a session can be undone as a whole', async () => {
  using here = undoWorld(files);
  const before = here.files();
  for (const text of ['one', 'two', 'three']) {
    await here.prompt('s', text);
    await here.shell('s', 'make', () => appendFileSync(here.at('a.txt'), `${text}\n`));
    await here.done('s');
  }
  await here.undo();
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'a\none\ntwo\n');
  await here.undo();
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'a\none\n');
  await here.prompt('s', 'again');
  await here.write('s', 'b.txt', () => writeFileSync(here.at('b.txt'), 'x'));
  await here.done('s');
  assert.deepEqual((await here.undo({ session: true })).taken, ['a.txt', 'b.txt']);
  assert.deepEqual(here.files(), before);
});

test('an agent killed during a call counts as busy at first; later its turn can be undone', async () => {
  using here = undoWorld(files);
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => rmSync(here.at('src'), { recursive: true }), false);
  assert.equal((await here.prepare()).kind, 'busy');
  // Ten seconds later.
  const [turn] = here.turns();
  const file = `${here.dir}/turns/${turn?.id}.jsonl`;
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace(/"at":(\d+)/g, (_, at: string) => `"at":${Number(at) - 11_000}`)
      .replace(/"look":(\d+)/g, (_, at: string) => `"look":${Number(at) - 11_000}`),
  );
  assert.deepEqual((await here.undo()).taken, ['src/c.ts', 'src/d.ts']);
  assert.deepEqual(here.files(), before);
});

test('undo restores a project whose .git was deleted', async () => {
  using here = undoWorld(files);
  git(here.root, 'gc', '--quiet');
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'rm -rf .git src', () => {
    rmSync(here.at('.git'), { recursive: true });
    rmSync(here.at('src'), { recursive: true });
  });
  await here.done('s');
  await here.undo();
  assert.deepEqual(here.files(), before);
});

test('undo works in a folder without git', async () => {
  using here = undoWorld(files, { isPlain: true });
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'rm -rf src', () => rmSync(here.at('src'), { recursive: true }));
  await here.done('s');
  await here.undo();
  assert.deepEqual(here.files(), before);
});

test('undo is refused after a branch switch or during a merge', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'git switch -c topic', () => {
    writeFileSync(here.at('a.txt'), 'x');
    git(here.root, 'switch', '--quiet', '--create', 'topic');
  });
  await here.done('s');
  const found = await here.prepare();
  assert.deepEqual(
    [found.kind, found.kind === 'branch' && [found.now, found.turn.branch, found.isByAgent]],
    ['branch', ['topic', 'main', true]],
  );
  git(here.root, 'switch', '--quiet', 'main');
  writeFileSync(here.at('.git/MERGE_HEAD'), '');
  assert.deepEqual(await here.prepare(), { kind: 'git', work: 'merge' });
});

test('undo does not write through a link that replaced a folder', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('src/c.ts'), 'x');
    writeFileSync(here.at('a.txt'), 'x');
  });
  await here.done('s');
  renameSync(here.at('src'), `${here.root}-elsewhere`);
  symlinkSync(`${here.root}-elsewhere`, here.at('src'));
  assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: ['src/c.ts: changed-since'] });
  assert.equal(readFileSync(`${here.root}-elsewhere/c.ts`, 'utf8'), 'x');
});

test('no snapshot is taken for a read-only command, but one for a command that may write', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  const callSpans = async (command: string) => {
    const before = here.turns().at(-1)?.callSpans.length ?? 0;
    await here.shell('s', command, () => {});
    return (here.turns().at(-1)?.callSpans.length ?? 0) - before;
  };
  for (const command of ['ls -la', 'cat a.txt | head -3', 'git diff', 'grep -rn x . | wc -l', "sed -n '1,3p' a.txt"])
    assert.equal(await callSpans(command), 0, command);
  for (const command of [
    'make',
    'echo x > y',
    'git stash',
    'node x.js',
    'touch y',
    'git diff --output=y',
    "sed -n 'w y' a",
  ])
    assert.equal(await callSpans(command), 1, command);
});

test('the agent is told once, at its next prompt, which files were reverted', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), 'x'));
  await here.done('s');
  await here.undo();
  const told = await here.prompt('s', 'next');
  assert.deepEqual(told.context, [
    'The user reverted your changes to: a.txt. Read these files again before you edit them.',
  ]);
  assert.equal((await here.prompt('s', 'next')).context, undefined);
});

test("a turn's prompt line has no secrets and at most 60 characters", async () => {
  using here = undoWorld(files);
  await here.prompt('s', `\n  use AKIAIOSFODNN7EXAMPLQ for ${'x'.repeat(100)}\nsecond line`);
  const prompt = here.turns()[0]?.prompt ?? '';
  assert.match(prompt, /^use \[secret\] for x+…$/);
  assert.equal([...prompt].length, 60);
});

test("a subagent's prompt starts no turn, and its calls belong to its parent's turn", async () => {
  using here = undoWorld(files);
  await here.prompt('parent');
  const child = {
    parentSessionId: 'parent',
    call: { kind: 'write', nativeName: 'write', id: 'x', input: { path: here.at('a.txt') } },
  };
  await here.send('child', 'prompt.submit', { ...child, prompt: 'sub' });
  await here.send('child', 'tool.before', child);
  writeFileSync(here.at('a.txt'), 'x');
  await here.send('child', 'tool.after', child);
  await here.send('child', 'agent.done', child);
  await here.done('parent');
  assert.equal(here.turns().length, 1);
  assert.deepEqual((await here.undo()).taken, ['a.txt']);
});

test('three random edit sequences lose no byte; "npm run undo:model" plays thousands', async () => {
  for (const seed of [1, 2, 3]) assert.equal(await playSequence(seed), undefined, `seed ${seed}`);
});

test('an undo changes nothing if a file changes at the same moment', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('a.txt'), 'x');
    rmSync(here.at('src/c.ts'));
  });
  await here.done('s');
  const found = await here.prepare();
  assert.equal(found.kind, 'prepared');
  writeFileSync(here.at('a.txt'), 'a person was faster');
  const now = here.files();
  if (found.kind === 'prepared')
    await assert.rejects(applyUndo(here.place, found, true), /a\.txt: it changed meanwhile/);
  assert.deepEqual(here.files(), now);
});

/** A turn that replaces files and links by folders and the reverse; returns the states after and before it. */
async function replaceKinds(here: ReturnType<typeof undoWorld>) {
  symlinkSync('a.txt', here.at('link'));
  const before = filesIn(here.root);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    for (const name of ['a.txt', 'link']) {
      rmSync(here.at(name));
      mkdirSync(here.at(name));
      writeFileSync(here.at(`${name}/in.txt`), 'agent\n');
    }
    renameSync(here.at('src'), here.at('lib'));
    symlinkSync('lib', here.at('src'));
    rmSync(here.at('bin'), { recursive: true });
    writeFileSync(here.at('bin'), 'agent\n');
  });
  await here.done('s');
  return { before, left: filesIn(here.root) };
}

test('undo and redo handle files, links and folders that replaced each other', async () => {
  using here = undoWorld(files);
  const { before, left } = await replaceKinds(here);
  assert.deepEqual((await here.undo()).left, []);
  assert.deepEqual(filesIn(here.root), before);
  const record = lastUndo(here.place) ?? assert.fail('no undo');
  const plan = await withStore(here.place, async (shadow) => planRedo(shadow, record));
  assert.deepEqual(plan.conflicts, []);
  await applyRedo(here.place, record, plan);
  assert.deepEqual(filesIn(here.root), left);
});

test('undo does not follow outside links or link loops that replaced folders', async () => {
  using here = undoWorld(files);
  const before = filesIn(here.root);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    for (const name of ['src', 'bin']) rmSync(here.at(name), { recursive: true });
    symlinkSync('src', here.at('src'));
    symlinkSync('/', here.at('bin'));
  });
  await here.done('s');
  assert.deepEqual((await here.undo()).left, []);
  assert.deepEqual(filesIn(here.root), before);
});

test('a killed undo is rolled back completely, even if files and folders replaced each other', async () => {
  using here = undoWorld(files);
  const { before, left } = await replaceKinds(here);
  const prepared = await here.prepare();
  if (prepared.kind !== 'prepared') assert.fail(prepared.kind);
  // The state right before the end: all files are restored, and the replaced ones are still in the undo's folder.
  mkdirSync(here.at('.anyhook-undo-1'));
  for (const [i, { path, current }] of prepared.plan.items.entries()) {
    if (current) renameSync(here.at(path), here.at(`.anyhook-undo-1/o${i}`));
  }
  writeUndoNote(storeFolder(here.root, here.place.env), '.anyhook-undo-1', { files: prepared.plan.items });
  for (const name of ['a.txt', 'link', 'lib']) rmSync(here.at(name), { recursive: true });
  git(here.root, 'checkout', '--quiet', '--', 'a.txt', 'src', 'bin');
  symlinkSync('a.txt', here.at('link'));
  assert.deepEqual((await settleKilledUndos(here.place)).stranded, []);
  assert.deepEqual(filesIn(here.root), left);
  await here.undo();
  assert.deepEqual(filesIn(here.root), before);
});

test("undo keeps a person's change between the end of a call and a late snapshot after it", async () => {
  using here = undoWorld(files, { hasLater: true });
  await here.prompt('s');
  await here.finishLater();
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('a.txt'), 'agent\n');
    writeFileSync(here.at('b.txt'), 'agent\n');
    rmSync(here.at('src/c.ts'));
  });
  await wait(1_100);
  appendFileSync(here.at('b.txt'), 'person\n');
  writeFileSync(here.at('mine.txt'), 'person\n');
  rmSync(here.at('bin/run.sh'));
  await here.finishLater();
  await here.done('s');
  await here.finishLater();
  assert.deepEqual(await here.undo(), {
    taken: ['a.txt', 'src/c.ts'],
    left: ['b.txt: changed-since', 'bin/run.sh: changed-since', 'mine.txt: changed-since'],
  });
});

test("undo keeps a person's addition to a file between the end of the call that names it and its reading", async () => {
  using here = undoWorld(files, { hasLater: true });
  await here.prompt('s');
  await here.finishLater();
  for (const name of ['a.txt', 'b.txt']) await here.write('s', name, () => writeFileSync(here.at(name), 'agent\n'));
  await wait(20);
  appendFileSync(here.at('b.txt'), 'person\n');
  await here.finishLater();
  await here.done('s');
  await here.finishLater();
  assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: ['b.txt: changed-since'] });
  assert.equal(readFileSync(here.at('b.txt'), 'utf8'), 'agent\nperson\n');
});

test('a call whose final snapshot failed ends with the next snapshot of any agent', async () => {
  using here = undoWorld(files, { gitSeconds: 0 });
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('a.txt'), 'agent\n');
    here.breakGit(true);
  });
  here.breakGit(false);
  await here.prompt('other');
  writeFileSync(here.at('b.txt'), 'person\n');
  await here.done('s');
  await here.done('other');
  assert.deepEqual(await here.undo({ turn: 2 }), { taken: ['a.txt'], left: [] });
});

test('in an unwatched turn, files that no call names are only reverted if named', async () => {
  using here = undoWorld(files, { gitSeconds: 0 });
  await here.prompt('s');
  here.breakGit(true);
  await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), 'agent\n'));
  here.breakGit(false);
  writeFileSync(here.at('b.txt'), 'person\n');
  await here.write('s', 'src/c.ts', () => writeFileSync(here.at('src/c.ts'), 'agent\n'));
  await here.done('s');
  assert.notEqual(here.turns()[0]?.light, undefined);
  const left = ['a.txt: unwatched', 'b.txt: unwatched'];
  const all = await here.prepare({ paths: ['.'] });
  assert.deepEqual(all.kind === 'prepared' && all.plan.conflicts, []);
  assert.deepEqual(await here.undo({ isUnasked: true, paths: ['.'] }), { taken: ['src/c.ts'], left });
  assert.deepEqual(await here.undo({ isUnasked: true, paths: ['a.txt'] }), { taken: ['a.txt'], left: [] });
  assert.equal(readFileSync(here.at('b.txt'), 'utf8'), 'person\n');
});

test('changes are not attributed to a denied call, unless the agent runs it anyway', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'make', () => here.verdict('deny'), false);
  writeFileSync(here.at('a.txt'), 'person\n');
  await here.shell('s', 'make', async () => {
    await here.verdict('deny');
    writeFileSync(here.at('b.txt'), 'agent\n');
  });
  await here.done('s');
  // The second call began with its own snapshot, after the person's edit.
  assert.deepEqual(await here.undo(), { taken: ['b.txt'], left: [] });
});

test('a file that became visible is not mistaken for a deleted one with the same content', async () => {
  using here = undoWorld({ ...files, '.gitignore': 'notes.txt\n', 'copied.txt': 'same\n' });
  writeFileSync(here.at('notes.txt'), 'same\n');
  await wait(50);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('.gitignore'), '');
    rmSync(here.at('copied.txt'));
  });
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['.gitignore', 'copied.txt'], left: ['notes.txt: unwatched'] });
  assert.equal(readFileSync(here.at('notes.txt'), 'utf8'), 'same\n');
});

test('undo keeps a file moved over an ignored one, because the ignored one cannot be restored', async () => {
  using here = undoWorld({ ...files, '.gitignore': 'notes.txt\n/logs/\n' });
  writeFileSync(here.at('notes.txt'), 'of a person\n');
  await wait(50);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('.gitignore'), '');
    renameSync(here.at('a.txt'), here.at('notes.txt'));
    mkdirSync(here.at('logs'));
    writeFileSync(here.at('logs/new.txt'), 'new\n');
  });
  await here.done('s');
  const left = ['logs/new.txt: unwatched', 'notes.txt: unwatched'];
  assert.deepEqual(await here.undo(), { taken: ['.gitignore', 'a.txt'], left });
});

test("undo removes a call's new files if it changed ignore rules, unless the old rules ignored them", async () => {
  using here = undoWorld({ ...files, '.gitignore': 'dist/\n*.log\n', 'src/.gitignore': 'own\n' });
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('.gitignore'), 'dist/\n*.log\n.env\n');
    writeFileSync(here.at('new.txt'), 'new\n');
    writeFileSync(here.at('own'), 'new\n');
    writeFileSync(here.at('.env'), 'new\n');
    mkdirSync(here.at('empty'));
  });
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['.gitignore', 'empty', 'new.txt', 'own'], left: [] });
});

test("undo removes an agent's folder that replaced a file, and restores the file", async () => {
  using here = undoWorld({ ...files, '.gitignore': 'x.log\n' });
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    rmSync(here.at('a.txt'));
    mkdirSync(here.at('a.txt/deep'), { recursive: true });
    for (const inner of ['in.txt', 'x.log', 'deep/g.ts']) writeFileSync(here.at(`a.txt/${inner}`), 'agent\n');
    rmSync(here.at('src'), { recursive: true });
    writeFileSync(here.at('src'), 'agent\n');
  });
  rmSync(here.at('a.txt/x.log'));
  await here.done('s');
  const taken = ['a.txt', 'a.txt/deep/g.ts', 'a.txt/in.txt', 'src', 'src/c.ts', 'src/d.ts'];
  assert.deepEqual(await here.undo(), { taken, left: [] });
});

test('undo skips a file that others replaced, and restores the rest', async () => {
  using here = undoWorld({ ...files, '.gitignore': 'x.log\n' });
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    rmSync(here.at('a.txt'));
    mkdirSync(here.at('a.txt'));
    writeFileSync(here.at('a.txt/in.txt'), 'agent\n');
    writeFileSync(here.at('a.txt/x.log'), 'ignored\n');
    rmSync(here.at('bin/run.sh'));
    mkdirSync(here.at('bin/run.sh'));
    writeFileSync(here.at('bin/run.sh/in.txt'), 'agent\n');
    rmSync(here.at('src'), { recursive: true });
    rmSync(here.at('b.txt'));
  });
  writeFileSync(here.at('src'), 'person\n');
  mkdirSync(here.at('bin/run.sh/of a person'));
  await here.done('s');
  const left = ['a.txt', 'bin/run.sh', 'src/c.ts', 'src/d.ts'].map((path) => `${path}: in-the-way`);
  assert.deepEqual(await here.undo(), { taken: ['a.txt/in.txt', 'b.txt', 'bin/run.sh/in.txt'], left });
  assert.ok(existsSync(here.at('bin/run.sh/of a person')));
  assert.equal(readFileSync(here.at('src'), 'utf8'), 'person\n');
  assert.equal(readFileSync(here.at('a.txt/x.log'), 'utf8'), 'ignored\n');
  rmSync(here.at('a.txt'), { recursive: true });
  rmSync(here.at('src'));
  assert.deepEqual(await here.undo({ paths: ['a.txt', 'src'] }), {
    taken: ['a.txt', 'src/c.ts', 'src/d.ts'],
    left: [],
  });
});

test('undo does not follow a link named like a rule file', async () => {
  using here = undoWorld(files);
  const outside = join(here.root, '..', 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'kept'), 'of a person\n');
  symlinkSync(outside, here.at('.gitignore'));
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    rmSync(here.at('.gitignore'));
    mkdirSync(here.at('.gitignore'));
    writeFileSync(here.at('.gitignore/kept'), 'agent\n');
  });
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['.gitignore', '.gitignore/kept'], left: [] });
  assert.equal(readFileSync(join(outside, 'kept'), 'utf8'), 'of a person\n');
});

test('undo does not remove a file that existed before but was ignored or in a nested repository', async () => {
  using here = undoWorld({ ...files, '.gitignore': '.env\nlogs/\n' });
  writeFileSync(here.at('.env'), 'KEY=1\n');
  mkdirSync(here.at('inner'));
  git(here.at('inner'), 'init', '--quiet');
  writeFileSync(here.at('inner/own.txt'), 'own\n');
  await wait(50);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('.gitignore'), '');
    renameSync(here.at('src'), here.at('lib'));
  });
  await here.shell('s', 'make', () => rmSync(here.at('inner/.git'), { recursive: true }));
  await here.done('s');
  assert.deepEqual(await here.undo(), {
    taken: ['.gitignore', 'lib/c.ts', 'lib/d.ts', 'src/c.ts', 'src/d.ts'],
    left: ['.env: unwatched', 'inner/own.txt: unwatched'],
  });
  assert.equal(readFileSync(here.at('.env'), 'utf8'), 'KEY=1\n');
  assert.equal(readFileSync(here.at('inner/own.txt'), 'utf8'), 'own\n');
});

test('a file whose content was not stored because the engine was killed is named', async () => {
  using here = undoWorld(files);
  const call = { kind: 'write', input: { path: here.at('a.txt') }, nativeName: 'Write', id: 'lost' };
  await here.prompt('s');
  // The engine that was told before the call is gone, with everything it had read.
  writeFileSync(here.at('a.txt'), 'agent\n');
  await here.send('s', 'tool.after', { call, result: { ok: true, text: '' } });
  await here.done('s');
  const nothing = await here.prepare();
  assert.deepEqual(nothing.kind === 'nothing' && nothing.unkept, ['a.txt']);
  // Announced twice and stored the first time: not lost.
  await here.prompt('s');
  await here.write('s', 'b.txt', () => writeFileSync(here.at('b.txt'), 'agent\n'));
  const again = { kind: 'write', input: { path: here.at('b.txt') }, nativeName: 'write', id: 'call-1' };
  await here.send('s', 'tool.after', { call: again, result: { ok: true, text: '' } });
  await here.done('s');
  assert.deepEqual(
    here.turns().map(({ unkept }) => unkept),
    [['a.txt'], []],
  );
  assert.deepEqual(await here.undo(), { taken: ['b.txt'], left: [] });
});

test("an agent's change to a file that a person reverted during the same call belongs to the agent", async () => {
  using here = undoWorld(files);
  await here.prompt('one');
  await here.shell('one', 'make', () => rmSync(here.at('a.txt')));
  await here.done('one');
  await here.prompt('two');
  await here.shell('two', 'make', async () => {
    await here.undo({ turn: 2 });
    assert.equal(readFileSync(here.at('a.txt'), 'utf8'), files['a.txt']);
    rmSync(here.at('a.txt'));
  });
  await here.done('two');
  assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: [] });
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), files['a.txt']);
});

test("files that a person undoes or redoes during another agent's call are not attributed to that agent", async () => {
  using here = undoWorld(files);
  await here.prompt('one');
  await here.shell('one', 'make', () => writeFileSync(here.at('a.txt'), 'one\n'));
  await here.done('one');
  await here.prompt('two');
  await here.shell('two', 'make', async () => {
    writeFileSync(here.at('b.txt'), 'two\n');
    await here.undo({ turn: 2 });
  });
  await here.done('two');

  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), files['a.txt']);
  const found = await here.prepare();
  assert.deepEqual(found.kind === 'prepared' && found.plan.items.map(({ path }) => path), ['b.txt']);
  await here.prompt('three');
  await here.shell('three', 'make', async () => {
    const record = lastUndo(here.place);
    assert.ok(record);
    await applyRedo(here.place, record, await withStore(here.place, async (shadow) => planRedo(shadow, record)));
    writeFileSync(here.at('c.txt'), 'three\n');
  });
  await here.done('three');
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'one\n');
  assert.deepEqual(await here.undo(), { taken: ['c.txt'], left: [] });
  // The agent writes there after the person's undo, in the same call: that change is the agent's.
  await here.prompt('four');
  await here.shell('four', 'make', async () => {
    await here.undo({ turn: 4 });
    writeFileSync(here.at('a.txt'), 'four\n');
  });
  await here.done('four');
  assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: [] });
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), files['a.txt']);
});

test("a file that one agent deletes while another writes it is listed in the first agent's undo", async () => {
  using here = undoWorld(files);
  for (const agent of ['one', 'two']) await here.prompt(agent);
  await here.shell('one', 'make', async () => {
    rmSync(here.at('a.txt'));
    await here.write('two', 'a.txt', () => writeFileSync(here.at('a.txt'), 'two\n'));
  });
  for (const agent of ['two', 'one']) await here.done(agent);
  const turn = here.turns().length - here.turns().findIndex(({ session }) => session === 'one');
  assert.deepEqual(await here.undo({ turn }), { taken: [], left: ['a.txt: changed-since'] });
});

test('a file first changed while ignored is listed, because its old content was not stored', async () => {
  for (const isByTool of [true, false]) {
    using here = undoWorld({ ...files, '.gitignore': 'new.txt\n' });
    writeFileSync(here.at('new.txt'), 'person\n');
    await here.prompt('s');
    await here.shell('s', 'make', () => renameSync(here.at('a.txt'), here.at('new.txt')));
    writeFileSync(here.at('.gitignore'), '');
    const change = () => writeFileSync(here.at('new.txt'), 'agent\n');
    await (isByTool ? here.write('s', 'new.txt', change) : here.shell('s', 'make', change));
    await here.done('s');
    assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: ['new.txt: unwatched'] });
    assert.equal(readFileSync(here.at('new.txt'), 'utf8'), 'agent\n');
  }
});

test('a file that a command rewrote unchanged is restored after a later edit', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), readFileSync(here.at('a.txt'))));
  await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), 'agent\n'));
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: [] });
});

test('files that an undo kept can be reverted by name, one by one, until another turn begins', async () => {
  using here = undoWorld(files);
  const names = ['a.txt', 'b.txt', 'src/c.ts'];
  const turn = async (text: string) => {
    await here.prompt('s');
    await here.shell('s', 'make', () => {
      for (const name of names) writeFileSync(here.at(name), `${text}\n`);
    });
    await here.done('s');
  };
  await turn('one');
  await turn('two');
  for (const name of names.slice(1)) writeFileSync(here.at(name), 'person\n');
  assert.deepEqual((await here.undo()).taken, ['a.txt']);
  assert.deepEqual((await here.undo({ paths: ['b.txt'] })).taken, ['b.txt']);
  assert.deepEqual((await here.undo({ paths: ['src/c.ts'] })).taken, ['src/c.ts']);
  for (const name of names) assert.equal(readFileSync(here.at(name), 'utf8'), 'one\n');
  // Nothing of that turn is left, so the next name refers to the previous turn.
  assert.deepEqual((await here.undo({ paths: ['b.txt'] })).taken, ['b.txt']);
  assert.equal(readFileSync(here.at('b.txt'), 'utf8'), 'b\n');
});
