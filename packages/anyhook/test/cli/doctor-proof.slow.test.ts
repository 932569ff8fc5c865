import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { printSections } from '../../src/cli/print/doctor.js';
import type { DoctorSection, FolderProof } from '../../src/doctor/finding.js';
import { makeWorktree } from '../support/make-repository.js';
import { type DoctorMachine, doctorMachine, linkProgram } from './doctor-world.js';
import { hookMdWithScript } from './harness.js';

const proofsIn = (sections: readonly DoctorSection[]): readonly FolderProof[] =>
  sections.flatMap(({ checks }) => checks.flatMap(({ proof }) => proof ?? []));

/** A git worktree next to the project, with the same hooks. */
function addTree(here: DoctorMachine, ...folders: readonly string[]): string {
  const tree = join(dirname(here.dir), 'tree');
  makeWorktree(here.dir, tree);
  for (const folder of folders) cpSync(join(here.dir, folder), join(tree, folder), { recursive: true });
  return tree;
}

const marking = hookMdWithScript('mark', 'before_tool', 'touch "$HOME/ran"; exit 0; #', 'matcher:\n  tool: Shell\n');

test('doctor proves a denial in the project, a subfolder, a worktree and outside, without running a hook', async (t) => {
  const here = doctorMachine(t, 'codex', { files: { ...marking, 'src/a.txt': 'a' } });
  await here.connect('codex');
  const tree = addTree(here, '.agents');
  const { code, sections, causes } = await here.examine();
  assert.deepEqual([code, causes], [0, []], JSON.stringify(sections, null, 1));
  assert.equal(sections.at(-1)?.title, 'proof: a call is denied through the exact command of each entry');
  const proofs = proofsIn(sections);
  assert.deepEqual(
    proofs.map(({ kind, outcome, folder, hooks }) => [kind, outcome, folder, hooks]),
    [
      ['project', 'denied', here.dir, 2],
      ['subfolder', 'denied', join(here.dir, 'src'), 2],
      ['worktree', 'denied', tree, 2],
      ['outside', 'denied', '/tmp', 1],
    ],
  );
  const text = here.get('~/.codex/hooks.json');
  for (const { command, event } of proofs) {
    assert.equal(event, 'PreToolUse');
    assert.ok(text.includes(JSON.stringify(command)), 'the command is the one in the settings');
  }
  assert.equal(existsSync(here.at('~/ran')), false);
});

test('untrusted hooks of a worktree fail its proof, and the fix names the folder', async (t) => {
  const here = doctorMachine(t, 'codex');
  await here.connect('codex');
  const tree = addTree(here, '.agents');
  writeFileSync(join(tree, '.agents/hooks/no-rm/scripts/run.sh'), '#!/bin/sh\nexit 1\n');
  cpSync(join(tree, '.agents/hooks/no-rm'), join(tree, '.agents/hooks/new'), { recursive: true });
  writeFileSync(
    join(tree, '.agents/hooks/new/HOOK.md'),
    '---\nname: new\ndescription: New.\ntrigger: before_tool\n---\n',
  );
  const { code, sections, causes } = await here.examine();
  assert.deepEqual([code, causes], [1, ['not-trusted']], JSON.stringify(sections, null, 1));
  const proof = sections.at(-1)?.checks.find((check) => check.proof?.kind === 'worktree');
  assert.equal(proof?.proof?.outcome, 'failed');
  assert.deepEqual(
    proof?.findings.map(({ fix }) => fix),
    [`review and approve it: anyhook trust --cwd ${tree}`],
  );
});

test("an agent connected only in the project is proven in a worktree by the worktree's entry", async (t) => {
  const here = doctorMachine(t, 'claude-code');
  await here.connect('claude-code', 'project');
  addTree(here, '.agents', '.claude');
  const { code, sections, causes } = await here.examine();
  assert.deepEqual([code, causes], [0, []], JSON.stringify(sections, null, 1));
  assert.deepEqual(
    proofsIn(sections).map(({ kind, outcome }) => `${kind} ${outcome}`),
    ['project denied', 'subfolder untried', 'worktree denied', 'outside untried'],
  );
});

test('a worktree entry that only resembles ours is never run', async (t) => {
  const here = doctorMachine(t, 'claude-code');
  await here.connect('claude-code', 'project');
  const tree = addTree(here, '.agents', '.claude');
  const file = join(tree, '.claude/settings.json');
  const marker = here.at('~/ran');
  writeFileSync(file, here.get('.claude/settings.json').replace("sh -c '", `touch ${marker}; sh -c '`));
  const { sections } = await here.examine();
  assert.equal(existsSync(marker), false);
  const check = sections.at(-1)?.checks.find(({ proof }) => proof?.kind === 'worktree');
  assert.equal(check?.title, 'not tried: no entry is as init writes it');
});

test('a deleted worktree is not tried, and output on the wrong stream does not count as a denial', async (t) => {
  const here = doctorMachine(t, 'codex');
  await here.connect('codex');
  rmSync(addTree(here, '.agents'), { recursive: true });
  assert.deepEqual(
    proofsIn((await here.examine()).sections).map(({ kind }) => kind),
    ['project', 'subfolder', 'outside'],
  );
  // It names the canary, but on the wrong stream: the agent would go on.
  here.startInstead(
    'process.stdout.write(`anyhook canary ${process.env.ANYHOOK_CANARY}: version ${process.env.VERSION}, hooks 2\\n`);\n',
  );
  const other = JSON.stringify((await here.examine(undefined, { VERSION: '0.0.1' })).sections);
  const [, version = ''] = /version 0\.0\.1 answers at PreToolUse, but this is ([^" ]+)/.exec(other) ?? [];
  const { code, causes } = await here.examine(undefined, { VERSION: version });
  assert.deepEqual([code, causes], [1, ['canary-failed']]);
});

test('variables that npx adds do not make an otherwise broken entry pass', async (t) => {
  const here = doctorMachine(t, 'codex');
  await here.connect('codex');
  const bin = join(here.dir, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  linkProgram(join(bin, 'anyhook'));
  here.put(
    '~/.local/share/anyhook/bin/anyhook-hook',
    here.get('~/.local/share/anyhook/bin/anyhook-hook').replace(/^program=.*$/m, 'program=/nowhere/x'),
  );
  const { code } = await here.examine(undefined, {
    npm_execpath: '/usr/lib/npm.js',
    PATH: `${bin}:${here.bin}:/usr/bin:/bin`,
  });
  assert.equal(code, 1);
});

test('each proof fits on one line of 80 columns', async (t) => {
  const here = doctorMachine(t, 'codex', { files: { ...marking, 'src/a.txt': 'a' } });
  await here.connect('codex');
  addTree(here, '.agents');
  const { sections } = await here.examine();
  const out: string[] = [];
  printSections(sections, {
    env: { ...here.env, NO_COLOR: '1' },
    cwd: here.dir,
    home: here.home,
    stdin: Readable.from([]),
    ancestry: () => undefined,
    stdout: { write: (text) => out.push(text), isTTY: true, columns: 80 },
    stderr: { write: () => true },
  });
  const stdout = out.join('');
  const lines = stdout.slice(stdout.indexOf('proof: ')).split('\n');
  assert.deepEqual(
    lines.slice(1, 5).map((line) => line.replace(/\d+ ms/, 'N ms')),
    [
      '  ✓ Codex CLI  project            denied in N ms',
      '  ✓ Codex CLI  subfolder src      denied in N ms',
      '  ✓ Codex CLI  work tree ../tree  denied in N ms',
      '  ✓ Codex CLI  outside, in /tmp   denied in N ms',
    ],
  );
  for (const line of lines) assert.ok([...line].length <= 80, line);
});

test('a program can prove hooks through the library', async (t) => {
  const here = doctorMachine(t, 'codex');
  await here.connect('codex');
  const { proveHooks } = (await import(
    resolve('packages/anyhook/dist/index.js')
  )) as typeof import('../../src/library.js');
  const env = { ...here.env, PATH: `${here.bin}:/usr/bin:/bin` };
  const { alive, sections } = await proveHooks({ cwd: here.dir, env, hosts: ['codex'] });
  assert.equal(alive, true, JSON.stringify(sections, null, 1));
  assert.equal(proofsIn(sections)[0]?.outcome, 'denied');
});
