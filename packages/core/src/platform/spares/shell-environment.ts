import { statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { environmentWith, perEnvironment } from '../../environment-variants.js';
import { attempt } from '../../errors.js';
import { isWithin } from '../../file-path.js';
import { parseJson } from '../../json.js';
import { isExecutable, isFolder, realPath } from '../files/files.js';
import { runProcess } from '../process/run-process.js';

type Variables = Readonly<Record<string, string>>;

export interface ShellStart {
  readonly env: Variables;
  readonly cwd: string;
}

/** What a shell passes to the program of this file; its command line is filled in with what it passes to no program. */
export type PassedEnvironment = (program: string) => Variables;

/** Turns a shell's environment into the one that its programs get; undefined if that is unknown for this shell. */
export type PassEnvironment = (start: ShellStart) => PassedEnvironment | undefined;

// A prestarted interpreter gets its environment late and without a shell, so it must be what the shell would have passed.

/** Variables that have a meaning for these shells and often change their value. */
const dashOwn = ['IFS', 'OPTIND', 'PPID', 'LINENO'];
const bashOwn =
  /^(?:IFS|OPT\w+|PPID|LINENO|E?UID|S?RANDOM|SECONDS|EPOCH\w+|HISTCMD|DIRSTACK|FUNCNAME|GROUPS|PIPESTATUS|COMP_\w+|(?:HOST|MACH|OS)TYPE|SHELLOPTS|POSIXLY_CORRECT|BASH.*)$/;

const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

const dash: PassEnvironment = ({ env, cwd }) => {
  if (dashOwn.some((name) => env[name] !== undefined)) return undefined;
  const folder = folderVariable(env, cwd);
  if (folder === undefined) return undefined;
  const kept = withIdentifiers(env);
  const passed = kept['PWD'] === folder ? kept : (environmentWith(kept, { PWD: folder }) as Variables);
  return () => passed;
};

/** The variables whose names are identifiers: almost always all of them. */
const withIdentifiers = perEnvironment((env: Variables): Variables => {
  const names = Object.keys(env);
  if (names.every(isIdentifier)) return env;
  return Object.fromEntries(names.filter(isIdentifier).map((name) => [name, env[name] as string]));
});

const bash: PassEnvironment = ({ env, cwd }) => {
  if (Object.keys(env).some((name) => bashOwn.test(name))) return undefined;
  const folder = folderVariable(env, cwd);
  // Without a prompt, it unsets the prompt variables.
  const { SHLVL: level = '0', OLDPWD: before, PS1: _prompt, PS2: _second, ...rest } = env;
  if (folder === undefined || !/^\d{1,3}$/.test(level)) return undefined;
  const kept = before !== undefined && isFolder(before) ? { OLDPWD: before } : {};
  return (program) => ({ ...rest, ...kept, PWD: folder, SHLVL: String(Number(level)), _: program });
};

/** PWD as shells set it: its old value, if that names the folder; undefined if shells differ. */
function folderVariable({ PWD: named }: Variables, cwd: string): string | undefined {
  if (named === undefined || !named.startsWith('/')) return realPath(cwd);
  if (/\/(?:\.{0,2}(?:\/|$))/.test(named) && named !== '/') return undefined;
  return isSameFolder(named, cwd) ? named : realPath(cwd);
}

function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true;
  return attempt(() => {
    const [a, b] = [statSync(one), statSync(other)];
    return a.ino === b.ino && a.dev === b.dev;
  }, false);
}

const models: readonly PassEnvironment[] = [dash, bash];

/** Environments in which the known shells differ from each other. */
const trials: readonly Variables[] = [
  {},
  { 'A.B': '1', '1X': '2', GOOD: '3', PWD: '/no/such/folder', OLDPWD: '/', SHLVL: '3', _: '/x', EMPTY: '' },
  { 'BAD-NAME': '1', PWD: '/', OLDPWD: '/no/such/folder', SHLVL: '12', ENV: 'production', PS1: '$ ' },
];

const trialMs = 10_000;

/** Finds out what a shell passes on by starting it; undefined if it behaves in an unknown way. */
export async function probeShell(shell: string): Promise<PassEnvironment | undefined> {
  const program = process.execPath;
  const print = `'${program}' -e 'process.stdout.write(JSON.stringify(process.env))'`;
  if (program.includes("'")) return undefined;
  let known = models;
  for (const env of trials) {
    const end = await runProcess({ file: shell, args: ['-c', print], cwd: '/', env, stdin: '', timeoutMs: trialMs });
    if (end.kind !== 'exit' || end.exitCode !== 0) return undefined;
    known = known.filter((pass) => isDeepStrictEqual(pass({ env, cwd: '/' })?.(program), parseJson(end.stdout)));
  }
  return known[0];
}

const knownShells: readonly string[] = ['bash', 'zsh', 'ksh', 'dash', 'sh'];
const usualBash: readonly string[] = ['/bin/bash', '/usr/bin/bash'];

/** The user's shell if it accepts `-c` and is not inside a project; else bash, else sh. */
export const userShell = (named: string | undefined, projects: readonly string[]): string =>
  named !== undefined && isUsable(named, projects) ? named : (usualBash.find(isExecutable) ?? '/bin/sh');

function isUsable(path: string, projects: readonly string[]): boolean {
  if (!isAbsolute(path) || !knownShells.includes(basename(path)) || !isExecutable(path)) return false;
  return !projects.some((folder) => isWithin(path, folder) || isWithin(realPath(path), realPath(folder)));
}
