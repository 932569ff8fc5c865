import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { controlEngine } from '../../packages/anyhook/src/resident/control-engine.js';
import { createEngineClient } from '../../packages/anyhook/src/resident/engine-client.js';
import { encodeFrame, fieldTags, frameKinds, joinWords } from '../../packages/anyhook/src/resident/protocol.js';
import { type FuzzWorld, forbidden, fuzzWorld, manyHooks } from '../fuzz-world.js';
import { mutated, oddText } from '../generated-values.js';
import { expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';
import { oddFrame } from './frames.js';

/** Bytes for the socket of a resident engine, and whether the engine is asked about a forbidden call afterwards. */
export interface SocketCase {
  readonly bytes: string;
  readonly asks: boolean;
}

const program = resolve('packages/anyhook/bin/anyhook.cjs');
const call = (command: string) => ({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});
const maxStartMs = 20_000;
const maxAsks = 10;

/** A real resident engine: no bytes make it exit, and a forbidden call stays denied. */
export async function startSocket(): Promise<FuzzPart<SocketCase>> {
  const world = fuzzWorld({ hooks: manyHooks });
  const engine = await startResident(world);
  const client = createEngineClient(world.state);
  let pid = (await controlEngine(world.state, 'status', 2_000))?.pid;
  return {
    name: 'socket',
    isWhole: true,
    make: (random) => ({
      bytes: Buffer.concat(random.many(1, 3, () => oddRequest(random, world))).toString('hex'),
      asks: random.chance(0.2),
    }),
    async check({ bytes, asks }) {
      await sendBytes(join(world.state, 'engine.sock'), Buffer.from(bytes, 'hex'));
      if (!asks) return;
      const payload = Buffer.from(JSON.stringify(call(`echo ${forbidden}`)));
      const ask = () => client.ask({ args: ['--host', 'claude-code'], cwd: world.project, env: world.env, payload });
      let reply = await ask();
      // On a busy machine the engine may be silent for longer than a client waits; it must answer soon after.
      for (let again = 0; reply.kind !== 'answer' && again < maxAsks; again++) reply = await ask();
      const now = (await controlEngine(world.state, 'status', maxStartMs))?.pid;
      expectThat(now === pid, `the engine ended: process ${pid} is now ${now}`);
      const text = reply.kind === 'answer' ? `${reply.stdout}` : reply.why;
      expectThat(text.includes('"deny"'), `the forbidden call was not denied: ${text}`);
    },
    async end() {
      client.close();
      await controlEngine(world.state, 'quit', 5_000);
      engine.kill();
      pid = undefined;
      await wait(300);
      world.remove();
    },
  };
}

async function startResident(world: FuzzWorld): Promise<ChildProcess> {
  mkdirSync(world.state, { recursive: true, mode: 0o700 });
  const engine = spawn(process.execPath, [program, 'engine', 'start', '--foreground'], {
    env: world.env,
    cwd: world.project,
    stdio: 'ignore',
  });
  for (let waited = 0; !(await controlEngine(world.state, 'status', 1_000)); waited += 50) {
    if (waited > maxStartMs) throw new Error('the engine does not start');
    await wait(50);
  }
  return engine;
}

/** A frame of an event with a damaged payload or other fields, or any bytes. */
function oddRequest(random: FuzzRandom, world: FuzzWorld): Buffer {
  if (random.chance(0.5)) return oddFrame(random);
  const agent = random.pick(['claude-code', 'codex', 'cursor', 'gemini', 'cline', oddText(random)]);
  const payload = random.chance(0.8) ? JSON.stringify(mutated(random, call('ls'), 0.3)) : oddText(random);
  return encodeFrame(frameKinds.event, random.below(1_000), [
    [fieldTags.args, joinWords(['--host', agent, ...random.many(0, 2, () => oddText(random))])],
    [fieldTags.cwd, random.chance(0.8) ? world.project : oddText(random)],
    [fieldTags.env, joinWords([`HOME=${world.home}`, ...random.many(0, 3, () => `${oddText(random)}=x`)])],
    [fieldTags.deadline, random.pick(['1000', '0', '-1', oddText(random)])],
    [fieldTags.payload, payload],
  ]);
}

/** Sends the bytes, reads for a moment, and disconnects. */
function sendBytes(path: string, bytes: Buffer): Promise<void> {
  return new Promise((done) => {
    const socket = connect(path);
    const timer = setTimeout(() => socket.destroy(), 15);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      done();
    });
    socket.on('data', () => undefined);
    socket.write(bytes);
  });
}
