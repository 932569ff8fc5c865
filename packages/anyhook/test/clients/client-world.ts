import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
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
  /** Milliseconds left; empty without a limit. */
  readonly deadline: string;
  /** The agent's environment, as data. */
  readonly env: readonly string[];
  /** The names in the launcher's own environment. */
  readonly ownNames: readonly string[];
}

export interface ClientRunOptions {
  readonly args?: readonly string[];
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** A command in front of the client, such as a shell that changes something and then execs it. */
  readonly through?: readonly string[];
}

const launcherText = `#!/usr/bin/perl
# Its environment is empty, so a file next to it names the world.
open my $place, '<', "$0.world" or die; chomp(my $d = <$place>);
sub note { my ($name, $text) = @_; open my $file, '>', "$d/$name" or die; print $file $text }
sub words { my ($command) = @_; $ENV{PATH} = '/usr/bin:/bin'; return \`$command\` }
if ($ARGV[0] eq '--up') {
  note('up.fds', join "\\n", grep { defined } map { readlink "/proc/$$/fd/$_" } 0 .. 200);
  note('up.stat', words("cut -d ' ' -f 4,6 /proc/$$/stat"));
  note('up.cwd', words('pwd'));
  open my $ups, '>>', "$d/up"; print $ups "$$\\n"; close $ups;
  exec '/bin/sleep', '1';
}
note('apart.launcher-env', join "\\n", sort keys %ENV);
open my $settings, '<', "$d/apart.end"; my $end = $settings ? do { local $/; <$settings> } : '';
eval $end;
sub take { my ($n) = @_; my $text = ''; while (length $text < $n) { sysread STDIN, $text, $n - length $text, length $text or exit 9 } return $text }
my $size = unpack 'N', take(4);
my $frame = take($size);
my %field = unpack '(CN/a*)*', substr $frame, 6;
note('apart.args', join '', map { "$_\\n" } (split /\\0/, $field{1})[1 .. 99]);
note('apart.cwd', $field{2}); note('apart.umask', sprintf '%04o', oct $field{3}); note('apart.deadline', $field{4} // '');
note('apart.env', join '', map { "$_\\n" } split /\\0/, $field{5}); note('apart.stdin', $field{6});
my $fields = pack '(CN/a*)*', 8, "\\2", 9, "decided apart\\n", 10, "says why\\n";
syswrite STDOUT, pack('NCCN', 6 + length $fields, 1, 0x61, 1) . $fields;
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

/** What an agent reads without an answer: before a tool, before a prompt, and at any other event. */
export const noAnswerOfCodex = [
  ['codex', 'PreToolUse', '0', '{"refused":"a call"}'],
  ['codex', 'UserPromptSubmit', '2', ''],
  ['codex', '', '0', '{"systemMessage":"told"}'],
] as const;

/** The programs, made once: they write to the world that they are called in. */
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
      .replace('@NO_ANSWER@', noAnswerOfCodex.map((row) => row.join('\t')).join('\n'))
      .replace('@FAIL_CLOSED@', failsClosed ? '1' : '0');
    writeFileSync(file, text, { mode: 0o755 });
    return [file];
  },
  node: () => [process.execPath, resolve('packages/anyhook/test/clients/node-client.mjs'), launcher, program],
};

function compiled(name: string, flags: readonly string[], failsClosed: boolean): readonly string[] {
  const file = join(shop, failsClosed ? `${name}-closed` : name);
  const strict = ['-std=c99', '-Wall', '-Wextra', '-Werror', '-pedantic', `-DLAUNCHER="${launcher}"`];
  const rows = `-DNO_ANSWER="${noAnswerOfCodex.flatMap((row) => row.map((word) => `${word.replaceAll('"', '\\"')}\\000`)).join('')}"`;
  const all = [...strict, rows, ...flags, ...(failsClosed ? ['-DFAIL_CLOSED=1'] : [])];
  if (!existsSync(file)) execFileSync('cc', [...all, '-o', file, 'clients/c/anyhook-hook.c']);
  return [file];
}

/** A state folder, a launcher that records its calls, and a client of one kind. */
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
    writeFileSync(`${launcher}.world`, this.bin);
  }

  /** Starts an engine that ends with the test. */
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

  /** Runs the client until it exits and its output is closed, which no other process may keep open. */
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

  /** Perl text that the launcher runs before it reads the event. */
  launcherDoes(perl: string): void {
    writeFileSync(join(this.bin, 'apart.end'), perl);
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
      deadline: text('deadline'),
      env: text('env').split('\n'),
      ownNames: text('launcher-env').split('\n'),
    };
  }

  /** Removes the launcher until the test ends. */
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
          return words.includes(`${this.top}/`) || readlinkSync(`/proc/${pid}/cwd`) === this.top ? [pid] : [];
        } catch {
          return [];
        }
      });
  }
}
