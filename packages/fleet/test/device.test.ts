import assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type FleetProject, fleetProject } from './fleet-project.js';
import { day, denying } from './support/fleet-world.js';

const terminal = { columns: 100, env: { NO_COLOR: '1' } };
const fetched = async (here: FleetProject) => {
  const { code, stdout, stderr } = await here.run(['fleet', 'fetch']);
  assert.equal(code, 0, stdout + stderr);
};
const locked = { lock: 'lock: true' };

test('the fleet’s hooks decide on a machine that joined, without local trust', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  assert.match(await here.decide('rm -rf x'), /^pass/);
  await fetched(here);
  assert.match(await here.decide('rm -rf x'), /^deny.*acme forbids rm/);
  assert.match(await here.decide('ls'), /^pass/);
  const [hook] = await here.json<{ id: string; scope: string; state: string }[]>(['list', '--json']);
  assert.deepEqual([hook?.id, hook?.scope, hook?.state], ['no-rm', 'managed', 'active']);
});

test('a bundle can contain hooks of every format, which start scripts of the bundle', async (t) => {
  const script = '#!/bin/sh\necho "acme forbids curl" >&2\nexit 2\n';
  const settings = {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '.claude/hooks/no.sh' }] }] },
  };
  const policy = {
    '.claude/settings.json': JSON.stringify(settings),
    '.claude/hooks/no.sh': script,
    '.agents/hooks/no-wget/HOOK.md': '---\nname: no-wget\ndescription: No wget.\ntrigger: after_tool\n---\n',
    '.agents/hooks/no-wget/scripts/run.sh': '#!/bin/sh\nexit 0\n',
  };
  const here = await fleetProject(t, { policy });
  await fetched(here);
  assert.match(await here.decide('curl x'), /^deny.*acme forbids curl/);
  const listed = await here.json<{ id: string; scope: string }[]>(['list', '--json']);
  assert.deepEqual(listed.map(({ id, scope }) => `${scope} ${id}`).sort(), [
    'managed fleet.claude.PreToolUse.0.0',
    'managed no-wget',
  ]);
});

test('a policy hook that was changed makes calls ask, until the next check restores it', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  await fetched(here);
  const sha256 = here.tree.readChannel('stable')?.bundles[0]?.sha256 ?? '';
  writeFileSync(join(here.policyFolder, 'bundles', sha256, 'scripts', 'deny.sh'), '#!/bin/sh\nexit 0\n');
  assert.match(await here.decide('ls'), /^ask.*deny\.sh is not what was signed; run \\"anyhook fleet fetch/);
  await fetched(here);
  assert.match(await here.decide('rm x'), /^deny/);
});

test('a file added to the policy on disk makes calls ask', async (t) => {
  const here = await fleetProject(t, {
    policy: { ...denying('rm'), '.agents/hooks/a/HOOK.md': hookMd, '.agents/hooks/a/scripts/run.sh': '#!/bin/sh\n' },
  });
  await fetched(here);
  assert.match(await here.decide('ls'), /^pass/);
  const sha256 = here.tree.readChannel('stable')?.bundles[0]?.sha256 ?? '';
  writeFileSync(join(here.policyFolder, 'bundles', sha256, '.agents', 'hooks', 'a', 'scripts', 'more.sh'), 'exit 0\n');
  assert.match(await here.decide('ls'), /^ask.*more\.sh is not part of what was signed/);
});

const hookMd = '---\nname: a\ndescription: A hook.\ntrigger: after_tool\n---\n';

/** The user's own config, which tries everything that could relax the policy. */
const loosening = `disabled: [no-rm, fleet.age]
mode: shadow
overrides: {no-rm: {enabled: false, mode: shadow, onFailure: open}}
`;

test('the user cannot relax a fleet hook by a list, an override, a mode or a variable', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  await fetched(here);
  writeFileSync(here.fleetFile.replace('fleet.yaml', 'config.yaml'), loosening);
  assert.match(await here.decide('rm x'), /^deny/);
  const env = { SA_HOOK_PROFILE: 'minimal', SA_DISABLED_HOOKS: 'no-rm', ANYHOOK_TRUST: 'project' };
  assert.match(await here.decide('rm x', env), /^deny/);
});

test("a lock in a user's own fleet.yaml has no effect: they can switch off and leave, and status says what to do", async (t) => {
  const here = await fleetProject(t, { policy: denying('rm'), more: locked });
  await fetched(here);
  assert.match(await here.decide('rm x'), /^deny/);
  const status = await here.run(['fleet', 'status']);
  const told =
    /lock: true has no effect in your own file; to lock this machine, an administrator moves the file to \S+fleet\.yaml/;
  assert.match(status.stdout.replace(/\s+/g, ' '), told);
  assert.match((await here.run(['engine', 'status'])).stdout, /acme sets hooks on this machine \(\S+fleet\.yaml\)/);
  assert.equal((await here.run(['off', '30m'], terminal)).code, 0);
  assert.match(await here.decide('rm x'), /^pass/);
  await here.run(['on']);
  assert.equal((await here.run(['fleet', 'leave', '--yes'], terminal)).code, 0);
  assert.match(await here.decide('rm x'), /^pass/);
});

test('the policy of a fleet that the user joined cannot switch self-protection off', async (t) => {
  const here = await fleetProject(t, { policy: { '.agents/anyhook.yaml': 'disabled: [self-protection, own]\n' } });
  here.write({ '../home/.config/anyhook/config.yaml': 'hooks: [{id: own, on: tool.before, run: exit 2}]\n' });
  await fetched(here);
  assert.match(await here.decide('anyhook off'), /^deny/);
  assert.match(await here.decide('ls'), /^pass/);
  assert.match(
    (await here.run(['hooks', 'validate'])).stdout,
    /self-protection stays on: only a fleet that an administrator set up/,
  );
});

for (const args of [
  ['join', 'fleet.yaml', '--yes'],
  ['leave', '--yes'],
])
  test(`a script cannot ${args[0]} a fleet, and is told how an administrator does it`, async (t) => {
    const here = await fleetProject(t, { policy: denying('rm') });
    const { code, stderr } = await here.run(['fleet', ...args]);
    assert.deepEqual(
      [code, stderr.includes('needs a person at a terminal; nothing was written. For scripts: an')],
      [1, true],
    );
    assert.match(stderr, /an administrator (?:puts the file at|removes) \S+fleet\.yaml/);
    const inside = await here.run(['fleet', ...args], { ...terminal, env: { CLAUDECODE: '1' } });
    assert.match(inside.stderr, /needs a person, but this runs inside Claude Code/);
  });

test('a machine that is not locked can leave its fleet, and keeps its own hooks', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  await fetched(here);
  assert.equal((await here.run(['fleet', 'leave', '--yes'], terminal)).code, 0);
  assert.match(await here.decide('rm x'), /^pass/);
  assert.match((await here.run(['fleet', 'status'])).stdout, /is not in a fleet/);
});

test('if the files of an accepted policy are missing, every action asks', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  await fetched(here);
  assert.match(await here.decide('ls'), /^pass/);
  const sha256 = here.tree.readChannel('stable')?.bundles[0]?.sha256 ?? '';
  rmSync(join(here.policyFolder, 'bundles', sha256), { recursive: true });
  assert.match(await here.decide('ls'), /^ask/);
});

/** A record of a machine that was last checked this long ago. */
const age = (here: FleetProject, ms: number) => {
  const file = join(here.policyFolder, 'checked.json');
  const check = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({ ...check, checkedAt: check.checkedAt - ms, latest: check.latest - ms, problem: 'ENOTFOUND' }),
  );
};

for (const [rule, decision] of [
  ['keep', 'pass'],
  ['ask', 'ask'],
  ['deny', 'deny'],
] as const)
  test(`after thenAfter without a check, the offline rule ${rule} means ${decision} for what no hook forbids`, async (t) => {
    const here = await fleetProject(t, {
      policy: denying('rm'),
      more: Object.fromEntries([['then', `  then: ${rule}`]]),
    });
    await fetched(here);
    age(here, 15 * day);
    assert.match(await here.decide('ls'), new RegExp(`^${decision}`));
    assert.match(await here.decide('rm x'), /^deny/);
    if (rule !== 'keep')
      assert.match(
        await here.decide('ls'),
        /the policy of acme may be out of date: it was last checked 15 days ago \(ENOTFOUND\)/,
      );
    const { code, stdout } = await here.run(['fleet', 'status']);
    assert.equal(code, 1);
    assert.match(stdout, /last checked 15 days ago/);
  });

test('after warnAfter a new session is warned that the policy is old', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  await fetched(here);
  age(here, 4 * day);
  const { stdout } = await here.run(['fire', 'session.start', '--json']);
  assert.match(stdout, /the policy of acme: it was last checked 4 days ago/);
});

test('a fleet file that others can change, or with a mistake, is not used and makes calls ask', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  await fetched(here);
  chmodSync(here.fleetFile, 0o666);
  assert.match(await here.decide('ls'), /^ask.*expected that only its owner may write to it, got mode 666/);
  chmodSync(here.fleetFile, 0o644);
  assert.match(await here.decide('ls'), /^pass/);
  writeFileSync(here.fleetFile, readFileSync(here.fleetFile, 'utf8').replace('org: acme', 'organisation: acme'));
  assert.match(await here.decide('ls'), /^ask.*fleet\.yaml/);
});

test('a system config of the organisation overrides the user’s fleet file', async (t) => {
  const { findFleet } = await import('../src/fleet-file.js');
  const here = await fleetProject(t, { policy: denying('rm'), more: locked });
  const systemConfig = join(here.dir, 'config.yaml');
  writeFileSync(systemConfig, '');
  const none = join(here.dir, 'none.yaml');
  const { settings, problems } = findFleet({ system: none, user: here.fleetFile, systemConfig });
  assert.equal(settings, undefined);
  assert.match(problems[0]?.message ?? '', /config\.yaml is in charge of this machine/);
  const own = findFleet({ system: none, user: here.fleetFile, systemConfig: none }).settings;
  assert.deepEqual([own?.lock, own?.hasIdleLock], [false, true]);
});

test('doctor says who manages the machine', async (t) => {
  const here = await fleetProject(t, { policy: denying('rm') });
  const { machineChecks } = await import('../../anyhook/src/doctor/machine.js');
  const { userPaths } = await import('../../core/src/platform/user-paths.js');
  const { doctor } = await import('../src/doctor.js');
  const checks = (env: Record<string, string> = {}) => {
    const user = userPaths(here.env, '');
    return machineChecks(user, env, Date.now(), undefined, doctor.checks(user, Date.now())).map(
      ({ title, findings }) => `${title}: ${findings.map((one) => one.cause).join(' ')}`,
    );
  };
  assert.match(
    checks()[1] ?? '',
    /^acme is in charge of this machine \(\S+fleet\.yaml\): fleet-not-in-force fleet-late$/,
  );
  await fetched(here);
  assert.match(checks()[1] ?? '', /fleet\.yaml\): $/);
});
