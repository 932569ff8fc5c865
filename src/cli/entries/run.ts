import type { Wire } from '../../agents/agent.js';
import { parseFixedArguments } from '../../core/fixed-variables.js';
import { now } from '../../platform/clock.js';
import { onExitKillGroups } from '../../platform/process/process-groups.js';
import { workingDirectory } from '../../platform/process/working-directory.js';
import { readStdin, type StdinContent, writeFully } from '../../platform/stdio.js';
import { createProcessJournal, type ProcessJournal } from '../../records/journal/process-journal.js';
import { agentWorld } from '../../service/agent-world.js';
import type { World } from '../../service/engine.js';
import { answerAgent, answerToBadOptions, payloadLimit } from '../../service/native-event.js';
import { loadProjectEngine } from '../../service/project-engine.js';
import { parseRunOptions, type RunCommandOptions } from '../../service/run-options.js';
import { userPaths } from '../../state/user-paths.js';

/** Entry of the fast bundle: one event in, the agent's answer out. `read`: what a client already read from stdin. */
export async function start(args: readonly string[], read?: StdinContent): Promise<void> {
  onExitKillGroups();
  process.exitCode = await runEntry(args, read);
  // All output was written synchronously; do not wait for background work.
  process.exit();
}

/** `anyhook run`: answers one event in this process. */
export async function runEntry(args: readonly string[], read?: StdinContent): Promise<number> {
  const { env } = process;
  const home = env['HOME'] || (await import('../../platform/process/process-defaults.js')).homeFolder();
  const world = agentWorld({ cwd: workingDirectory() ?? '/', env, home }, parseFixedArguments(args));
  const journal = createProcessJournal({ state: userPaths(world.env, world.home).state, now, random: Math.random });
  const afterAnswer: (() => Promise<void>)[] = [];
  const wire = await answerEvent(args, world, { read, journal, later: (work) => afterAnswer.push(work) });
  const writeError = wire.stdout ? writeFully(1, wire.stdout) : undefined;
  if (writeError) writeFully(2, `anyhook: the answer could not be written: ${writeError}\n`);
  if (wire.stderr) writeFully(2, wire.stderr);
  // The agent already has its answer.
  for (const work of afterAnswer) await work();
  journal.writeDeferred();
  return wire.exitCode;
}

interface AnswerOptions {
  readonly read: StdinContent | undefined;
  readonly journal: ProcessJournal;
  readonly later: (work: () => Promise<void>) => void;
}

async function answerEvent(
  args: readonly string[],
  world: World,
  { read, journal, later }: AnswerOptions,
): Promise<Wire> {
  let options: RunCommandOptions;
  try {
    options = parseRunOptions(args, (note) => writeFully(2, `anyhook: ${note}\n`));
  } catch (error) {
    return answerToBadOptions(error as Error, world);
  }
  const limit = payloadLimit(options);
  const input = read ? limitInput(read, limit) : readStdin(limit);
  return answerAgent(
    { options, input, world, env: process.env },
    { project: loadProjectEngine, recorder: journal, runLater: later },
  );
}

const limitInput = ({ bytes, truncated }: StdinContent, limit: number): StdinContent => ({
  bytes: bytes.subarray(0, limit),
  truncated: truncated || bytes.length > limit,
});
