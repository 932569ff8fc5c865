import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolderAtLast } from '../support/remove-folder.js';
import { type FakeEngine, type FakeEngineOptions, fakeEngine } from './fake-engine.js';

/** The three clients; the one in C also without a C library, where it can be. */
const kinds = ['c', 'bare c', 'perl', 'node'] as const;
export type TestedClient = (typeof kinds)[number];
const canBeBare = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
export const testedClients = kinds.filter((kind) => canBeBare || kind !== 'bare c');

export interface ClientResult {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** What the launcher was called with. */
export interface LauncherCall {
  readonly args: readonly string[];
  readonly stdin: Buffer;
  readonly cwd: string;
  readonly umask: string;
}

export interface ClientRunOptions {
  readonly args?: readonly string[];
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Words in front of the client, such as a shell that changes something and then becomes it. */
  readonly through?: readonly string[];
}

const launcherText = `#!/bin/sh
d=$WORLD
if [ "$1" = --up ]; then
  readlink /proc/$$/fd/* > "$d/up.fds"
  cut -d ' ' -f 4,6 /proc/$$/stat > "$d/up.stat"
  pwd > "$d/up.cwd"
  echo $$ >> "$d/up"
  exec sleep 1
fi
printf '%s\\n' "$@" > "$d/apart.args"
pwd > "$d/apart.cwd"
umask > "$d/apart.umask"
cat > "$d/apart.stdin"
echo decided apart
echo says why >&2
exit 2
`;

const programText = `
import { appendFileSync, writeFileSync, readdirSync, readlinkSync, readFileSync } from 'node:fs';
const d = process.env.TMPDIR + '/../bin';
const fds = [0, 1, 2].map((fd) => readlinkSync('/proc/self/fd/' + fd));
writeFileSync(d + '/up.fds', fds.join('\\n') + '\\n');
const stat = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
writeFileSync(d + '/up.stat', stat[1] + ' ' + stat[3] + '\\n');
writeFileSync(d + '/up.cwd', process.cwd() + '\\n');
appendFileSync(d + '/up', process.pid + '\\n');
setTimeout(() => {}, 1000);
`;

/** The programs, made once: what they write goes to the world that they are called in. */
const shop = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-clients-')));
process.on('exit', () => rmSync(shop, { recursive: true, force: true }));
const launcher = join(shop, 'anyhook-node');
const program = join(shop, 'program.mjs');
writeFileSync(launcher, launcherText, { mode: 0o755 });
writeFileSync(program, programText);

const bare = ['-O2', '-DBARE', '-static', '-nostdlib', '-ffreestanding', '-fno-stack-protector', '-no-pie'];

const makers: Readonly<Record<TestedClient, (failsClosed: boolean) => readonly string[]>> = {
  c: (failsClosed) => compiled('in-c', ['-O1'], failsClosed),
  'bare c': (failsClosed) => compiled('in-bare-c', bare, failsClosed),
  perl: (failsClosed) => {
    const file = join(shop, failsClosed ? 'in-perl-closed' : 'in-perl');
    const text = readFileSync('clients/perl/anyhook-hook.pl', 'utf8')
      .replace('@LAUNCHER@', launcher)
      .replace('@FAIL_CLOSED@', failsClosed ? '1' : '0');
    writeFileSync(file, text, { mode: 0o755 });
    return [file];
  },
  node: () => [process.execPath, resolve('test/clients/node-client.mjs'), launcher, program],
};

function compiled(name: string, flags: readonly string[], failsClosed: boolean): readonly string[] {
  const file = join(shop, failsClosed ? `${name}-closed` : name);
  const strict = ['-std=c99', '-Wall', '-Wextra', '-Werror', '-pedantic', `-DLAUNCHER="${launcher}"`];
  const all = [...strict, ...flags, ...(failsClosed ? ['-DFAIL_CLOSED=1'] : [])];
  if (!existsSync(file)) execFileSync('cc', [...all, '-o', file, 'clients/c/anyhook-hook.c']);
  return [file];
}

/** A state folder, a launcher that writes down how it was called, and a client of one kind. */
export class ClientWorld {
  readonly top: string;
  readonly state: string;
  readonly tmp: string;
  private readonly bin: string;
  private readonly client: readonly string[];

  constructor(
    t: TestContext,
    kind: TestedClient,
    private readonly stateHome = 'state',
    failsClosed = false,
  ) {
    this.top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-client-')));
    // An engine that is just starting may still write into it.
    t.after(() => removeFolderAtLast(this.top));
    this.bin = join(this.top, 'bin');
    this.tmp = join(this.top, 'tmp');
    this.state = join(this.top, stateHome, 'anyhook');
    mkdirSync(this.bin);
    mkdirSync(this.tmp);
    mkdirSync(this.state, { recursive: true });
    chmodSync(this.state, 0o700);
    this.client = makers[kind](failsClosed);
  }

  /** An engine that ends with the test. */
  async engine(t: TestContext, options: FakeEngineOptions): Promise<FakeEngine> {
    const engine = await fakeEngine(this.state, options);
    t.after(() => engine.close());
    return engine;
  }

  env(more: ClientRunOptions['env'] = {}): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    const world = { PATH, HOME: this.top, WORLD: this.bin, TMPDIR: this.tmp };
    return { ...world, XDG_STATE_HOME: join(this.top, this.stateHome), ...more };
  }

  start({ args = [], env, cwd, through = [] }: ClientRunOptions = {}): ChildProcess {
    const [command = '', ...rest] = [...through, ...this.client, 'codex', ...args];
    return spawn(command, rest, { cwd: cwd ?? this.top, env: this.env(env) });
  }

  /** Runs the client to its end: that of its output too, which nobody else may hold open. */
  run(options: ClientRunOptions = {}): Promise<ClientResult> {
    const child = this.start(options);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '{}');
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code) =>
        done({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') }),
      );
    });
  }

  /** How the launcher was called; undefined where it was not. */
  apart(): LauncherCall | undefined {
    if (!existsSync(join(this.bin, 'apart.stdin'))) return undefined;
    const text = (name: string) => readFileSync(join(this.bin, `apart.${name}`), 'utf8').trimEnd();
    return {
      args: text('args').split('\n'),
      stdin: readFileSync(join(this.bin, 'apart.stdin')),
      cwd: text('cwd'),
      umask: text('umask'),
    };
  }

  /** Takes the launcher away, until the test ends. */
  removeLauncher(t: TestContext): void {
    renameSync(launcher, `${launcher}.away`);
    t.after(() => renameSync(`${launcher}.away`, launcher));
  }

  /** Processes that were started as the engine, once there are as many as expected. */
  async ups(atLeast: number): Promise<readonly number[]> {
    const read = () =>
      existsSync(join(this.bin, 'up')) ? readFileSync(join(this.bin, 'up'), 'utf8').trim().split('\n').map(Number) : [];
    for (let i = 0; i < 200 && read().length < atLeast; i++) await new Promise((done) => setTimeout(done, 25));
    return read();
  }

  up(name: 'fds' | 'stat' | 'cwd'): readonly string[] {
    return readFileSync(join(this.bin, `up.${name}`), 'utf8')
      .trim()
      .split(/\s+/);
  }

  /** Processes that have this world in their environment. */
  processes(): readonly string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const words = readFileSync(`/proc/${pid}/environ`, 'utf8');
          return words.includes(`${this.top}/`) ? [pid] : [];
        } catch {
          return [];
        }
      });
  }
}
