import type { Wire } from '../../agents/agent.js';
import { now } from '../../platform/clock.js';
import { onExitKillGroups } from '../../platform/process/groups.js';
import { workingDirectory } from '../../platform/process/working-directory.js';
import { readStdin, type Stdin, writeAll } from '../../platform/stdio.js';
import { createLoneJournal, type LoneJournal } from '../../records/journal/process-journal.js';
import type { World } from '../../service/engine.js';
import { answerAgent, answerToBadOptions, payloadLimit } from '../../service/native-event.js';
import { loadProjectEngine } from '../../service/project-engine.js';
import { parseRun, type RunOptions } from '../../service/run-options.js';
import { userPlaces } from '../../state/user-paths.js';

/** Entry of the fast bundle: one event in, the host's answer out. `read` is what a client has taken from stdin already. */
export async function start(args: readonly string[], read?: Stdin): Promise<void> {
  onExitKillGroups();
  process.exitCode = await runEntry(args, read);
  // Everything was written synchronously; whatever still runs in the background is not ours to wait for.
  process.exit();
}

/** `anyhook run`: answers one event in this process. */
export async function runEntry(args: readonly string[], read?: Stdin): Promise<number> {
  const home = process.env['HOME'] || (await import('../../platform/process/process-defaults.js')).homeFolder();
  const world: World = { cwd: workingDirectory() ?? '/', env: process.env, home };
  const journal = createLoneJournal({ state: userPlaces(world.env, home).state, now, random: Math.random });
  const afterAnswer: (() => Promise<void>)[] = [];
  const wire = await answerTo(args, world, { read, journal, later: (work) => afterAnswer.push(work) });
  const lost = wire.stdout ? writeAll(1, wire.stdout) : undefined;
  if (lost) writeAll(2, `anyhook: the answer could not be written: ${lost}\n`);
  if (wire.stderr) writeAll(2, wire.stderr);
  // The agent has its answer.
  for (const work of afterAnswer) await work();
  journal.rest();
  return wire.exitCode;
}

interface AnswerOptions {
  readonly read: Stdin | undefined;
  readonly journal: LoneJournal;
  readonly later: (work: () => Promise<void>) => void;
}

async function answerTo(args: readonly string[], world: World, { read, journal, later }: AnswerOptions): Promise<Wire> {
  let options: RunOptions;
  try {
    options = parseRun(args, (note) => writeAll(2, `anyhook: ${note}\n`));
  } catch (error) {
    return answerToBadOptions(error as Error, world);
  }
  const limit = payloadLimit(options);
  const input = read ? cut(read, limit) : readStdin(limit);
  return answerAgent({ options, input, world }, { project: loadProjectEngine, recorder: journal, later });
}

const cut = ({ bytes, truncated }: Stdin, limit: number): Stdin => ({
  bytes: bytes.subarray(0, limit),
  truncated: truncated || bytes.length > limit,
});
