// In a separate mount namespace with its own /etc: the answers of a machine that its administrator locked, for every
// way in which its user tries to step out. Prints one line of JSON.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { anyhookProgram, claudeShellCall } from '../../anyhook/test/resident/engine-world.js';
import { fleetProject } from './fleet-project.js';
import { denying } from './support/fleet-world.js';

const ends: (() => unknown)[] = [];
const t = { after: (end: () => unknown) => void ends.push(end) } as unknown as TestContext;
const profiled = {
  ...denying('rocket'),
  '.agents/anyhook.yaml':
    denying('rocket')['.agents/anyhook.yaml']?.replace('run:', 'profiles: [standard], run:') ?? '',
};
const here = await fleetProject(t, { policy: profiled, more: { lock: 'lock: true' } });
const { HOME = '', PATH = '' } = here.env;
const top = join(here.dir, '..');

// The administrator's file instead of the user's.
spawnSync('cp', ['-a', '/etc', join(top, 'etc')]);
mkdirSync(join(top, 'etc/anyhook'), { recursive: true });
const text = readFileSync(here.fleetFile, 'utf8');
writeFileSync(join(top, 'etc/anyhook/fleet.yaml'), text, { mode: 0o644 });
spawnSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'none', '/etc']);
spawnSync('cp', ['-a', `${join(top, 'etc')}/.`, '/etc']);
// The user's file says something else, and is ignored.
writeFileSync(here.fleetFile, text.replace('lock: true', 'lock: false').replace('org: acme', 'org: mine'));

const env = { HOME, PATH, ANYHOOK_ENGINE: 'off' };
const anyhook = (args: readonly string[], more: Readonly<Record<string, string>> = {}, input = '') =>
  new Promise<{ readonly code: number; readonly text: string }>((done) => {
    const child = execFile(
      process.execPath,
      [anyhookProgram, ...args],
      { cwd: here.dir, env: { ...env, ...more }, encoding: 'utf8' },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
    child.stdin?.end(input);
  });
const terminal = { columns: 100, env: { NO_COLOR: '1' } };
const event = JSON.stringify(claudeShellCall(here.dir, 'echo rocket'));
const decision = async (more: Readonly<Record<string, string>> = {}) => {
  const { text: said } = await anyhook(['run', '--host', 'claude-code'], more, event);
  return /"permissionDecision":"(\w+)"/.exec(said)?.[1] ?? 'pass';
};

// A fresh folder each time: the first event in it fetches the policy, and the next one is denied.
const elsewhere = (n: number) => join(top, `elsewhere-${n}`);
const managed = join(top, 'mine.yaml');
writeFileSync(managed, 'disabled: [no-rocket]\nmode: shadow\n');
const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'nothing is tried': {},
  'SA_HOOK_PROFILE and the like': {
    SA_HOOK_PROFILE: 'minimal',
    SA_DISABLED_HOOKS: 'no-rocket',
    ANYHOOK_TRUST: 'project',
  },
  'ANYHOOK=off': { ANYHOOK: 'off' },
  ANYHOOK_MANAGED_CONFIG: { ANYHOOK_MANAGED_CONFIG: managed },
  XDG_CONFIG_HOME: { XDG_CONFIG_HOME: elsewhere(1) },
  XDG_STATE_HOME: { XDG_STATE_HOME: elsewhere(2) },
  HOME: { HOME: elsewhere(3) },
  'all of them': { HOME: elsewhere(4), XDG_CONFIG_HOME: elsewhere(4), XDG_STATE_HOME: elsewhere(4), ANYHOOK: 'off' },
};
try {
  const decided: Record<string, string> = { 'nothing is there yet': await decision() };
  const fetched = await anyhook(['fleet', 'fetch']);
  for (const [way, more] of Object.entries(ways)) decided[way] = await decision(more);
  const state = join(HOME, '.local/state/anyhook');
  writeFileSync(join(state, 'off.json'), JSON.stringify({ until: Date.now() + 60_000 }));
  decided['the file of "anyhook off"'] = await decision();
  writeFileSync(
    join(HOME, '.config/anyhook/config.yaml'),
    'disabled: [no-rocket, self-protection]\nmode: shadow\nprofile: minimal\noverrides: {no-rocket: {enabled: false}}\n',
  );
  decided['the config of the user'] = await decision();
  const commands: Record<string, { readonly code: number; readonly text: string }> = {};
  for (const line of ['off 30m', 'uninstall --yes', 'fleet leave --yes', 'fleet join /etc/anyhook/fleet.yaml --yes'])
    for (const at of ['a script', 'a person'] as const) {
      const { code, stdout, stderr } = await here.run(line.split(' '), at === 'a person' ? terminal : {});
      commands[`${line}, by ${at}`] = { code, text: stdout + stderr };
    }
  decided['after these commands'] = await decision();
  const [status, doctor] = [await anyhook(['fleet', 'status']), await anyhook(['doctor'], { ANYHOOK: 'off' })];
  console.log(JSON.stringify({ fetched, decided, commands, status: status.text, doctor: doctor.text }));
} finally {
  spawnSync('umount', ['-l', '/etc']);
  for (const end of ends) await end();
}
process.exit(0);
