import { join } from 'node:path';
import {
  type Environment,
  entryExists,
  type FixedVariables,
  fixedArguments,
  homeIn,
  isPrivateFolder,
  maxPayloadBytes,
  parseFixedArguments,
  readStdin,
  replacedVariables,
  residentEnvironment,
  type StdinContent,
  startDetached,
  ticks,
  tryLock,
  userPaths,
  workingDirectory,
  writeFully,
} from '@anyhook/core';
import { createEngineClient } from '../../resident/engine-client.js';
import { engineFiles, listeningFile } from '../../resident/instance.js';
import { signedExit } from '../../resident/protocol.js';

/** An event to decide in this process: arguments of `run`, and the stdin read so far. */
export interface UndecidedRequest {
  readonly args: readonly string[];
  readonly read?: StdinContent;
}

const minTimeoutMs = 250;
const startLockMs = 10_000;

export interface AskOptions {
  /** The agent's environment; default: this process's. */
  readonly env?: Environment | undefined;
  /** The launcher waits and must not mistake any other exit of this process for an answer. */
  readonly isSigned?: boolean | undefined;
}

/**
 * `anyhook run` as a client of the resident engine (docs/reference/protocol.md). Exits the process when there is an
 * answer; otherwise returns what this process must decide.
 */
export async function ask(
  args: readonly string[],
  program: string,
  { env = process.env, isSigned }: AskOptions = {},
): Promise<UndecidedRequest> {
  const begun = ticks();
  const timeout = findTimeout(args);
  const fixed = parseFixedArguments(args);
  const home = fixed['HOME'] ?? homeIn(env);
  if (timeout === 'bad' || fixed['ANYHOOK_ENGINE'] === 'off' || !home) return { args };
  const replaced = replacedVariables({}, fixed);
  const { state } = userPaths({ XDG_STATE_HOME: env['XDG_STATE_HOME'], HOME: home, ...replaced }, home);
  const cwd = workingDirectory();
  if (cwd === undefined || !isPrivateFolder(state)) return { args };
  const remainingMs = (): number => Math.max(minTimeoutMs, (timeout?.ms ?? 0) - (ticks() - begun));
  const decideHere = async (read?: StdinContent): Promise<UndecidedRequest> => {
    if (!read?.truncated) await startEngine(state, program, fixed);
    return { args: timeout ? withTimeout(args, timeout.index, remainingMs()) : args, ...(read && { read }) };
  };
  if (!entryExists(join(state, listeningFile))) return decideHere();
  const read = readStdin(maxPayloadBytes);
  if (read.truncated) return decideHere(read);
  const client = createEngineClient(state);
  const reply = await client.ask({
    args,
    cwd,
    umask: process.umask(),
    env: env as Readonly<Record<string, string>>,
    payload: read.bytes,
    ...(timeout && { deadlineMs: remainingMs() }),
  });
  client.close();
  if (reply.kind === 'none') return decideHere(read);
  const writeError = writeFully(1, reply.stdout);
  if (writeError) writeFully(2, `anyhook: the answer could not be written: ${writeError}\n`);
  writeFully(2, reply.stderr);
  return process.exit(isSigned ? signedExit(reply.exitCode) : reply.exitCode);
}

async function startEngine(state: string, program: string, fixed: FixedVariables): Promise<void> {
  if (
    entryExists(join(state, engineFiles.staysDown)) ||
    !tryLock(join(state, engineFiles.starting), { staleMs: startLockMs })
  )
    return;
  const env = residentEnvironment({ ...process.env, ...replacedVariables({}, fixed) });
  await startDetached(program, ['engine', 'start', '--foreground', ...fixedArguments(fixed)], { cwd: '/', env });
}

/** The position of the value of the last --timeout; bad if it has none. */
function findTimeout(args: readonly string[]): { readonly index: number; readonly ms: number } | 'bad' | undefined {
  let found: { readonly index: number; readonly ms: number } | undefined;
  for (let index = 0; index < args.length; index++) {
    if (!/^--timeout(?:=|$)/.test(args[index] ?? '')) continue;
    if (args[index] === '--timeout') index++;
    const [, digits] = /^(?:--timeout=)?(\d{1,9})$/.exec(args[index] ?? '') ?? [];
    if (!(Number(digits) > 0)) return 'bad';
    found = { index, ms: Number(digits) };
  }
  return found;
}

const withTimeout = (args: readonly string[], index: number, ms: number): readonly string[] =>
  args.map((word, i) => (i === index ? word.replace(/\d+$/, String(Math.round(ms))) : word));
