import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Ancestry } from '../../../core/src/process-facts.js';
import { main } from '../../src/cli/main.js';
import type { Io } from '../../src/cli/terminal/io.js';
import { personAncestry } from '../support/ancestry-samples.js';
import { makeRepository } from '../support/make-repository.js';
import { removeFolderAtLast } from '../support/remove-folder.js';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliRunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A terminal of this width; default: a wide one for commands that need a person with `--yes`, none for others. */
  readonly columns?: number | 'none';
  readonly cwd?: string;
  /** The process ancestry; by default, a person at a terminal. */
  readonly ancestry?: Ancestry | 'unknown';
  /** Another operating system, by its name in Node. */
  readonly system?: string;
}

/** A project in its own folder, with a home and a state folder next to it. */
export interface TestProject {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  write(files: Readonly<Record<string, string>>): void;
  run(args: readonly string[], options?: CliRunOptions): Promise<CliResult>;
  /** The JSON that a command prints. */
  json<T>(args: readonly string[], options?: CliRunOptions): Promise<T>;
}

/** Makes a project from file contents; files that begin with `#!` are executable. Removed when the test ends. */
export function testProject(t: TestContext, files: Readonly<Record<string, string>> = {}): TestProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-cli-')));
  t.after(() => removeFolderAtLast(base));
  const dir = join(base, 'project');
  const home = join(base, 'home');
  makeRepository(dir);
  mkdirSync(home);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_STATE_HOME: join(base, 'state'),
    ANYHOOK_MANAGED_CONFIG: join(base, 'managed.yaml'),
    // No engine is started unless a test asks for it.
    ANYHOOK_ENGINE: 'off',
  };
  const write: TestProject['write'] = (given) => {
    for (const [path, text] of Object.entries(given)) {
      const file = join(dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      if (text.startsWith('#!')) chmodSync(file, 0o755);
    }
  };
  write(files);
  const run: TestProject['run'] = (args, options) => runIn(dir, home, env, args, options);
  return {
    dir,
    env,
    write,
    run,
    async json<T>(args: readonly string[], options?: CliRunOptions) {
      const { stdout, stderr } = await run(args, options);
      if (stderr !== '') throw new Error(stderr);
      return JSON.parse(stdout) as T;
    },
  };
}

/** Commands that scripts may not run. */
const personsCommand = /^hooks (?:add|update|import|remove)$/;

const wide = 400;

async function runIn(
  dir: string,
  home: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { stdin = '', columns: width, cwd = dir, system, ancestry = personAncestry, ...options }: CliRunOptions = {},
): Promise<CliResult> {
  const isPersons = personsCommand.test(args.slice(0, 2).join(' ')) && args.includes('--yes');
  const columns = width === 'none' ? undefined : (width ?? (isPersons ? wide : undefined));
  const out: string[] = [];
  const err: string[] = [];
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const io: Io = {
    env: { ...env, ...(width === undefined && isPersons && { NO_COLOR: '1' }), ...options.env },
    cwd,
    home,
    stdin: Object.assign(
      Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
      columns !== undefined && { isTTY: true },
    ),
    stdout: { write: (text) => out.push(text), ...terminal },
    stderr: { write: (text) => err.push(text), ...terminal },
    ancestry: () => (ancestry === 'unknown' ? undefined : ancestry),
    ...(system !== undefined && { system }),
  };
  // The client that needs no compiler; the others have their own tests.
  const isPlainInit = args[0] === 'init' && !args.includes('--client') && !args.includes('--help');
  const code = await main(isPlainInit ? [...args, '--client', 'node'] : args, io);
  return { code, stdout: withSlashes(out.join('')), stderr: withSlashes(err.join('')) };
}

/** Replaces backslashes of Windows paths by `/`, as tests write them; JSON is left unchanged. */
function withSlashes(text: string): string {
  if (process.platform !== 'win32' || /^\s*[[{]/.test(text)) return text;
  return text.replaceAll(/(?<=[\w.:~…-])\\+(?!u[0-9a-f]{4})(?=[\w.…])/g, '/');
}

/** A HOOK.md with a script. */
export const hookMdWithScript = (name: string, trigger: string, script: string, more = ''): Record<string, string> => ({
  [`.agents/hooks/${name}/HOOK.md`]: `---\nname: ${name}\ndescription: A hook for tests.\ntrigger: ${trigger}\n${more}---\n`,
  [`.agents/hooks/${name}/scripts/run.sh`]: `#!/bin/sh\n${script}\n`,
});
