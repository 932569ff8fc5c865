import { spawn } from 'node:child_process';
import { closeSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { openUnlinked } from '../files/anonymous-file.js';
import { append, makePrivate, stamp } from '../files/files.js';
import { packageFile } from '../files/package-file.js';
import { type Environment, fitEnvironment } from './environment.js';

/** What an async hook leaves on record. */
export interface AsyncRecord {
  readonly at: string;
  readonly hookId: string;
  readonly event: string;
  readonly outcome: string;
  readonly ms: number;
  readonly detail?: string;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** Starts a supervisor process that outlives us; returns undefined, or why it could not start. Nothing is waited for. */
export function startAsync(job: {
  /** A JS file that ends in `supervise(…)`. */
  readonly entry: string;
  /** JSON data, read by the supervisor on stdin. The environment does not belong here. */
  readonly payload: unknown;
  readonly env: Environment;
  /** Private folder for the payload's moment on disk. */
  readonly stateDir: string;
}): string | undefined {
  let input: number | undefined;
  try {
    makePrivate(job.stateDir);
    input = openUnlinked(job.stateDir, JSON.stringify(job.payload));
    if (input === undefined) return `cannot write to ${job.stateDir}`;
    const child = spawn(process.execPath, [job.entry], {
      cwd: dirname(job.entry),
      env: fitEnvironment(job.env),
      detached: true,
      windowsHide: true,
      stdio: [input, 'ignore', 'ignore'],
    });
    child.on('error', () => {}); // Nobody is left to tell; a missing log line shows it.
    child.unref();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    if (input !== undefined) closeSync(input);
  }
}

/** A built program of ours that runs as a process or thread of its own. */
export const entryFile = (name: 'supervise.js' | 'send.js' | 'journal.js' | 'timer.js'): string =>
  packageFile(`dist/${name}`);

/** The payload, on the supervisor's side. */
export const readPayload = (): unknown => JSON.parse(readFileSync(0, 'utf8'));

const maxLogBytes = 1024 * 1024;
const maxTailBytes = 4 * 1024;

/** Adds one line to the record of async hooks; one older file is kept beside it. */
export function appendRecord(file: string, record: AsyncRecord): void {
  makePrivate(dirname(file));
  const line = JSON.stringify({ ...record, ...tails(record) });
  if ((stamp(file)?.size ?? 0) + line.length > maxLogBytes) {
    try {
      renameSync(file, `${file}.1`);
    } catch {
      // Another supervisor was first.
    }
  }
  append(file, `${line}\n`);
}

function tails({ stdout, stderr }: AsyncRecord): Partial<AsyncRecord> {
  return { ...(stdout ? { stdout: tail(stdout) } : {}), ...(stderr ? { stderr: tail(stderr) } : {}) };
}

/** The end of a text, where errors stand. */
function tail(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= maxTailBytes ? text : `…${bytes.subarray(-maxTailBytes).toString('utf8')}`;
}
