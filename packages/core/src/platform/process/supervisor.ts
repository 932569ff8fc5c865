import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openAnonymousFile } from '../files/anonymous-file.js';
import { appendText, fileStamp, makePrivateFolder } from '../files/files.js';
import { packageFile } from '../files/package-file.js';
import { renameEntry } from '../files/rename.js';
import { type Environment, fitEnvironment } from './fit-environment.js';
import { residentEnvironment } from './resident-process.js';

export interface AsyncHookRecord {
  readonly at: string;
  /** The id of this run (`newJobId`), also recorded with the decision that started the hook. */
  readonly job?: string;
  readonly hookId: string;
  readonly event: string;
  readonly outcome: string;
  readonly ms: number;
  readonly detail?: string;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Where supervisors write one line per async hook. */
export const asyncLogFile = (state: string): string => join(state, 'async.jsonl');

export const newJobId = (): string => randomBytes(8).toString('hex');

/** Starts a supervisor process that outlives us, without waiting; returns why it failed to start. */
export function startSupervisor(job: {
  /** A JS file that calls `supervise(…)`. */
  readonly entry: string;
  /** JSON data, which the supervisor reads on stdin. The environment is passed separately. */
  readonly payload: unknown;
  readonly env: Environment;
  /** Private folder in which the payload is briefly on disk. */
  readonly stateDir: string;
}): string | undefined {
  let input: number | undefined;
  try {
    makePrivateFolder(job.stateDir);
    input = openAnonymousFile(job.stateDir, JSON.stringify({ payload: job.payload, env: fitEnvironment(job.env) }));
    if (input === undefined) return `cannot write to ${job.stateDir}`;
    const child = spawn(process.execPath, [job.entry], {
      cwd: dirname(job.entry),
      // An agent's variables could end this Node or load code into it, so they are passed as data.
      env: residentEnvironment(job.env),
      detached: true,
      windowsHide: true,
      stdio: [input, 'ignore', 'ignore'],
    });
    child.on('error', () => {}); // There is no one left to notify; a missing log line shows it.
    child.unref();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

/** One of our built programs that runs as its own process or thread. */
export const entryFile = (name: `${string}.js`): string => packageFile(`dist/${name}`);

/** Reads the payload; the supervisor then sets the job's environment. */
export function readSupervisorPayload(): unknown {
  const { payload, env } = JSON.parse(readFileSync(0, 'utf8')) as { payload: unknown; env: Record<string, string> };
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  return payload;
}

const maxLogBytes = 1024 * 1024;
const maxTailBytes = 4 * 1024;

export function appendAsyncRecord(file: string, record: AsyncHookRecord): void {
  makePrivateFolder(dirname(file));
  const line = JSON.stringify({ ...record, ...tails(record) });
  if ((fileStamp(file)?.size ?? 0) + line.length > maxLogBytes) {
    try {
      renameEntry(file, `${file}.1`);
    } catch {
      // Another supervisor was faster.
    }
  }
  appendText(file, `${line}\n`);
}

const tails = ({ stdout, stderr }: AsyncHookRecord): Partial<AsyncHookRecord> => ({
  ...(stdout ? { stdout: tail(stdout) } : {}),
  ...(stderr ? { stderr: tail(stderr) } : {}),
});

/** The last part of a text, where errors are. */
function tail(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= maxTailBytes ? text : `…${bytes.subarray(-maxTailBytes).toString('utf8')}`;
}
