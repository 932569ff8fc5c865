import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { sha256 } from '../../../core/src/platform/hash.js';
import { findAgent, loadInstalls } from '../../src/agents/index.js';
import { unavailableAnswer } from '../../src/install/unavailable-answer.js';
import { installManifestFile } from '../../src/switches/format-switch.js';
import { doctorMachine } from './doctor-world.js';
import {
  callEntry,
  type EntryRow,
  entryCommand,
  entryRows,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from './init-world.js';

const installs = await loadInstalls();

/** Agents whose shell becomes the command. */
const chosen = entryRows.filter(
  ({ agent, scope }) => scope === 'user' && installs.some((one) => one.agent === agent && one.posixShell),
);
const launcher = '~/.local/share/anyhook/bin/anyhook-hook';
const before = '{ "theme": "dark"   ,\n\t"Other" : [] }\n';
const recordOf = (here: InitMachine) => installManifestFile(`${here.env['XDG_STATE_HOME']}/anyhook`);
const init = (here: InitMachine, { agent }: EntryRow) => here.run(['init', '--agent', agent, '--yes']);
const uninstall = (here: InitMachine) => here.run(['uninstall', '--yes'], terminal);

/** Rewrites the entries, and the hash kept for them, as versions without `exec` and without its message wrote them. */
function writtenLongAgo(here: InitMachine, { file }: EntryRow): string {
  const now = here.get(file);
  const oldPrefix = String.raw`sh -c '[ -x \"$0\" ] || exit 0; exec \"$0\" \"$@\"' `;
  const then = now.replaceAll(/"(\[ -x \S+ \] \|\| \{.*?\}; )?exec /g, (_all, look) => (look ? `"${oldPrefix}` : '"'));
  assert.notEqual(then, now);
  here.put(file, then);
  const record = readFileSync(recordOf(here), 'utf8');
  assert.ok(record.includes(sha256(now)));
  writeFileSync(recordOf(here), record.replaceAll(sha256(now), sha256(then)));
  return then;
}

/** The forms of a user's entry. */
const spellings: readonly [string, (here: InitMachine, row: EntryRow) => string][] = [
  ['as init writes it', (here, { file }) => here.get(file)],
  ['as earlier versions wrote it', writtenLongAgo],
];

for (const row of chosen) {
  for (const [spelling, spell] of spellings) {
    test(`${row.agent}: an entry ${spelling} is recognized, and uninstall restores the file byte for byte`, async (t) => {
      const here = initMachine(t);
      here.put(row.file, before);
      const original = here.tree();
      await init(here, row);
      const written = here.get(row.file);
      spell(here, row);
      await init(here, row);
      assert.equal(here.get(row.file), written);
      spell(here, row);
      assert.equal((await uninstall(here)).code, 0);
      assert.deepEqual(here.tree(), original);
    });

    test(`${row.agent}: an entry ${spelling} is removed even without the install record`, async (t) => {
      const here = initMachine(t);
      here.put(row.file, before);
      await init(here, row);
      spell(here, row);
      rmSync(recordOf(here));
      assert.equal((await uninstall(here)).code, 0);
      assert.doesNotMatch(here.get(row.file), /anyhook-hook/);
      assert.match(here.get(row.file), /^\{ "theme": "dark" {3},/);
    });

    test(`${row.agent}: doctor finds an entry ${spelling} alive, and reports if it would fail silently`, async (t) => {
      const here = doctorMachine(t, row.agent);
      await here.connect(row.agent);
      spell(here, row);
      const { causes, code } = await here.examine();
      const isSilent = here.get(row.file).includes('|| exit 0; ');
      assert.deepEqual([causes, code], [isSilent ? ['entry-silent'] : [], 0]);
    });

    test(`${row.agent}: an entry ${spelling} refuses a call that a hook refuses`, async (t) => {
      const here = initMachine(t);
      await here.run(['trust', '--yes'], terminal);
      await init(here, row);
      spell(here, row);
      const { stdout, stderr } = callEntry(here, entryCommand(here, row), shellPayload(row, 'rm -rf /', here.dir));
      assert.match(stdout + stderr, /never that/);
    });
  }
}

/** What an agent sees if a launcher cannot be started. */
const faults: readonly [string, (here: InitMachine) => void][] = [
  ['is gone', (here) => rmSync(here.at(launcher))],
  ['may not be run', (here) => chmodSync(here.at(launcher), 0o644)],
];

for (const shell of ['sh', 'bash']) {
  for (const [what, plant] of faults) {
    test(`with a launcher that ${what}, ${shell} ends with the same exit code with and without exec`, async (t) => {
      const here = initMachine(t);
      const codesOf = (row: EntryRow) => {
        const command = entryCommand(here, row);
        return [command, command.replace(/exec /, '')].map(
          (text) => spawnSync(shell, ['-c', text], { cwd: here.dir, input: '{}' }).status,
        );
      };
      for (const row of chosen) await init(here, row);
      plant(here);
      const overlooked = what === 'is gone' ? 127 : 126;
      for (const row of chosen) {
        const install = installs.find(({ agent }) => agent === row.agent);
        const answer = install && unavailableAnswer(findAgent(row.agent), install, 'gone');
        const expected = !install?.missingCommandBlocks ? overlooked : answer === undefined ? 1 : 0;
        assert.deepEqual(codesOf(row), [expected, expected], row.agent);
      }
      here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
      for (const row of chosen) await init(here, row);
      plant(here);
      for (const row of chosen) assert.deepEqual(codesOf(row), [2, 2], row.agent);
    });
  }
}
