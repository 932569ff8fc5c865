import { type Answered, answer, answerMisled, openOnce, payloadLimit } from '../answer.js';
import type { World } from '../app.js';
import { onExitKillGroups } from '../io/groups.js';
import { readStdin, type Stdin, writeAll } from '../io/standard.js';
import { parseRun, type RunOptions } from '../run-options.js';

/** Entry of the fast bundle: one event in, the host's answer out. `read` is what a client has taken from stdin already. */
export async function start(args: readonly string[], read?: Stdin): Promise<void> {
  onExitKillGroups();
  process.exitCode = await runEntry(args, read);
  // Everything was written synchronously; whatever still runs in the background is not ours to wait for.
  process.exit();
}

/** `anyhook run`: answers one event in this process. */
export async function runEntry(args: readonly string[], read?: Stdin): Promise<number> {
  const home = process.env['HOME'] || (await import('../io/process-world.js')).homeFolder();
  const world: World = { cwd: workingDirectory(), env: process.env, home };
  const { wire, ship } = await answerTo(args, world, read);
  const lost = wire.stdout ? writeAll(1, wire.stdout) : undefined;
  if (lost) writeAll(2, `anyhook: the answer could not be written: ${lost}\n`);
  if (wire.stderr) writeAll(2, wire.stderr);
  // The agent has its answer.
  await ship?.();
  return wire.exitCode;
}

async function answerTo(args: readonly string[], world: World, read: Stdin | undefined): Promise<Answered> {
  let options: RunOptions;
  try {
    options = parseRun(args, (note) => writeAll(2, `anyhook: ${note}\n`));
  } catch (error) {
    return { wire: await answerMisled(error as Error, world) };
  }
  const limit = payloadLimit(options);
  return answer({ options, input: read ? cut(read, limit) : readStdin(limit), world }, openOnce);
}

const cut = ({ bytes, truncated }: Stdin, limit: number): Stdin => ({
  bytes: bytes.subarray(0, limit),
  truncated: truncated || bytes.length > limit,
});

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    // The folder was deleted under us.
    return '/';
  }
}
