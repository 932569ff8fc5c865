import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { listProgramFiles } from '../../../core/src/platform/files/program-files.js';
import { writeFileTree } from '../../../core/src/platform/files/scratch-folder.js';
import { testedVersions } from '../../.cache/tested-versions.js';
import type { InstallScope } from '../../src/agents/kit/install.js';
import type { DoctorSection } from '../../src/doctor/finding.js';
import { copyName } from '../../src/install/program-copy.js';
import { hookMdWithScript } from './harness.js';
import { type InitMachine, initMachine, terminal } from './init-world.js';

/** The hooks of an installation in which nothing is wrong: one guard before tools. */
export const guardHook = hookMdWithScript('no-rm', 'before_tool', 'exit 0', 'matcher:\n  tool: Shell\n');

/** A machine on which one agent is installed. */
export interface DoctorMachine extends InitMachine {
  /** The folder on PATH in which the agent's program is. */
  readonly bin: string;
  readonly state: string;
  readonly launcher: string;
  /** Connects the agent. */
  connect(agent: string, scope?: InstallScope, ...more: string[]): Promise<void>;
  /** A person trusts the current hooks. */
  trust(): Promise<void>;
  /** Replaces the program that the launcher starts. */
  startInstead(text: string): void;
  /** The output of the built program, run as a separate process. */
  examine(args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<DoctorRun>;
}

export interface DoctorRun {
  readonly code: number;
  readonly sections: readonly DoctorSection[];
  /** Every distinct cause. */
  readonly causes: readonly string[];
  readonly stderr: string;
}

/** What agents ask of their users before they run hooks of a folder. */
const consents: Readonly<Record<string, (here: InitMachine) => void>> = {
  gemini: (here) => here.put('~/.gemini/trustedFolders.json', JSON.stringify({ [here.dir]: 'TRUST_FOLDER' })),
  copilot: (here) => here.put('~/.copilot/config.json', JSON.stringify({ trusted_folders: [here.dir] })),
  pi: (here) => here.put('~/.pi/agent/trust.json', JSON.stringify({ [here.dir]: true })),
};

/** Fake agent programs that only print their version. */
const programs: Readonly<Record<string, string>> = { 'claude-code': 'claude' };

export function doctorMachine(
  t: TestContext,
  agent: string,
  {
    files = guardHook,
    version = testedVersions[agent] ?? '1.0.0',
  }: { files?: Record<string, string>; version?: string } = {},
): DoctorMachine {
  const here = initMachine(t, files);
  const bin = join(dirname(here.dir), 'bin');
  const launcher = join(here.home, '.local/share/anyhook/bin/anyhook-hook');
  const state = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');
  writeProgram(join(bin, programs[agent] ?? agent), `echo ${version}`);
  consents[agent]?.(here);
  const trust = async () => {
    if (Object.keys(files).length > 0) await here.run(['trust', '--yes'], terminal);
  };
  return {
    ...here,
    bin,
    state,
    launcher,
    trust,
    async connect(name, scope = 'user', ...more) {
      await trust();
      const { code, stdout, stderr } = await here.run(['init', '--agent', name, '--scope', scope, '--yes', ...more]);
      if (code !== 0) throw new Error(stdout + stderr);
    },
    startInstead(text) {
      const folder = plantCopy(here, '9.9.9', { 'bin/anyhook.cjs': text, 'dist/run/run.cjs': '' });
      const file = join(folder, 'bin/anyhook.cjs');
      const path = relativeToHome(launcher, here.home);
      here.put(path, here.get(path).replace(/^program=.*$/m, `program=${file}`));
    },
    examine: (args = ['--agent', agent], env = {}) =>
      run(here.dir, ['doctor', '--json', ...args], { ...here.env, PATH: `${bin}:/usr/bin:/bin`, ...env }),
  };
}

/** A copy of the program, as init could have made it. */
export function plantCopy(here: InitMachine, version: string, files: Readonly<Record<string, string>>): string {
  const versions = here.at('~/.local/share/anyhook/versions');
  const draft = join(versions, 'draft');
  writeFileTree(draft, files);
  const folder = join(versions, copyName(version, listProgramFiles(draft)));
  renameSync(draft, folder);
  return folder;
}

const relativeToHome = (path: string, home: string): string => path.replace(home, '~');

/** Writes an executable shell script. */
export function writeProgram(file: string, ...lines: string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
}

/** The program of this repository under another name. */
export function linkProgram(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(resolve('packages/anyhook/bin/anyhook.cjs'), file);
}

function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<DoctorRun> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [resolve('packages/anyhook/bin/anyhook.cjs'), ...args], {
      cwd,
      env,
      stdio: 'pipe',
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => out.push(data));
    child.stderr.on('data', (data: Buffer) => err.push(data));
    child.stdin.end();
    child.on('error', failed);
    child.on('close', (code) => {
      const stderr = Buffer.concat(err).toString();
      const text = Buffer.concat(out).toString();
      if (text === '') return failed(new Error(stderr));
      const sections = JSON.parse(text) as readonly DoctorSection[];
      const found = sections.flatMap(({ checks }) =>
        checks.flatMap(({ findings }) => findings.map(({ cause }) => cause)),
      );
      done({ code: code ?? -1, sections, causes: [...new Set(found)], stderr });
    });
  });
}
