import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { plantOddity, settingsTargetOf, withOddity } from '../../../../e2e/settings-oddity.js';
import { fleetCauses } from '../../../fleet/src/doctor.js';
import { causes as ownCauses } from '../../.cache/causes.js';
import { loadInstalls } from '../../src/agents/index.js';
import { scopesOf } from '../../src/agents/kit/install.js';
import { settingsOddities, toleratesOddity } from '../../src/agents/kit/settings-oddities.js';
import type { Cause, CauseId as OwnCauseId } from '../../src/doctor/finding.js';
import { engineFiles } from '../../src/resident/instance.js';
import { createResidentServer } from '../../src/resident/server.js';
import { openAlertStore } from '../../src/sessions/alert-store.js';
import { switchHooksOff } from '../../src/switches/off-switch.js';
import { makeRepository, makeWorktree } from '../support/make-repository.js';
import { type DoctorMachine, doctorMachine, guardHook, linkProgram, plantCopy, writeProgram } from './doctor-world.js';
import { hookMdWithScript } from './harness.js';
import { terminal } from './init-world.js';

const installs = await loadInstalls();

interface Fault {
  readonly agent?: string;
  readonly files?: Record<string, string>;
  readonly version?: string;
  /** Breaks a healthy installation; without it, the setup itself is the fault. */
  readonly plant?: (here: DoctorMachine) => void | Promise<void>;
  /** How the installation is made; connected in the user's settings otherwise. */
  readonly setUp?: (here: DoctorMachine) => void | Promise<void>;
  readonly env?: (here: DoctorMachine) => Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Other causes that occur as well: a file may hold both settings and hooks. */
  readonly also?: readonly CauseId[];
  /** Why it cannot be planted here. */
  readonly skip?: string;
}

const settings = '~/.claude/settings.json';
const edit = (here: DoctorMachine, file: string, change: (text: string) => string) =>
  here.put(file, change(here.get(file)));
const launcher = '~/.local/share/anyhook/bin/anyhook-hook';
const userHook = (name: string, front: string, script: string) => ({
  [`~/.config/agents/hooks/${name}/HOOK.md`]: `---\nname: ${name}\ndescription: A hook for tests.\n${front}\n---\n`,
  [`~/.config/agents/hooks/${name}/scripts/run.sh`]: script,
});
const putAll = (here: DoctorMachine, files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) {
    here.put(file, text);
    if (text.startsWith('#!')) chmodSync(here.at(file), 0o755);
  }
};
const config = (here: DoctorMachine, text: string) => here.put('~/.config/anyhook/config.yaml', text);
const missingNode = (here: DoctorMachine) =>
  edit(here, launcher, (text) => text.replace(/^node=.*$/m, 'node=/nowhere/node'));

/** What init of an earlier version wrote there. */
const formerLauncher = (file: string) =>
  `#!/bin/sh\nnode=${process.execPath}\nprogram=${file}\nhost=$1\nshift\nexec "$node" "$program" run --host "$host" "$@"\n`;
const copyIn = (here: DoctorMachine): string =>
  `~/.local/share/anyhook/versions/${readdirSync(here.at('~/.local/share/anyhook/versions'))[0]}`;
/** A fake engine that answers with this process id and is never replaced. */
async function fakeEngine({ state }: DoctorMachine, pid: number): Promise<void> {
  chmodSync(state, 0o700);
  writeFileSync(join(state, engineFiles.staysDown), '');
  const server = createResidentServer({
    startBatch: () => () => Promise.reject(new Error('no answer')),
    report: () => ({ pid, version: '0' }),
    quit: () => {},
  });
  await new Promise<void>((done) => server.listen(join(state, engineFiles.socket), done));
  server.unref();
}

/** Records of trust as an earlier version wrote them: without files that it could not find. */
function makeFormerRecords({ state }: DoctorMachine): void {
  const folder = join(state, 'trust');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const record = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const entry of record.hooks) {
      delete entry.reader;
      for (const path of entry.hook.coverage?.files ?? []) delete entry.shas[path];
      delete entry.hook.coverage;
    }
    writeFileSync(join(folder, name), JSON.stringify(record));
  }
}

/** Twenty questions about deletes in another project, of which a person approved two. */
function stopAndApprove({ dir, env, state }: DoctorMachine): void {
  const cwd = join(dir, '..', 'elsewhere');
  makeRepository(cwd);
  mkdirSync(join(cwd, '.agents'));
  writeFileSync(join(cwd, '.agents/anyhook.yaml'), 'hooks:\n  - { on: tool.before, use: shell-guard }\n');
  const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: 'Bash' };
  const input = JSON.stringify({ ...call, tool_input: { command: 'rm /srv/shop/old.txt' } });
  const args = [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'codex', '--trust-project'];
  for (let i = 0; i < 20; i++) spawnSync(process.execPath, args, { cwd, env, input });
  const folder = join(state, 'approvals');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const record = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    writeFileSync(join(folder, name), JSON.stringify({ ...record, times: 2, approvedAt: Date.now() }));
  }
}

const fleetText = `org: acme
url: https://policy.invalid
root: {threshold: 1, keys: [ed25519:${'A'.repeat(43)}]}
lock: true
`;

const putFleetFile = (here: DoctorMachine, text: string) => here.put('~/.config/anyhook/fleet.yaml', text);

const causes = { ...ownCauses, ...fleetCauses };
type CauseId = OwnCauseId | keyof typeof fleetCauses;

/** A way to break an installation for each cause. The compiler asks for the row of a new one. */
const faults: Readonly<Record<CauseId, Fault>> = {
  'off-for-a-while': { plant: ({ state }) => switchHooksOff(state, Date.now() + 600_000) },
  'off-by-environment': { env: () => ({ ANYHOOK: 'off' }) },
  'off-refused': {
    skip: "it needs an administrator's fleet.yaml: packages/fleet/test/locked-machine.slow.test.ts",
  },
  'fleet-unusable': {
    plant: (here) => putFleetFile(here, 'org: acme\n'),
    also: ['hook-file-broken'],
  },
  'fleet-not-in-force': { plant: (here) => putFleetFile(here, fleetText), also: ['fleet-late', 'hook-file-broken'] },
  'fleet-late': { plant: (here) => putFleetFile(here, fleetText), also: ['fleet-not-in-force', 'hook-file-broken'] },
  'fleet-audit': {
    plant: (here) => {
      putFleetFile(here, `${fleetText}audit: {otlp: https://collector.invalid}\n`);
      mkdirSync(join(here.state, 'journal'), { recursive: true });
      writeFileSync(join(here.state, 'journal', 'audit.json'), JSON.stringify({ device: 'd', hash: '', isFull: true }));
    },
    also: ['fleet-not-in-force', 'fleet-late', 'hook-file-broken'],
  },
  'call-unguarded': {
    plant: ({ state }) =>
      openAlertStore(state).add({
        ...{
          id: 'a1',
          at: Date.now(),
          kind: 'unasked',
          host: 'claude-code',
          session: 's',
          root: '/work',
          tool: 'Bash',
        },
        text: 'ALERT: Claude Code ran Bash and never asked anyhook.',
      }),
  },
  'variable-ignored': { env: () => ({ ANYHOOK_TRUST: 'project' }) },
  'folder-not-read': {
    plant: (here) => here.put('~/codex-work/hooks.json', '{}'),
    env: (here) => ({ CODEX_HOME: here.at('~/codex-work') }),
  },
  'trust-fixed': {
    setUp: async (here) => {
      await here.trust();
      const { code, stderr } = await here.run(['init', '--agent', 'claude-code', '--ci', '--trust', 'project']);
      assert.deepEqual([code, stderr], [0, '']);
    },
  },
  'state-unusable': { plant: ({ state }) => chmodSync(state, 0o500) },
  'state-exposed': { plant: ({ state }) => chmodSync(state, 0o777) },
  'state-outside-profile': { skip: 'only Windows has profiles; machine.test.ts has it' },
  'engine-out-of-reach': {
    // An engine that answers in the protocol, but whose process does not exist.
    setUp: async (here) => {
      await here.trust();
      await here.run(['init', '--agent', 'claude-code', '--yes'], { env: { ANYHOOK_ENGINE: '' } });
    },
    plant: (here) => fakeEngine(here, 999_999_999),
    env: () => ({ ANYHOOK_ENGINE: '' }),
  },
  'undo-missed': {
    plant: ({ state, dir }) => {
      const store = join(state, 'snapshots', createHash('sha256').update(dir).digest('hex').slice(0, 32));
      mkdirSync(join(store, 'turns'), { recursive: true });
      writeFileSync(join(store, 'root'), `${dir}\n`);
      const lines = [
        { kind: 'turn', at: Date.now(), session: 's', host: 'codex' },
        { kind: 'missed', at: Date.now(), why: 'no space' },
      ];
      writeFileSync(join(store, 'turns', 'one.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    },
  },
  'record-broken': { plant: ({ state }) => writeFileSync(join(state, 'install/manifest.json'), '[]') },
  'init-interrupted': {
    plant: ({ state }) => {
      const turns = join(state, 'install/lock.d');
      const last = Math.max(0, ...readdirSync(turns).map(Number));
      symlinkSync('999999999', join(turns, String(last + 1)));
    },
  },
  'hook-file-broken': { plant: (here) => config(here, 'hooks:\n  - { on: tool.befor, use: config-protection }\n') },
  'package-changed': {
    plant: async (here) => {
      const source = join(here.dir, '..', 'package');
      const folder = join(source, '.agents/hooks/added');
      mkdirSync(join(folder, 'scripts'), { recursive: true });
      writeFileSync(join(folder, 'HOOK.md'), '---\nname: added\ndescription: x\ntrigger: pre-tool-call\n---\n');
      writeFileSync(join(folder, 'scripts/run.sh'), '#!/bin/sh\n', { mode: 0o755 });
      writeFileSync(join(source, 'README.md'), 'x\n');
      const { code, stderr } = await here.run(['hooks', 'add', source, '--yes']);
      assert.deepEqual([code, stderr], [0, '']);
      writeFileSync(here.at('~/.config/anyhook/packages/package/README.md'), 'y\n');
    },
  },
  'often-approved': { plant: stopAndApprove },
  'guard-file-idle': { plant: (here) => here.write({ '.agents/guard/rules.yaml': 'rules:\n  - ask: push\n' }) },
  'no-hooks': { files: {}, setUp: (here) => here.connect('claude-code', 'user', '--event', 'PreToolUse') },
  'not-trusted': { setUp: async (here) => void (await here.run(['init', '--agent', 'claude-code', '--yes'])) },
  'file-of-other-users': {
    plant: (here) => {
      config(here, 'version: 1\n');
      chmodSync(here.at('~/.config/anyhook/config.yaml'), 0o666);
    },
  },
  'config-loosened': {
    plant: async (here) => {
      config(here, 'hooks:\n  - { on: tool.before, use: shell-guard }\n');
      await here.run(['list']);
      config(here, 'version: 1\n');
    },
  },
  'changed-since-trusted': {
    plant: (here) => edit(here, '.agents/hooks/no-rm/scripts/run.sh', (text) => `${text}#\n`),
  },
  'not-yet-covered': {
    files: {
      ...guardHook,
      '.agents/anyhook.yaml': 'hooks:\n  - { id: lint, on: tool.before, run: cd tools && sh lint.sh }\n',
      'tools/lint.sh': 'exit 0\n',
    },
    plant: makeFormerRecords,
  },
  'runs-uncovered': {
    files: { ...guardHook, '.agents/anyhook.yaml': 'hooks:\n  - { id: lint, on: tool.before, run: npx lint }\n' },
    plant: () => {},
  },
  'hook-disabled': {
    plant: (here) => {
      config(here, 'disabled: [no-rm]\n');
      // As on a machine set up before anyhook remembered configs.
      rmSync(join(here.state, 'own-config'), { recursive: true, force: true });
      rmSync(here.at('~/.local/share/anyhook/config-is-remembered'), { force: true });
    },
  },
  'file-waits': {
    plant: (here) => {
      here.put('~/.codex/hooks.json', '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}');
      writeFileSync(join(here.state, 'formats.json'), JSON.stringify({ version: 1, on: [] }));
    },
  },
  'not-in-profile': {
    plant: (here) => config(here, 'hooks:\n  - { on: tool.before, use: config-protection, profiles: [strict] }\n'),
  },
  'script-missing': {
    plant: (here) => {
      putAll(here, userHook('lost', 'trigger: before_tool', '#!/bin/sh\n'));
      rmSync(here.at('~/.config/agents/hooks/lost/scripts'), { recursive: true });
    },
  },
  'script-not-executable': {
    plant: (here) => {
      here.put('~/check.sh', '#!/bin/sh\n');
      config(here, `hooks:\n  - { on: tool.before, run: "${here.at('~/check.sh')} --fast" }\n`);
    },
  },
  'script-with-cr': {
    plant: (here) => putAll(here, userHook('cr', 'trigger: before_tool', '#!/bin/sh\r\nexit 0\r\n')),
  },
  'interpreter-missing': {
    plant: (here) => putAll(here, userHook('odd', 'trigger: before_tool', '#!/usr/bin/env no-such-program\n')),
  },
  'no-model': { plant: (here) => config(here, 'hooks:\n  - { on: tool.before, prompt: is that wise? }\n') },
  'address-not-allowed': {
    plant: (here) => config(here, 'hooks:\n  - { on: tool.before, url: "http://127.0.0.1:9/check" }\n'),
  },
  'matcher-case': {
    plant: (here) => putAll(here, userHook('low', 'trigger: before_tool\nmatcher:\n  tool: shell', '#!/bin/sh\n')),
  },
  'matcher-unknown-tool': {
    plant: (here) => putAll(here, userHook('odd', 'trigger: before_tool\nmatcher:\n  tool: Spade', '#!/bin/sh\n')),
  },
  'not-connected': { setUp: (here) => here.trust(), args: [] },
  'entry-gone': { plant: (here) => here.put(settings, '{}\n') },
  'entry-changed': {
    plant: (here) => edit(here, settings, (text) => text.replace('"hooks": [', '"matcher": "Edit",\n"hooks": [')),
  },
  'entry-not-executable': { agent: 'cline', plant: (here) => chmodSync(here.at('~/.cline/hooks/PreToolUse'), 0o644) },
  'entry-silent': {
    agent: 'gemini',
    plant: (here) =>
      edit(here, '~/.gemini/settings.json', (text) => text.replace(/\|\| \{.*?\}; exec/, '|| exit 0; exec')),
  },
  'plugin-unfixed': {
    agent: 'pi',
    plant: (here) =>
      edit(here, '~/.pi/agent/extensions/anyhook.ts', (text) => text.replace(/"args":\[[^\]]*\]/, '"args":["pi"]')),
  },
  'plugin-outdated': {
    agent: 'pi',
    plant: (here) => edit(here, '~/.pi/agent/extensions/anyhook.ts', (text) => `${text}// old\n`),
  },
  'entry-twice': { plant: (here) => here.connect('claude-code', 'project') },
  'entry-by-hand': {
    setUp: async (here) => {
      await here.trust();
      const handler = { type: 'command', command: 'anyhook run --host claude-code' };
      here.put(settings, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [handler] }] } }));
    },
  },
  'event-unserved': { plant: (here) => putAll(here, userHook('late', 'trigger: before_stop', '#!/bin/sh\n')) },
  'event-never-fired': { plant: (here) => config(here, 'hooks:\n  - { on: task.create, use: config-protection }\n') },
  'deny-impossible': {
    agent: 'cline',
    files: { ...guardHook, ...hookMdWithScript('at-stop', 'before_stop', 'exit 0') },
  },
  'time-too-short': {
    plant: (here) => putAll(here, userHook('slow', 'trigger: before_tool\ntimeout: 300000', '#!/bin/sh\n')),
  },
  'time-capped': {
    agent: 'codex',
    setUp: (here) => {
      putAll(here, userHook('late', 'trigger: session_end\ntimeout: 5000', '#!/bin/sh\n'));
      return here.connect('codex');
    },
  },
  'settings-broken': {
    agent: 'codex',
    plant: (here) => edit(here, '~/.codex/hooks.json', (text) => `${text}}`),
    also: ['hook-file-broken'],
  },
  'settings-not-read': { plant: (here) => edit(here, settings, (text) => withOddity.comment(text, [])) },
  'settings-read-only': { plant: (here) => chmodSync(here.at(settings), 0o444) },
  'hooks-switched-off': { plant: (here) => here.put('.claude/settings.local.json', '{ "disableAllHooks": true }') },
  'mod-unconfirmed': {
    plant: (here) => {
      here.put('~/.claude/skills/quiet/.claude-plugin/plugin.json', '{"name":"quiet"}');
      here.put('~/.claude/skills/quiet/hooks/hooks.json', '{"modules":["./register.js"]}');
      here.put('~/.claude/skills/quiet/hooks/register.js', 'export function register() {}\n');
    },
  },
  'entry-not-trusted': {
    agent: 'codex',
    plant: (here) =>
      edit(here, '~/.codex/config.toml', (text) => text.replace(/sha256:[0-9a-f]{8}/, 'sha256:00000000')),
  },
  'folder-not-trusted': { agent: 'gemini', plant: (here) => here.put('~/.gemini/trustedFolders.json', '{}') },
  'version-not-guarded': {
    agent: 'opencode',
    plant: ({ bin }) => writeProgram(join(bin, 'opencode'), 'echo 2.0.24'),
  },
  'version-unknown': { version: '1.0.0' },
  'version-silent': { version: 'hello' },
  'launcher-missing': { plant: (here) => rmSync(here.launcher) },
  'launcher-not-executable': { plant: (here) => chmodSync(here.launcher, 0o644) },
  'launcher-unfixed': { plant: (here) => edit(here, launcher, (text) => text.replace(/^# fixed: .*\n/m, '')) },
  'launcher-earlier': {
    plant: (here) =>
      edit(here, launcher, (text) => text.replaceAll(/,"ANYHOOK_LAUNCHER":"\d+"| --fixed ANYHOOK_LAUNCHER=\d+/g, '')),
  },
  'launcher-changed': { plant: (here) => edit(here, launcher, (text) => text.replace('host=$1', 'exit 0\nhost=$1')) },
  'program-gone': {
    plant: (here) => edit(here, launcher, (text) => text.replace(/^program=.*$/m, 'program=/nowhere/x')),
  },
  'program-temporary': {
    plant: (here) =>
      edit(here, launcher, (text) =>
        text.replace(/^program=.*$/m, `program=${resolve('packages/anyhook/bin/anyhook.cjs')}`),
      ),
  },
  'program-changed': { plant: (here) => here.put(`${copyIn(here)}/dist/more.js`, '') },
  'program-outdated': {
    plant: (here) => {
      const file = resolve('packages/anyhook/bin/anyhook.cjs');
      const files = { 'bin/anyhook.cjs': `require(${JSON.stringify(file)});\n`, 'dist/run/run.cjs': '' };
      const folder = plantCopy(here, '0.0.9', files);
      edit(here, launcher, (text) => text.replace(/^program=.*$/m, `program=${folder}/bin/anyhook.cjs`));
    },
  },
  'node-gone': {
    plant: (here) => {
      missingNode(here);
      edit(here, launcher, (text) => text.replace(/^path=.*$/m, 'path=/nowhere'));
    },
  },
  'node-moved': { plant: missingNode },
  'node-too-old': {
    plant: (here) => {
      const file = join(here.bin, 'old-node');
      writeProgram(file, 'echo v18.20.0');
      edit(here, launcher, (text) => text.replace(/^node=.*$/m, `node=${file}`));
    },
  },
  'other-version': {
    // As the launcher starts it: with the agent's environment in a file, and 42 for an exit code of 2.
    plant: (here) =>
      here.startInstead(
        `const file = process.argv[process.argv.indexOf('--environment') + 1];
const [, nonce] = /ANYHOOK_CANARY=([^\\0]*)/.exec(require('node:fs').readFileSync(file, 'utf8'));
process.stderr.write('anyhook canary ' + nonce + ': version 0.0.1, hooks 1\\n');
process.exit(42);
`,
      ),
  },
  'other-hooks': {
    plant: (here) =>
      here.startInstead(
        `process.argv = process.argv.map((word) => word.replace(/^XDG_STATE_HOME=.*/, 'XDG_STATE_HOME=/proc/nowhere')); process.argv[1] = ''; import(${JSON.stringify(resolve('packages/anyhook/bin/anyhook.cjs'))});\n`,
      ),
  },
  'needs-shell-path': {
    setUp: (here) => here.connect('claude-code', 'project'),
    plant: (here) => {
      rmSync(here.launcher);
      linkProgram(join(here.bin, 'anyhook'));
    },
    env: ({ bin }) => ({ PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` }),
  },
  'worktree-not-connected': {
    setUp: (here) => here.connect('claude-code', 'project'),
    plant: (here) => {
      const tree = join(dirname(here.dir), 'tree');
      makeWorktree(here.dir, tree);
      cpSync(join(here.dir, '.agents'), join(tree, '.agents'), { recursive: true });
    },
  },
  'canary-silent': { plant: (here) => here.startInstead('process.exit(40);\n') },
  'canary-failed': { plant: (here) => here.startInstead('throw new Error("broken");\n') },
  'canary-too-slow': {
    plant: (here) => {
      here.startInstead('setInterval(() => {}, 1000);\n');
      rmSync(join(here.bin, 'claude'));
    },
    args: ['--agent', 'claude-code', '--timeout', '500'],
  },
};

async function healthyMachine(
  t: TestContext,
  { agent = 'claude-code', files, version, setUp }: Fault,
): Promise<DoctorMachine> {
  const here = doctorMachine(t, agent, { ...(files && { files }), ...(version !== undefined && { version }) });
  if (setUp) await setUp(here);
  else await here.connect(agent);
  return here;
}

describe('doctor finds each planted cause, and no other', { concurrency: 3 }, () => {
  for (const [cause, fault] of Object.entries(faults)) {
    test(cause, { skip: fault.skip ?? false }, async (t) => {
      const here = await healthyMachine(t, fault);
      await fault.plant?.(here);
      const { code, causes: found, sections } = await here.examine(fault.args, fault.env?.(here));
      // So that the folder can be removed.
      chmodSync(here.state, 0o700);
      const severities = [cause as CauseId, ...(fault.also ?? [])].map((id): Cause['severity'] => causes[id].severity);
      assert.deepEqual([...found].sort(), [cause, ...(fault.also ?? [])].sort(), JSON.stringify(sections, null, 1));
      assert.equal(code, severities.includes('dead') ? 1 : 0);
      const fixes = sections.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings.map(({ fix }) => fix)));
      for (const fix of fixes) assert.doesNotMatch(fix, /\{\w+\}/, 'no place is left open');
    });
  }
});

describe('a settings oddity is reported exactly for agents that cannot read it', { concurrency: 2 }, () => {
  for (const { agent, oddities } of installs) {
    if (oddities === undefined) continue;
    test(agent, async (t) => {
      const here = doctorMachine(t, agent);
      await here.connect(agent);
      const target = settingsTargetOf({ name: agent }, { home: here.home, env: {}, root: here.dir });
      const plain = readFileSync(target.file);
      for (const oddity of settingsOddities) {
        writeFileSync(target.file, plain);
        plantOddity(target, oddity);
        const { code, causes: found, sections } = await here.examine();
        // Claude Code's settings are also a hook file, in which an unknown event is a separate error.
        const others = found.filter((cause) => cause !== 'hook-file-broken');
        const expected: readonly string[] = toleratesOddity(oddity, oddities) ? [] : ['settings-not-read'];
        assert.deepEqual(others, expected, `${oddity} ${JSON.stringify(sections, null, 1)}`);
        assert.equal(code, found.length);
      }
    });
  }
});

describe('doctor finds no cause in a healthy installation', { concurrency: 3 }, () => {
  for (const install of installs) {
    for (const scope of scopesOf(install)) {
      test(`${install.agent}, ${scope}`, async (t) => {
        const here = doctorMachine(t, install.agent);
        await here.connect(install.agent, scope);
        const { code, causes: found, sections } = await here.examine();
        assert.deepEqual([code, found], [0, []], JSON.stringify(sections, null, 1));
        const proofs = sections.flatMap(({ checks }) => checks.flatMap(({ proof }) => proof ?? []));
        // Gemini CLI runs nothing in a folder that it does not trust.
        const outside = scope === 'user' && install.agent !== 'gemini' ? 'denied' : 'untried';
        assert.deepEqual(
          proofs.map(({ kind, outcome }) => [kind, outcome]),
          [
            ['project', 'denied'],
            ['subfolder', 'untried'],
            ['outside', outside],
          ],
        );
      });
    }
  }
});

describe('off switches and folder trust of other agents', { concurrency: 3 }, () => {
  const rows: readonly [host: string, file: string, text: string, cause: CauseId, scope?: 'project'][] = [
    ['claude-code', '.claude/settings.json', '{ "disableAllHooks": true }', 'hooks-switched-off'],
    ['gemini', '.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }', 'hooks-switched-off'],
    ['qwen', '.qwen/settings.json', '{ /* off */ "disableAllHooks": true }', 'hooks-switched-off'],
    ['droid', '~/.factory/settings.json', '{ "hooks": { "hooksDisabled": true } }', 'hooks-switched-off'],
    ['copilot', '.github/copilot/settings.json', '{ "disableAllHooks": true }', 'hooks-switched-off'],
    ['copilot', '~/.copilot/config.json', '{}', 'folder-not-trusted', 'project'],
    ['pi', '~/.pi/agent/trust.json', '{ "/": false }', 'folder-not-trusted', 'project'],
  ];
  for (const [agent, file, text, cause, scope] of rows) {
    test(`${agent}: ${text} in ${file} is ${cause}`, async (t) => {
      const here = doctorMachine(t, agent);
      await here.connect(agent, scope);
      here.put(file, text);
      const { code, causes: found } = await here.examine();
      assert.deepEqual([code, found], [1, [cause]]);
    });
  }

  test('codex: an unreadable or unwritable config.toml is reported', async (t) => {
    const here = doctorMachine(t, 'codex');
    await here.connect('codex');
    const text = here.get('~/.codex/config.toml');
    here.put('~/.codex/config.toml', `${text}[broken\n`);
    assert.deepEqual((await here.examine()).causes, ['hook-file-broken', 'settings-broken']);
    here.put('~/.codex/config.toml', text);
    chmodSync(here.at('~/.codex/config.toml'), 0o444);
    assert.deepEqual((await here.examine()).causes, ['settings-read-only']);
  });

  test('codex: disabled features and an untrusted project in config.toml are reported', async (t) => {
    const here = doctorMachine(t, 'codex');
    await here.connect('codex', 'project');
    edit(here, '~/.codex/config.toml', (text) => `${text}\n[projects."${here.dir}"]\ntrust_level = "untrusted"\n`);
    assert.deepEqual((await here.examine()).causes, ['folder-not-trusted']);
    edit(here, '~/.codex/config.toml', (text) => `${text}\n[features]\nhooks = false\n`);
    assert.deepEqual((await here.examine()).causes, ['hooks-switched-off', 'folder-not-trusted']);
  });
});

test('an entry of a repository that only looks like ours is reported and never run', async (t) => {
  const here = doctorMachine(t, 'claude-code');
  await here.connect('claude-code', 'project');
  const marker = here.at('~/ran');
  edit(here, '.claude/settings.json', (text) => text.replace("sh -c '", `touch ${marker}; sh -c '`));
  const { code, causes: found } = await here.examine();
  assert.deepEqual([code, found], [1, ['entry-changed']]);
  assert.equal(existsSync(marker), false);
});

test('a canary starts the anyhook installed in a project only if the project is trusted', async (t) => {
  const here = doctorMachine(t, 'claude-code');
  const marker = here.at('~/ran');
  await here.run(['init', '--agent', 'claude-code', '--scope', 'project', '--yes']);
  rmSync(here.launcher);
  writeProgram(join(here.dir, 'node_modules/.bin/anyhook'), `touch ${marker}`);
  assert.deepEqual((await here.examine()).causes, ['not-trusted']);
  assert.equal(existsSync(marker), false);
  await here.trust();
  assert.deepEqual((await here.examine()).causes, ['launcher-missing']);
  assert.equal(existsSync(marker), true);
});

for (const [what, text, causes] of [
  [
    'this version',
    (here: DoctorMachine) => here.get(launcher).replace(/^program=.*$/m, 'program=/nowhere/x'),
    ['program-gone'],
  ],
  ['an earlier version', () => formerLauncher('/nowhere/x'), ['launcher-unfixed', 'program-gone']],
] as const) {
  test(`with a launcher of ${what} whose program is gone, doctor under npx finds the same causes`, async (t) => {
    const here = doctorMachine(t, 'claude-code');
    await here.connect('claude-code');
    here.put(launcher, text(here));
    const bin = here.at('node_modules/.bin');
    linkProgram(join(bin, 'anyhook'));
    for (const path of ['/usr/bin:/bin', `${bin}:/x/node-gyp-bin:/usr/bin:/bin`]) {
      const { code, causes: found } = await here.examine(undefined, { PATH: path });
      assert.deepEqual([code, found], [1, causes], path);
    }
  });
}

test("init upgrades an earlier version's installation without a question", async (t) => {
  const here = doctorMachine(t, 'gemini');
  await here.connect('gemini');
  here.put(launcher, formerLauncher(resolve('packages/anyhook/bin/anyhook.cjs')));
  edit(here, '~/.gemini/settings.json', (text) => text.replace(/\|\| \{.*?\}; exec/, '|| exit 0; exec'));
  rmSync(here.at('~/.local/share/anyhook/versions'), { recursive: true });
  const before = await here.examine();
  assert.deepEqual([before.code, before.causes], [1, ['launcher-unfixed', 'program-temporary', 'entry-silent']]);
  await here.connect('gemini');
  assert.deepEqual((await here.examine()).causes, []);
});

test('a canary runs no hook and stores no session', async (t) => {
  const here = doctorMachine(t, 'codex', { files: hookMdWithScript('mark', 'before_tool', 'touch "$HOME/ran"') });
  await here.connect('codex');
  assert.deepEqual((await here.examine()).causes, []);
  assert.equal(existsSync(here.at('~/ran')), false);
  assert.equal(existsSync(join(here.state, 'sessions')), false);
});

test('an agent with only a folder and no program is skipped unless it is named', async (t) => {
  const here = doctorMachine(t, 'claude-code');
  await here.connect('claude-code');
  mkdirSync(here.at('~/.qwen'));
  assert.deepEqual(
    (await here.examine([])).sections.map(({ host: agent }) => agent),
    [undefined, 'claude-code', undefined],
  );
  assert.deepEqual((await here.examine(['--agent', 'qwen'])).causes, ['not-connected']);
});

test('on a terminal each check is one line, and a fix is printed below its fault', async (t) => {
  const here = doctorMachine(t, 'claude-code');
  await here.connect('claude-code');
  rmSync(here.launcher);
  const { code, stdout } = await here.run(['doctor', '--agent', 'claude-code'], { ...terminal, columns: 80 });
  assert.equal(code, 1);
  const lines = stdout.split('\n');
  const at = lines.findIndex((line) => line.includes('[launcher-missing]'));
  assert.match(lines[at] ?? '', /✗|does not exist/);
  assert.equal(lines[at + 1], '    fix run: anyhook init');
  assert.ok(lines.includes('Claude Code'));
  assert.ok(lines.includes('  ✓ hook files load'));
  assert.equal(lines.at(-2), '1 cause of dead hooks');
});

test('an agent that anyhook cannot connect is an error that lists the supported agents', async (t) => {
  const here = doctorMachine(t, 'claude-code');
  const { code, stderr } = await here.run(['doctor', '--agent', 'clade-code']);
  assert.equal(code, 1);
  assert.match(stderr, /did you mean "claude-code"\?/);
});

test('without a connected agent, doctor does not report hooks as alive', async (t) => {
  const here = doctorMachine(t, 'claude-code');
  await here.run(['trust', '--yes'], terminal);
  const { code, stdout } = await here.run(['doctor']);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /\n\nno agent is connected here: run "anyhook init"\n$/);
});
