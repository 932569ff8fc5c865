import { join } from 'node:path';
import {
  AnyhookError,
  clientSource,
  type FixedVariables,
  findSafeProgram,
  fixedArguments,
  machineInfo,
  makeScratchFolder,
  readBytes,
  readText,
  removeFolder,
  runProcess,
  type SafeProgram,
  sha256,
  userPaths,
} from '@anyhook/core';
import { testClient, testWindowsClient } from './check-client.js';
import { type AnyhookProgram, launcherText, nodeLauncher, systemPath } from './launcher.js';
import { noAnswerRows, type UnavailableAnswer } from './unavailable-script.js';
import { isWindowsLauncher, windowsLauncherText } from './windows-launcher.js';

/** Clients of the resident engine, fastest first. */
export const clientKinds = ['c', 'perl', 'node'] as const;
export type ClientKind = (typeof clientKinds)[number];

/** The program that entries call. */
export interface HookClient {
  readonly kind: ClientKind;
  readonly bytes: Buffer;
  /** The native client of Windows, which `bytes` start. */
  readonly native?: Buffer;
  readonly failClosed: boolean;
  /** What the agent's environment cannot change. */
  readonly fixed: FixedVariables;
  /** Why no faster client is used. */
  readonly notes: readonly string[];
}

interface HookClientOptions {
  /** Where the client will be. */
  readonly launcher: string;
  readonly program: AnyhookProgram;
  readonly failClosed: boolean;
  readonly answers: readonly UnavailableAnswer[];
  /** What the agent's environment cannot change. */
  readonly fixed: FixedVariables;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where init runs: what this project puts on PATH is not used. */
  readonly cwd: string;
  /** Use only this client. */
  readonly kind?: ClientKind;
}

const compileMs = 30_000;

/** Compiler options, fastest result first: no C library, static C library, default. */
const compilerFlags: readonly (readonly string[])[] = [
  [
    ...['-DBARE', '-static', '-nostdlib', '-ffreestanding', '-fno-stack-protector', '-fno-asynchronous-unwind-tables'],
    ...['-fno-pie', '-no-pie', '-U_FORTIFY_SOURCE'],
  ],
  ['-static'],
  [],
];

/** Makes the fastest client that works on this machine; throws if a specific client is required and does not work. */
export async function chooseClient(options: HookClientOptions): Promise<HookClient> {
  const { kind: wanted, failClosed, fixed } = options;
  if (isWindowsLauncher(options.launcher)) return windowsClient(options);
  const notes: string[] = [];
  for (const kind of wanted ? [wanted] : clientKinds) {
    const made = await clientMakers[kind](options);
    if (typeof made !== 'string') return { kind, bytes: made, failClosed, fixed, notes };
    notes.push(made);
  }
  throw new AnyhookError('BAD_ARGUMENT', `--client ${wanted}: ${notes.join('; ')}`);
}

/** On Windows cmd runs the launcher, which starts the native client of the package, else Node. */
async function windowsClient(options: HookClientOptions): Promise<HookClient> {
  const { launcher, program, kind, failClosed, answers, fixed } = options;
  if (kind === 'perl')
    throw new AnyhookError('BAD_ARGUMENT', '--client perl: not available on Windows; use --client node');
  const native = kind === 'node' ? undefined : await windowsNative();
  if (kind === 'c' && typeof native === 'string') throw new AnyhookError('BAD_ARGUMENT', `--client c: ${native}`);
  const isNative = typeof native === 'object';
  const text = windowsLauncherText(launcher, program, { failClosed, answers, fixed, isNative });
  return {
    kind: isNative ? 'c' : 'node',
    bytes: Buffer.from(text),
    ...(isNative && { native }),
    failClosed,
    fixed,
    notes: typeof native === 'string' ? [native] : [],
  };
}

/** The client that was built into this package, if Windows starts it; else why not. */
async function windowsNative(): Promise<Buffer | string> {
  const bytes = readBytes(windowsNativeSource(), 4 * 1024 * 1024);
  if (bytes === undefined) return 'no native client: this package was built without one';
  const problem = await withScratchFolder((folder) => testWindowsClient(bytes, folder));
  return problem === undefined ? bytes : `no native client: ${problem}`;
}

/** Where `clients/windows/build` puts the client before the package is published. */
export const windowsNativeSource = (): string => clientSource('windows/anyhook-hook.exe');

type MakeClient = (options: HookClientOptions) => Promise<Buffer | string>;

const clientMakers: Readonly<Record<ClientKind, MakeClient>> = {
  c: async (options) => {
    const compiler = findSafeProgram('cc', options.env, [options.cwd]);
    if (compiler.kind === 'refused') return `no C client: ${compiler.why}`;
    if (compiler.kind === 'absent') return 'no C client: no C compiler (cc) on PATH';
    if (await opensDialog(compiler.file))
      return `no C client: ${compiler.file} would open a dialog; to install one, run: xcode-select --install`;
    const source = clientSource('c/anyhook-hook.c');
    const build = buildId([source, clientSource('c/bare.h')].map((file) => readText(file)).join('\0'), options);
    return (
      (await existingClient(build, options)) ??
      withScratchFolder((folder) => compileClient(compiler, source, build, options, folder))
    );
  },
  perl: async (options) => {
    const found = findSafeProgram('perl', options.env, [options.cwd]);
    if (found.kind === 'refused') return `no perl client: ${found.why}`;
    const perl = found.kind === 'found' ? found.file : undefined;
    if (!perl || /[\s]/.test(perl) || perl.length > 120) return 'no perl client: no perl on PATH';
    const unusable = unusableText(options);
    if (unusable !== undefined) return `no perl client: ${unusable}`;
    const source = readText(clientSource('perl/anyhook-hook.pl')) ?? '';
    const values = {
      '@LAUNCHER@': perlText(nodeLauncher(options.launcher)),
      '@STATE@': perlText(stateOf(options)),
      '@FIXED@': perlText(fixedArguments(options.fixed).join('\n')),
      '@NO_ANSWER@': perlText(
        noAnswerRows(options.answers)
          .map((row) => row.join('\t'))
          .join('\n'),
      ),
      '@TOOLS@': perlText(options.program.path ?? systemPath),
      '@FAIL_CLOSED@': options.failClosed ? '1' : '0',
      '@BUILD@': buildId(source, options),
    };
    const text = source
      .replace(/^#!\S+/, () => `#!${perl}`)
      .replaceAll(/@[A-Z_]+@/g, (name) => values[name as keyof typeof values] ?? name);
    return withScratchFolder(async (folder) => {
      const bytes = Buffer.from(text);
      const problem = await testClient(bytes, folder);
      return problem ? `no perl client: ${problem}` : bytes;
    });
  },
  node: async ({ program, failClosed, answers, fixed }) =>
    Buffer.from(launcherText(program, { failClosed, isClient: true, answers, fixed })),
};

/**
 * Without Apple's tools, the compiler of macOS is a program that opens a dialog to install them. This one says where they are and
 * opens nothing.
 */
async function opensDialog(compiler: string): Promise<boolean> {
  if (machineInfo().system !== 'darwin' || compiler !== '/usr/bin/cc') return false;
  const end = await runProcess({
    file: '/usr/bin/xcode-select',
    args: ['-p'],
    cwd: '/',
    env: {},
    stdin: '',
    timeoutMs: 5_000,
  });
  return end.kind !== 'exit' || end.exitCode !== 0;
}

const perlText = (value: string): string => value.replaceAll(/[\\']/g, (sign) => `\\${sign}`);

/** The state folder, in which the client finds the engine. */
const stateOf = ({ fixed }: Pick<HookClientOptions, 'fixed'>): string => userPaths(fixed, fixed['HOME'] ?? '/').state;

/** Paths with control characters cannot be written into the source of a client. */
function unusableText({ launcher, fixed }: Pick<HookClientOptions, 'launcher' | 'fixed'>): string | undefined {
  const path = [launcher, ...Object.values(fixed)].find((one) => /[\u0000-\u001f]/.test(one));
  return path === undefined ? undefined : `the path contains control characters (${JSON.stringify(path)})`;
}

const buildId = (source: string, { launcher, program, failClosed, fixed, answers }: HookClientOptions): string => {
  const values = [
    nodeLauncher(launcher),
    failClosed,
    program.path,
    ...fixedArguments(fixed),
    ...noAnswerRows(answers).flat(),
  ];
  return sha256([source, ...values].join('\0')).slice(0, 16);
};

/** The client from an earlier init, if it has the same build and works. */
async function existingClient(build: string, { launcher }: HookClientOptions): Promise<Buffer | undefined> {
  const bytes = readBytes(launcher, 4 * 1024 * 1024);
  if (!bytes?.includes(`anyhook-hook build ${build}`)) return undefined;
  const problem = await withScratchFolder((folder) => testClient(bytes, folder));
  return problem === undefined ? bytes : undefined;
}

async function compileClient(
  { file: compiler, safePath }: SafeProgram,
  source: string,
  build: string,
  { launcher, program, failClosed, env, fixed, answers }: HookClientOptions,
  folder: string,
): Promise<Buffer | string> {
  const path = nodeLauncher(launcher);
  const compilerEnv = { ...withoutCompilerVariables(env), PATH: safePath() };
  const unusable = unusableText({ launcher, fixed });
  if (unusable !== undefined) return `no C client: ${unusable}`;
  const out = join(folder, 'made');
  const cString = (value: string) => `"${value.replaceAll(/[\\"]/g, (sign) => `\\${sign}`)}"`;
  const cWords = (words: readonly string[]) =>
    `"${words.map((word) => `${cString(word).slice(1, -1)}\\000`).join('')}"`;
  const fixedValues = [
    `-DSTATE=${cString(stateOf({ fixed }))}`,
    `-DFIXED=${cWords(fixedArguments(fixed))}`,
    `-DNO_ANSWER=${cWords(noAnswerRows(answers).flat())}`,
    `-DTOOLS=${cString(program.path ?? systemPath)}`,
  ];
  const values = [
    ...fixedValues,
    `-DLAUNCHER=${cString(path)}`,
    `-DFAIL_CLOSED=${failClosed ? 1 : 0}`,
    `-DBUILD=${cString(build)}`,
  ];
  let problem = '';
  for (const flags of compilerFlags) {
    const args = ['-O2', ...flags, '-s', ...values, '-o', out, source];
    const end = await runProcess({
      file: compiler,
      args,
      cwd: folder,
      env: compilerEnv,
      stdin: '',
      timeoutMs: compileMs,
    });
    const bytes = end.kind === 'exit' && end.exitCode === 0 ? readBytes(out, 4 * 1024 * 1024) : undefined;
    const failure = bytes ? await testClient(bytes, folder) : `${compiler} failed: ${compilerMessage(end)}`;
    if (bytes && failure === undefined) return bytes;
    problem = failure ?? '';
  }
  return `no C client: ${problem}`;
}

/** Variables that name further programs, headers and libraries of a compiler. */
const compilerVariables = /^(?:COMPILER_PATH|GCC_EXEC_PREFIX|LIBRARY_PATH|CPATH|C_INCLUDE_PATH|CCC_OVERRIDE_OPTIONS)$/;

const withoutCompilerVariables = (env: HookClientOptions['env']): HookClientOptions['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !compilerVariables.test(name)));

function compilerMessage(end: Awaited<ReturnType<typeof runProcess>>): string {
  if (end.kind === 'spawn') return end.error;
  if (end.kind !== 'exit') return end.kind === 'timeout' ? `it took longer than ${compileMs} ms` : end.kind;
  const line = end.stderr.split('\n').find((one) => /error/i.test(one)) ?? end.stderr.split('\n')[0];
  return (line || `exit code ${end.exitCode}`).slice(0, 200);
}

async function withScratchFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeScratchFolder('anyhook-init-');
  try {
    return await act(folder);
  } finally {
    removeFolder(folder);
  }
}
