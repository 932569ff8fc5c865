import { basename, dirname, extname, win32 } from 'node:path';
import { executableCandidates, isFullPath, resolvedPath, slashedPath, windowsEndings } from '../../file-path.js';
import { isFile } from '../files/files.js';
import { findOnPath, findSafeProgram, isInProjectAround, pathVariable } from './find-program.js';
import type { Environment } from './fit-environment.js';
import { firstLineWords, scriptInterpreters } from './windows-scripts.js';
import { systemPowerShell, systemProgram } from './windows-system.js';

export interface ProgramRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

export interface WindowsStart {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are a single line that is already quoted. */
  readonly windowsVerbatimArguments?: true;
}

/** How to find the programs that scripts are written for, in order of preference. */
const programs: Readonly<Record<string, readonly Candidate[]>> = {
  sh: [{ find: gitShell }],
  bash: [{ find: gitShell }],
  dash: [{ find: gitShell }],
  node: [{ name: 'node' }, { find: () => process.execPath }],
  python3: [{ name: 'python3' }, { name: 'py', args: ['-3'] }, { name: 'python' }],
  python: [{ name: 'python' }, { name: 'py', args: ['-3'] }],
  pwsh: [{ name: 'pwsh' }, { find: systemPowerShell }],
  powershell: [{ find: systemPowerShell }],
};

type Candidate = {
  readonly args?: readonly string[];
} & ({ readonly name: string } | { readonly find: (request: ProgramRequest) => string | undefined });

/** What to install if a program is missing. */
const advice: Readonly<Record<string, string>> = {
  sh: 'install Git for Windows, whose shell runs it, or write the hook as .mjs, .cmd or .ps1',
  python3: 'install Python; the python.exe of the Microsoft Store only opens the store',
};

/**
 * How Windows starts a program or script. Windows itself ignores `#!` lines, searches the working folder before PATH,
 * and resolves `/bin/sh` on the current drive, where any user may have put it. Returns why it is not started.
 */
export function windowsStart(request: ProgramRequest): WindowsStart | string {
  const { file, args, cwd } = request;
  const slashed = slashedPath(file, 'win32');
  // `/bin/sh` and the like are names of programs, not of files.
  const [, unixName] = /^\/(?:usr\/(?:local\/)?)?bin\/([\w.+-]+)$/.exec(slashed) ?? [];
  if (unixName !== undefined) return startByName(unixName, args, request);
  if (!slashed.includes('/') && !/^[a-z]:/i.test(slashed)) return startByName(slashed, args, request);
  if (slashed.startsWith('/') && !slashed.startsWith('//'))
    return `cannot start ${file}: the path has no drive, so it depends on the current one; expected a path such as C:${file}`;
  return startFile(win32.normalize(resolvedPath(cwd, file, 'win32')), args, request);
}

/** Why Windows does not start a program or script; undefined if it does, and on other systems. */
export function windowsStartProblem(file: string, env: Environment, cwd: string): string | undefined {
  if (process.platform !== 'win32') return undefined;
  const start = windowsStart({ file, args: [], cwd, env });
  return typeof start === 'string' ? start : undefined;
}

/** Whether hooks can start a program of this name: from PATH, and on Windows also from where this file finds it. */
export const isProgramThere: (name: string, env: Environment, cwd: string) => boolean =
  process.platform === 'win32'
    ? (name, env, cwd) => windowsStartProblem(name, env, cwd) === undefined
    : (name, env) => findOnPath(name, pathVariable(env)) !== undefined;

function startByName(name: string, args: readonly string[], request: ProgramRequest): WindowsStart | string {
  const plain = name.toLowerCase().replace(/\.exe$/, '');
  if (plain === 'env') {
    const [program = '', ...rest] = args[0] === '-S' ? args.slice(1) : args;
    return startByName(program, rest, request);
  }
  const candidates = Object.hasOwn(programs, plain) ? (programs[plain] ?? []) : [{ name }];
  let refused: string | undefined;
  for (const candidate of candidates) {
    const found = 'find' in candidate ? candidate.find(request) : safeFile(candidate.name, request);
    if (typeof found === 'object') refused ??= found.why;
    else if (found !== undefined) return startFile(found, [...(candidate.args ?? []), ...args], request);
  }
  const fix = advice[plain === 'bash' || plain === 'dash' ? 'sh' : plain];
  return refused ?? `cannot start ${name}: no such program on PATH${fix === undefined ? '' : `; ${fix}`}`;
}

/** The file of a program on PATH, never in the working folder and never a stub of the Microsoft Store. */
function safeFile(name: string, { env, cwd }: ProgramRequest): string | { readonly why: string } | undefined {
  const found = findSafeProgram(name, env, [cwd]);
  if (found.kind === 'refused') return { why: found.why };
  if (found.kind === 'absent' || /[\\/]WindowsApps[\\/]python/i.test(found.file)) return undefined;
  return found.file;
}

function startFile(file: string, args: readonly string[], request: ProgramRequest): WindowsStart | string {
  const path = executableCandidates(file, 'win32').find(isFile) ?? file;
  const ending = extname(path).toLowerCase();
  if (ending === '.cmd' || ending === '.bat') return batchStart(path, args);
  if (windowsEndings.includes(ending)) return { file: path, args };
  if (!isFile(path)) return `cannot start ${file}: no such file`;
  const [program, ...words] = scriptInterpreters[ending] ?? firstLineWords(path);
  if (program === undefined)
    return `cannot start ${path}: Windows starts ${windowsEndings.join(', ')}, and anyhook scripts with the ending ${Object.keys(scriptInterpreters).join(', ')} or a first line "#!"; got ${ending || 'no ending'}`;
  return startByName(basename(program), [...words, path, ...args], request);
}

/** cmd parses its line again after it removes the quotes, so arguments that could leave their quotes are refused. */
function batchStart(path: string, args: readonly string[]): WindowsStart | string {
  const unsafe = [path, ...args].find((word) => /["%!\r\n\0]/.test(word));
  if (unsafe !== undefined)
    return `cannot start ${path}: ${JSON.stringify(unsafe)} cannot be passed to cmd safely; expected no " % ! and no line break`;
  const line = [path, ...args].map((word) => `"${word}"`).join(' ');
  return {
    file: systemProgram('cmd.exe'),
    args: ['/d', '/s', '/v:off', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** The shell that comes with Git, found as agents find it. Never `System32\bash.exe`, which belongs to WSL. */
function gitShell(request: ProgramRequest): string | undefined {
  const { env, cwd } = request;
  const git = safeFile('git', request);
  const local = env['LOCALAPPDATA'];
  const folders = [
    'C:\\Program Files\\Git',
    'C:\\Program Files (x86)\\Git',
    ...(local !== undefined && isFullPath(local, 'win32') ? [win32.join(local, 'Programs', 'Git')] : []),
    ...(typeof git === 'string' ? [dirname(dirname(git))] : []),
  ];
  const named = env['CLAUDE_CODE_GIT_BASH_PATH'];
  const files = [
    ...(named !== undefined && isFullPath(named, 'win32') ? [named] : []),
    ...folders.flatMap((folder) => [win32.join(folder, 'bin', 'bash.exe'), win32.join(folder, 'bin', 'sh.exe')]),
    ...folders.map((folder) => win32.join(folder, 'usr', 'bin', 'sh.exe')),
  ];
  // The variables may come from the project's settings.
  const found = files.find((file) => isFile(file) && !isInProjectAround(file, cwd));
  if (found !== undefined) return found;
  const onPath = safeFile('sh', request);
  return typeof onPath === 'string' && !/[\\/]System32[\\/]/i.test(onPath) ? onPath : undefined;
}
