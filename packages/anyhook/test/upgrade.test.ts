import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';

/**
 * A home folder as an earlier build of 0.2.0 left it: Claude Code connected, one trusted project hook, a session with a
 * changed file and a denied push. Its records name this path.
 */
const home = '/tmp/anyhook-upgrade';
const project = join(home, 'proj');
const archive = resolve('packages/anyhook/test/support/home-of-0.2.0.tar.gz');
const program = resolve('packages/anyhook/bin/anyhook.cjs');
/** A home folder of a machine that had joined a fleet with that build: fleet.yaml, and the bundle that it fetched. */
const fleetHome = '/tmp/anyhook-upgrade-fleet';
const fleetArchive = resolve('packages/anyhook/test/support/fleet-of-0.2.0.tar.gz');
const skip = process.platform !== 'linux' && 'the records name paths in /tmp of Linux';

before(() => {
  if (skip !== false) return;
  for (const [folder, file] of [
    [home, archive],
    [fleetHome, fleetArchive],
  ] as const) {
    rmSync(folder, { recursive: true, force: true });
    const { status, stderr } = spawnSync('tar', ['-xzf', file, '-C', '/tmp', '--no-same-owner'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
  makeTurnsRecent();
});
after(() => {
  for (const folder of [home, fleetHome]) rmSync(folder, { recursive: true, force: true });
});

/** Old turns are deleted, so their times are moved to now. */
function makeTurnsRecent(): void {
  const store = join(home, '.local/state/anyhook/snapshots');
  const turns = join(store, readdirSync(store)[0] ?? '', 'turns');
  for (const name of readdirSync(turns)) {
    const text = readFileSync(join(turns, name), 'utf8');
    const late = Date.now() - 60_000 - Number(/"at":(\d+)/.exec(text)?.[1]);
    writeFileSync(
      join(turns, name),
      text.replace(
        /("(?:at|since|look)":|\["[^"]+",)(\d{13})/g,
        (_, key: string, at: string) => key + (Number(at) + late),
      ),
    );
  }
}

/** Runs the current program in an old home. */
function run(words: readonly string[], input = '', top = home) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: join(top, 'proj'),
    encoding: 'utf8',
    input,
    env: { PATH: process.env.PATH, HOME: top, ANYHOOK_ENGINE: 'off' },
  });
  return { code: status, stdout, stderr };
}

test('the journal of an earlier build is read', { skip }, () => {
  const { stdout } = run(['log']);
  assert.match(stdout, /deny {2}claude-code {2}tool\.before .* shell-guard {2}Bash git push --force/);
});

test('a hook trusted with an earlier build stays trusted until its script changes', { skip }, () => {
  assert.match(run(['list']).stdout, /settings\.claude\.PreToolUse\.0\.0 .* active /);
  writeFileSync(join(project, 'hook.sh'), '#!/bin/sh\nexit 2\n', { mode: 0o755 });
  assert.match(run(['list']).stdout, /settings\.claude\.PreToolUse\.0\.0 .* (?:changed|untrusted)/);
});

/** A shell call of Claude Code. */
const call = (cwd: string, command: string): string =>
  JSON.stringify({
    ...{ session_id: 's2', cwd, hook_event_name: 'PreToolUse', tool_name: 'Bash' },
    tool_input: { command },
  });

test('the config of an earlier build is valid, and its hooks run', { skip }, () => {
  assert.equal(run(['validate']).code, 0);
  const { stdout } = run(['list', '--json']);
  const ids = (JSON.parse(stdout) as { id: string; state: string }[]).flatMap(({ id, state }) =>
    state === 'active' ? [id] : [],
  );
  assert.deepEqual(
    ['shell-guard', 'secrets', 'undo@tool.before', 'undo@session.end'].filter((id) => !ids.includes(id)),
    [],
  );
});

test('a fleet policy fetched by an earlier build still decides, with its keys and device', { skip }, () => {
  const store = join(fleetHome, '.local/state/anyhook/fleet');
  const device = readFileSync(join(store, 'device.json'), 'utf8');
  // The last check is set to now, so that the server is not asked.
  const now = new Date();
  utimesSync(join(store, 'acme.stable/checked.json'), now, now);
  const entry = ['run', '--host', 'claude-code', '--fixed', `HOME=${fleetHome}`];
  const { stdout } = run(entry, call(join(fleetHome, 'proj'), 'echo acme-word'), fleetHome);
  assert.match(stdout, /"permissionDecision":"deny".*acme forbids acme-word/);
  const status = run(['fleet', 'status'], '', fleetHome);
  assert.match(status.stdout, /acme/);
  assert.equal(readFileSync(join(store, 'device.json'), 'utf8'), device);
});

test('an entry of an earlier build is answered, without output on stderr', { skip }, () => {
  mkdirSync(join(home, 'Documents'), { recursive: true });
  const entry = ['run', '--host', 'claude-code', '--fixed', `HOME=${home}`];
  const { stdout, stderr } = run(entry, call(project, 'git push --force'));
  assert.match(stdout, /"permissionDecision":"deny".*push with force/);
  assert.equal(stderr, '');
});

test('options with their earlier names work and name their replacement', { skip }, () => {
  const { stdout, stderr } = run(['list', '--dialect', 'claude']);
  assert.match(stdout, /settings\.claude\.PreToolUse\.0\.0/);
  assert.equal(stderr, 'anyhook: --dialect is now --format\n');
});

test('a turn recorded by an earlier build can be undone', { skip }, () => {
  assert.match(run(['undo', '--list']).stdout, /Claude Code +1 +write a file/);
  assert.match(run(['undo', '--yes']).stdout, /a\.txt/);
  assert.equal(existsSync(join(project, 'a.txt')), false);
});
