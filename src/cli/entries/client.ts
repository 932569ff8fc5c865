import { join } from 'node:path';
import { maxPayloadBytes } from '../../core/limits.js';
import { ticks } from '../../platform/clock.js';
import { entryExists } from '../../platform/files/files.js';
import { isPrivateFolder } from '../../platform/files/ownership.js';
import { tryLock } from '../../platform/lock.js';
import { residentEnvironment } from '../../platform/process/resident-process.js';
import { startDetached } from '../../platform/process/start-detached.js';
import { workingDirectory } from '../../platform/process/working-directory.js';
import { readStdin, type StdinContent, writeFully } from '../../platform/stdio.js';
import { createEngineClient } from '../../resident/engine-client.js';
import { engineFiles } from '../../resident/instance.js';
import { userPaths } from '../../state/user-paths.js';

/** An event to decide in this process: arguments of `run`, and the stdin read so far. */
export interface OpenRequest {
  readonly args: readonly string[];
  readonly read?: StdinContent;
}

const leastMs = 250;
const startingMs = 10_000;

/**
 * `anyhook run` as a client of the resident engine (docs/reference/protocol.md). Exits the process when there is an
 * answer; otherwise returns what this process must decide.
 */
export async function ask(args: readonly string[], program: string): Promise<OpenRequest> {
  const begun = ticks();
  const timeout = timeoutOf(args);
  const { env } = process;
  if (timeout === 'bad' || env['ANYHOOK_ENGINE'] === 'off' || !env['HOME']) return { args };
  const { state } = userPaths(env, env['HOME']);
  const cwd = workingDirectory();
  if (cwd === undefined || !isPrivateFolder(state)) return { args };
  const left = (): number => Math.max(leastMs, (timeout?.ms ?? 0) - (ticks() - begun));
  const undecided = async (read?: StdinContent): Promise<OpenRequest> => {
    if (!read?.truncated) await startEngine(state, program);
    return { args: timeout ? withTimeout(args, timeout.at, left()) : args, ...(read && { read }) };
  };
  if (!entryExists(join(state, engineFiles.socket))) return undecided();
  const read = readStdin(maxPayloadBytes);
  if (read.truncated) return undecided(read);
  const client = createEngineClient(state);
  const reply = await client.ask({
    args,
    cwd,
    umask: process.umask(),
    env: env as Readonly<Record<string, string>>,
    payload: read.bytes,
    ...(timeout && { deadlineMs: left() }),
  });
  client.close();
  if (reply.kind === 'none') return undecided(read);
  const lost = writeFully(1, reply.stdout);
  if (lost) writeFully(2, `anyhook: the answer could not be written: ${lost}\n`);
  writeFully(2, reply.stderr);
  return process.exit(reply.exitCode);
}

async function startEngine(state: string, program: string): Promise<void> {
  if (
    entryExists(join(state, engineFiles.staysDown)) ||
    !tryLock(join(state, engineFiles.starting), { staleMs: startingMs })
  )
    return;
  await startDetached(program, ['up', '--foreground'], { cwd: '/', env: residentEnvironment(process.env) });
}

/** The position of the value of the last --timeout; bad if it has none. */
function timeoutOf(args: readonly string[]): { readonly at: number; readonly ms: number } | 'bad' | undefined {
  let found: { readonly at: number; readonly ms: number } | undefined;
  for (let at = 0; at < args.length; at++) {
    if (!/^--timeout(?:=|$)/.test(args[at] ?? '')) continue;
    if (args[at] === '--timeout') at++;
    const [, digits] = /^(?:--timeout=)?(\d{1,9})$/.exec(args[at] ?? '') ?? [];
    if (!(Number(digits) > 0)) return 'bad';
    found = { at, ms: Number(digits) };
  }
  return found;
}

const withTimeout = (args: readonly string[], at: number, ms: number): readonly string[] =>
  args.map((word, i) => (i === at ? word.replace(/\d+$/, String(Math.round(ms))) : word));
