import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AnyhookError,
  entryExists,
  isOwnerAlive,
  makePrivateFolder,
  nodeProgram,
  removePath,
  smallMemory,
  ticks,
  withCwd,
} from '@anyhook/core';
import { controlEngine } from '../src/resident/control-engine.js';
import { engineFiles } from '../src/resident/instance.js';
import { createFrameReader, encodeFrame, fieldTags, frameKinds, joinWords } from '../src/resident/protocol.js';
import type { BenchWorld } from './bench-world.js';

const maxWaitMs = 20_000;

async function waitUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await condition()); waited += 10) {
    if (waited > maxWaitMs) throw new AnyhookError('BAD_STATE', `bench: ${what} for ${maxWaitMs} ms without success`);
    await wait(10);
  }
}

export const waitUntilUp = ({ state }: BenchWorld): Promise<void> =>
  waitUntil('waited for the engine', async () => (await controlEngine(state, 'status', 1_000)) !== undefined);

/** Starts the engine of a world. */
export async function startEngine(world: BenchWorld, program: string): Promise<ChildProcess> {
  makePrivateFolder(world.state);
  const engine = spawn(nodeProgram(), [smallMemory, program, 'engine', 'start', '--foreground'], {
    stdio: 'ignore',
    env: world.env,
  });
  await waitUntilUp(world);
  return engine;
}

/** Stops the engine, even one that is just starting, and removes what prevents a new start. */
export async function stopEngine({ state }: BenchWorld): Promise<void> {
  const pids = new Set<number>();
  await waitUntil('waited for the end of the engine', async () => {
    const report = await controlEngine(state, 'quit', 2_000);
    if (report) pids.add(report.pid);
    // Wait for the process too: a late write would recreate a removed folder.
    return !entryExists(join(state, engineFiles.socket)) && [...pids].every((pid) => !isOwnerAlive(String(pid)));
  });
  removePath(join(state, engineFiles.starting));
}

/** Events in flight at the same time. */
const maxInFlight = 32;

/** Events per second over one connection, with many in flight. */
export function measureThroughput(
  world: BenchWorld,
  { input, args, events, env }: EventLoad,
): Promise<{ readonly perSecond: number; readonly memoryBytes: number }> {
  const socket = withCwd(world.state, () => connect(engineFiles.socket));
  if (!socket) throw new AnyhookError('BAD_STATE', `bench: ${world.state} does not exist`);
  const frame = encodeFrame(frameKinds.event, 0, [
    [fieldTags.args, joinWords(args)],
    [fieldTags.cwd, world.folder],
    [fieldTags.env, joinWords(Object.entries(env).map(([name, value]) => `${name}=${value}`))],
    [fieldTags.payload, input],
  ]);
  const reader = createFrameReader();
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = 0;
    let startedAt = 0;
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
      startedAt = ticks();
      send(maxInFlight);
    });
    socket.on('data', (chunk) => {
      const frames = reader.push(chunk).frames.filter(({ kind }) => kind !== frameKinds.working);
      const refusal = frames.find(({ kind }) => kind !== frameKinds.answer);
      if (refusal) return reject(new Error(`the engine declined: ${refusal.fields.get(fieldTags.reason)}`));
      answered += frames.length;
      send(frames.length);
      if (answered < events) return;
      const perSecond = (events / (ticks() - startedAt)) * 1000;
      socket.destroy();
      controlEngine(world.state, 'status', 2_000).then((report) =>
        resolve({ perSecond, memoryBytes: report?.memoryBytes ?? 0 }),
      );
    });
  });
}

export interface EventLoad {
  /** The payload. */
  readonly input: Buffer;
  /** Arguments of `anyhook run`. */
  readonly args: readonly string[];
  readonly events: number;
  readonly env: Readonly<Record<string, string>>;
}
