import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AnyhookError } from '../core/errors.js';
import { ticks } from '../platform/clock.js';
import { isThere, makePrivate, remove } from '../platform/files/files.js';
import { smallMemory } from '../platform/process/detached.js';
import { nodeProgram } from '../platform/process/node.js';
import { isOwnerAlive } from '../platform/process/process-identity.js';
import { fromFolder } from '../platform/process/with-cwd.js';
import { spawnQuiet, type WorkerProcess } from '../platform/process/worker-process.js';
import { askEngine } from '../resident/control.js';
import { files } from '../resident/instance.js';
import { createFrameReader, encodeFrame, joinWords, kinds, tags } from '../resident/protocol.js';
import type { BenchWorld } from './world.js';

const patienceMs = 20_000;

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 10) {
    if (waited > patienceMs) throw new AnyhookError('BAD_STATE', `bench: ${what} in vain for ${patienceMs} ms`);
    await wait(10);
  }
}

export const untilUp = ({ state }: BenchWorld): Promise<void> =>
  until('waited for the engine', async () => (await askEngine(state, 'status', 1_000)) !== undefined);

/** Starts the engine of a world. */
export async function startEngine(world: BenchWorld, program: string): Promise<WorkerProcess> {
  makePrivate(world.state);
  const engine = spawnQuiet(nodeProgram(), [smallMemory, program, 'up', '--foreground'], world.env);
  await untilUp(world);
  return engine;
}

/** Ends whatever engine there is, also one that an event is just starting, and what keeps another from starting. */
export async function stopEngine({ state }: BenchWorld): Promise<void> {
  const pids = new Set<number>();
  await until('waited for the end of the engine', async () => {
    const report = await askEngine(state, 'quit', 2_000);
    if (report) pids.add(report.pid);
    // The process, too: what it still writes would bring a removed folder back.
    return !isThere(join(state, files.socket)) && [...pids].every((pid) => !isOwnerAlive(String(pid)));
  });
  remove(join(state, files.starting));
}

/** Events that wait for their answer at the same time. */
const depth = 32;

/** Events per second over one connection, many on the way at once. */
export function throughput(
  world: BenchWorld,
  { input, args, events, env }: Load,
): Promise<{ readonly perSecond: number; readonly memoryBytes: number }> {
  const socket = fromFolder(world.state, () => connect(files.socket));
  if (!socket) throw new AnyhookError('BAD_STATE', `bench: ${world.state} is gone`);
  const frame = encodeFrame(kinds.event, 0, [
    [tags.args, joinWords(args)],
    [tags.cwd, world.folder],
    [tags.env, joinWords(Object.entries(env).map(([name, value]) => `${name}=${value}`))],
    [tags.payload, input],
  ]);
  const reader = createFrameReader();
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = 0;
    let began = 0;
    const send = (count: number) => {
      const batch = Array.from({ length: Math.min(count, events - sent) }, () => {
        const one = Buffer.from(frame);
        one.writeUInt32BE(sent++, 6);
        return one;
      });
      if (batch.length > 0) socket.write(Buffer.concat(batch));
    };
    socket.on('error', reject);
    socket.on('connect', () => {
      began = ticks();
      send(depth);
    });
    socket.on('data', (chunk) => {
      const frames = reader.push(chunk).frames.filter(({ kind }) => kind !== kinds.working);
      const bad = frames.find(({ kind }) => kind !== kinds.answer);
      if (bad) return reject(new Error(`the engine declined: ${bad.fields.get(tags.reason)}`));
      answered += frames.length;
      send(frames.length);
      if (answered < events) return;
      const perSecond = (events / (ticks() - began)) * 1000;
      socket.destroy();
      askEngine(world.state, 'status', 2_000).then((report) =>
        resolve({ perSecond, memoryBytes: report?.memoryBytes ?? 0 }),
      );
    });
  });
}

export interface Load {
  /** The payload. */
  readonly input: Buffer;
  /** Arguments of `anyhook run`. */
  readonly args: readonly string[];
  readonly events: number;
  readonly env: Readonly<Record<string, string>>;
}
