import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Program, startProgram, waitUntil } from './programs.js';

/** A real Postgres on loopback, with its own folder. */
export interface PostgresServer {
  readonly url: string;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Kills all of its processes. */
  kill(): Promise<void>;
  /** Stops it, and removes its files. */
  end(): Promise<void>;
}

const debianFolder = '/usr/lib/postgresql';

/** The folder of the newest Postgres's programs, or why there is none. */
export function findPostgres(): { readonly program?: string; readonly reason?: string } {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const program = versions.map((one) => join(debianFolder, one, 'bin')).find((one) => existsSync(join(one, 'initdb')));
  return program === undefined ? { reason: `no Postgres in ${debianFolder}: apt-get install postgresql` } : { program };
}

/** Postgres refuses to run as root, so it then runs as an unprivileged user. */
const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
}

export async function makePostgres(programs: string, logFile: string): Promise<PostgresServer> {
  // Its user must be able to reach it.
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const password = join(folder, 'password');
  writeFileSync(password, 'secret\n');
  if (user.uid !== undefined) for (const path of [folder, data, password]) chownSync(path, user.uid, user.gid);
  const login = ['-U', 'anyhook', '--auth', 'scram-sha-256', '--pwfile', password];
  execFileSync(join(programs, 'initdb'), ['-D', data, '-E', 'UTF8', '--no-sync', ...login], {
    ...user,
    stdio: 'ignore',
  });
  const port = await freePort();
  let running: Program | undefined;
  return {
    url: `postgres://anyhook:secret@127.0.0.1:${port}/postgres`,
    async start() {
      const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
      const args = ['-D', data, ...settings.flatMap((one) => ['-c', one])];
      // The processes of a killed server end a moment later, and until then no other one can start.
      await waitUntil(async () => {
        if (running === undefined || running.child.exitCode !== null || running.child.signalCode !== null)
          running = startProgram(join(programs, 'postgres'), args, logFile, { user });
        return isListening(port);
      }, 'Postgres');
    },
    async kill() {
      const pid = running?.child.pid;
      if (pid === undefined) return;
      // Each of its processes has its own session, and some keep running for a minute without the first one.
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
      await running?.end();
      for (const child of children) killIfRunning(child);
    },
    async end() {
      await running?.end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had already ended.
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
