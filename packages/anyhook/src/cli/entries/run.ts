import {
  type Environment,
  homeIn,
  now,
  onExitKillGroups,
  parseFixedArguments,
  readStdin,
  type StdinContent,
  stdinChunks,
  userPaths,
  workingDirectory,
  writeFully,
} from '@anyhook/core';
import type { Wire } from '../../agents/agent.js';
import { agentWorld } from '../../answer/agent-world.js';
import type { EventService } from '../../answer/answer-event.js';
import type { World } from '../../answer/engine.js';
import {
  type AgentCall,
  answerAgent,
  answerAtEnd,
  answerToBadOptions,
  callOfRequest,
  isRefusableCall,
  parseRunOptions,
  payloadLimit,
} from '../../answer/native-event.js';
import { loadProjectEngine } from '../../answer/project-engine.js';
import { createProcessJournal } from '../../journal/process-journal.js';
import { answerFields, requestFromFrame } from '../../resident/client-request.js';
import { lazyEnvironment } from '../../resident/lazy-environment.js';
import {
  createFrameReader,
  encodeFrame,
  type Frame,
  fieldTags,
  frameKinds,
  signedExit,
} from '../../resident/protocol.js';

export interface RunEntryOptions {
  /** What a client already read from stdin. */
  readonly read?: StdinContent | undefined;
  /** The agent's environment; default: this process's. */
  readonly env?: Environment | undefined;
  /** The launcher waits and must not mistake any other exit of this process for an answer. */
  readonly isSigned?: boolean | undefined;
}

/** Entry of the fast bundle: one event in, the agent's answer out. */
export async function start(args: readonly string[], options: RunEntryOptions = {}): Promise<void> {
  onExitKillGroups();
  const run: AgentRun = {};
  // A launcher that waits denies by itself.
  if (!options.isSigned) answerAtLast(args, options, run);
  const exitCode = await runEntry(args, options, run);
  process.exitCode = options.isSigned ? signedExit(exitCode) : exitCode;
  // All output was written synchronously; do not wait for background work.
  process.exit();
}

/** How far this process is with the event of an agent. */
interface AgentRun {
  call?: AgentCall;
  /** Of the answer, once it is written. */
  exitCode?: number;
}

/**
 * Most agents take the end of a process as a yes. So this process answers whenever it can notice its end, and events
 * after the answer do not change it.
 */
function answerAtLast(args: readonly string[], options: RunEntryOptions, run: AgentRun): void {
  let why = 'it was ended from within';
  process.on('uncaughtException', (error: unknown) => {
    why = error instanceof Error ? error.message : String(error);
    process.exit(1);
  });
  process.on('exit', () => {
    if (run.exitCode === undefined) writeLastAnswer(why, args, options, run);
    process.exitCode = run.exitCode ?? 0;
  });
}

function writeLastAnswer(why: string, args: readonly string[], options: RunEntryOptions, run: AgentRun): void {
  try {
    const { env = process.env } = options;
    const world = agentWorld({ cwd: '/', env, home: homeIn(env) ?? '/' }, parseFixedArguments(args));
    run.call ??= callOf(args, { ...options, env, world });
    writeAnswer(answerAtEnd(why, run.call), run);
  } catch {
    writeFully(2, `anyhook: ${why}\n`);
    run.exitCode = 2;
  }
}

/**
 * `anyhook decide`: answers one event as the engine would, for a client that waits. The event and its answer are frames of the
 * engine's protocol on stdin and stdout, so an exit of this process is never mistaken for an answer. Its own environment is
 * empty; the agent's is in the event.
 */
export async function decide(args: readonly string[]): Promise<void> {
  onExitKillGroups();
  const frame = readEventFrame();
  if (!frame) {
    writeFully(2, "anyhook: decide expects a frame of the engine's protocol with an event on stdin\n");
    return process.exit(1);
  }
  const request = requestFromFrame(frame, lazyEnvironment(frame.fields.get(fieldTags.env)));
  const own = { home: homeIn(process.env) ?? '/', fixed: parseFixedArguments(args) };
  const write = (wire: Wire) => void writeFully(1, encodeFrame(frameKinds.answer, frame.id, answerFields(wire)));
  let call: AgentCall;
  try {
    call = callOfRequest(request, own);
  } catch (error) {
    const { cwd, env } = request;
    const world = agentWorld({ cwd: cwd || '/', env, home: homeIn(env) ?? own.home }, own.fixed);
    write(await answerToBadOptions(error as Error, world));
    return process.exit();
  }
  await answerAndRecord(call.world, (service) => answerAgent(call, service), write);
  process.exit();
}

function readEventFrame(): Frame | undefined {
  const reader = createFrameReader();
  for (const chunk of stdinChunks()) {
    const { frames, problem } = reader.push(chunk);
    const [frame] = frames;
    if (frame || problem !== undefined) return frame?.kind === frameKinds.event ? frame : undefined;
  }
  return undefined;
}

/** `anyhook run`: answers one event in this process. */
export async function runEntry(
  args: readonly string[],
  { read, env = process.env }: RunEntryOptions = {},
  run: AgentRun = {},
): Promise<number> {
  const home = homeIn(env) ?? (await import('@anyhook/core')).homeFolder(env);
  const world = agentWorld({ cwd: workingDirectory() ?? '/', env, home }, parseFixedArguments(args));
  await answerAndRecord(
    world,
    (service) => answerEvent(args, { world, env, read }, run, service),
    (wire) => writeAnswer(wire, run),
  );
  return run.exitCode ?? 0;
}

/** If the answer cannot be printed, the exit code denies. */
function writeAnswer(wire: Wire, run: AgentRun): void {
  run.exitCode = wire.exitCode;
  const writeError = wire.stdout ? writeFully(1, wire.stdout) : undefined;
  if (writeError) writeFully(2, `anyhook: the answer could not be written: ${writeError}\n`);
  if (writeError && run.call && isRefusableCall(run.call)) run.exitCode = 2;
  if (wire.stderr) writeFully(2, wire.stderr);
}

/** Decides, writes the answer, and then does the work that the agent need not wait for. */
async function answerAndRecord(
  world: World,
  answer: (service: EventService) => Promise<Wire>,
  write: (wire: Wire) => void,
): Promise<void> {
  const journal = createProcessJournal({ state: userPaths(world.env, world.home).state, now, random: Math.random });
  const afterAnswer: (() => Promise<void>)[] = [];
  const runLater = (work: () => Promise<void>): void => void afterAnswer.push(work);
  write(await answer({ project: loadProjectEngine, recorder: journal, runLater }));
  for (const work of afterAnswer) await work();
  journal.writeDeferred();
}

async function answerEvent(
  args: readonly string[],
  given: GivenCall,
  run: AgentRun,
  service: EventService,
): Promise<Wire> {
  try {
    run.call = callOf(args, given);
  } catch (error) {
    return answerToBadOptions(error as Error, given.world);
  }
  return answerAgent(run.call, service);
}

type GivenCall = Pick<RunEntryOptions, 'read'> & { readonly world: World; readonly env: Environment };

function callOf(args: readonly string[], { world, env, read }: GivenCall): AgentCall {
  const options = parseRunOptions(args, (note) => writeFully(2, `anyhook: ${note}\n`));
  const limit = payloadLimit(options);
  return { options, input: read ? limitInput(read, limit) : readStdin(limit), world, env };
}

const limitInput = ({ bytes, truncated }: StdinContent, limit: number): StdinContent => ({
  bytes: bytes.subarray(0, limit),
  truncated: truncated || bytes.length > limit,
});
