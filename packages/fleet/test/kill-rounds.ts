import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { auditHash, noAuditHash } from '../../anyhook/src/journal/audit-record.js';
import { controlEngine } from '../../anyhook/src/resident/control-engine.js';
import { anyhookProgram, claudeShellCall, dialProtocol } from '../../anyhook/test/resident/engine-world.js';
import { type FleetProject, fleetProject } from './fleet-project.js';
import { HubReceiver } from './support/audit-receivers.js';
import { denying } from './support/fleet-world.js';

export interface KillOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly log?: (text: string) => void;
}

/** The result of the rounds. */
export interface KillResult {
  readonly killed: Readonly<Record<string, number>>;
  /** Connections that the receiver cut before or after it had stored a batch. */
  readonly cuts: number;
  /** Answers that agents received. */
  readonly answered: number;
  readonly records: number;
  /** Repeated records, which the receiver drops by device and sequence. */
  readonly repeated: number;
  /** Answered decisions without a record, and decisions with two. */
  readonly lost: number;
  readonly doubled: number;
  /** Problems of the chain or of the device's requests. */
  readonly problems: readonly string[];
}

/**
 * A real engine, one-shot processes and the sender of a machine against a strict receiver. In each round one of them is
 * killed with SIGKILL in the middle of its work, or the receiver cuts connections. At the end everything is compared.
 */
export async function runKillRounds(t: TestContext, options: KillOptions): Promise<KillResult> {
  const { rounds, seed, log = () => {} } = options;
  const hub = await HubReceiver.start(t);
  const machine = await fleetProject(t, {
    policy: denying('rocket'),
    more: { audit: `audit: { hub: "${hub.url}", token: ${hub.token}, fields: [call] }` },
  });
  await machine.run(['fleet', 'fetch']);
  const device = new KilledDevice(t, machine, hub, createRandom(seed));
  for (let round = 1; round <= rounds; round++) {
    await device.round();
    if (round % 20 === 0)
      log(`${round} of ${rounds} rounds, ${device.answered.size} answers, ${hub.lines.size} records`);
  }
  return device.result();
}

const victims = ['engine', 'sender', 'one-shot', 'receiver'] as const;
type Victim = (typeof victims)[number];

class KilledDevice {
  readonly answered = new Set<string>();
  readonly #killed: Record<string, number> = {};
  readonly #env: Readonly<Record<string, string>>;
  readonly #state: string;
  #cuts = 0;
  #calls = 0;
  #engine: ChildProcess | undefined;

  constructor(
    t: TestContext,
    private readonly machine: FleetProject,
    private readonly hub: HubReceiver,
    private readonly random: () => number,
  ) {
    const { ANYHOOK_ENGINE: _off, ...env } = machine.env;
    this.#env = env;
    this.#state = join(env['XDG_STATE_HOME'] ?? '', 'anyhook');
    t.after(() => this.#engine?.kill('SIGKILL'));
  }

  /** Everything runs at once; then one process is killed at a random moment. */
  async round(): Promise<void> {
    const victim = victims[Math.floor(this.random() * victims.length)] as Victim;
    const engine = await this.#runningEngine();
    this.hub.cuts = () => {
      if (victim !== 'receiver') return undefined;
      this.#cuts++;
      return this.random() < 0.5 ? 'before' : 'after';
    };
    const events = this.#sendEvents(8);
    const oneShots = Array.from({ length: victim === 'one-shot' ? 2 : 1 }, () => this.#oneShot());
    const sender = this.#sender();
    await wait(this.random() * 250);
    const targets: Readonly<Record<Victim, ChildProcess | undefined>> = {
      ...{ engine, sender, 'one-shot': oneShots[0]?.child, receiver: undefined },
    };
    const target = targets[victim];
    if (target?.exitCode === null) target.kill('SIGKILL');
    this.#killed[victim] = (this.#killed[victim] ?? 0) + 1;
    await Promise.all([events, ...oneShots.map(({ done }) => done), ended(sender)]);
    if (victim === 'engine') this.#engine = undefined;
    if (victim === 'sender') this.#ageLocks();
  }

  /** Releases the locks of a killed sender, which otherwise takes minutes. */
  #ageLocks(): void {
    for (const name of ['send.lock', 'fetch.lock']) {
      const file = join(this.machine.policyFolder, name);
      if (existsSync(file)) utimesSync(file, 0, 0);
    }
  }

  async result(): Promise<KillResult> {
    this.hub.cuts = () => undefined;
    for (let tries = 0; tries < 5; tries++) {
      this.#ageLocks();
      await this.machine.run(['fleet', 'fetch']);
      await wait(200);
    }
    const lines = [...this.hub.lines.entries()].sort(([a], [b]) => a - b);
    const problems: string[] = [...this.hub.refusals].filter((text) => !text.startsWith('UNKNOWN_DEVICE'));
    const seen = new Map<string, number>();
    let [sequence, previous] = [0, noAuditHash];
    for (const [at, line] of lines) {
      const record = JSON.parse(line) as { previous: string; call?: string; lost?: number };
      if (at !== ++sequence) problems.push(`record ${sequence} is missing, ${at} follows`);
      if (record.previous !== previous) problems.push(`record ${at} does not follow the one before`);
      if (record.lost !== undefined) problems.push(`record ${at} says that ${record.lost} are lost`);
      previous = auditHash(line);
      if (record.call !== undefined) seen.set(record.call, (seen.get(record.call) ?? 0) + 1);
    }
    return {
      ...{ killed: this.#killed, cuts: this.#cuts, answered: this.answered.size, records: lines.length },
      repeated: this.hub.repeated,
      lost: [...this.answered].filter((call) => !seen.has(call)).length,
      doubled: [...seen.values()].filter((count) => count > 1).length,
      problems,
    };
  }

  #event() {
    const tool_use_id = `call-${++this.#calls}`;
    return { ...claudeShellCall(this.machine.dir, 'ls'), tool_use_id };
  }

  async #runningEngine(): Promise<ChildProcess> {
    if (this.#engine?.exitCode === null && this.#engine.signalCode === null) return this.#engine;
    const engine = spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], {
      env: this.#env,
      stdio: 'ignore',
    });
    this.#engine = engine;
    while ((await controlEngine(this.#state, 'status', 1_000))?.pid !== engine.pid) await wait(20);
    return engine;
  }

  /** Sends events through the engine; answered ones are counted. */
  async #sendEvents(count: number): Promise<void> {
    if (!existsSync(join(this.#state, 'engine.sock'))) return;
    const line = dialProtocol({ state: this.#state });
    const closed = new Promise<undefined>((gone) => line.socket.once('close', () => gone(undefined)));
    for (let i = 0; i < count; i++) {
      const event = this.#event();
      const asked = line.ask({ env: this.#env, project: this.machine.dir }, event);
      const answer = await Promise.race([asked, closed]);
      if (answer === undefined) break;
      if (answer.exitCode !== undefined) this.answered.add(event.tool_use_id);
      await wait(this.random() * 30);
    }
    line.socket.destroy();
  }

  /** One event in a separate process. */
  #oneShot(): { readonly child: ChildProcess; readonly done: Promise<void> } {
    const event = this.#event();
    const child = spawn(process.execPath, [anyhookProgram, 'run', '--host', 'claude-code'], {
      ...{ cwd: this.machine.dir, env: { ...this.#env, ANYHOOK_ENGINE: 'off' }, stdio: ['pipe', 'ignore', 'ignore'] },
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(JSON.stringify(event));
    const done = ended(child).then(() => {
      if (child.exitCode === 0) this.answered.add(event.tool_use_id);
    });
    return { child, done };
  }

  /** The process that the engine starts after an answer, without the connection to the hub. */
  #sender(): ChildProcess {
    const args = [anyhookProgram, 'fleet', 'fetch'];
    return spawn(process.execPath, args, { cwd: this.machine.dir, env: this.#env, stdio: 'ignore' });
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('exit', () => done());
  });

/** The same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
