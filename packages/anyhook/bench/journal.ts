import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { smallMemory } from '../../core/src/platform/process/start-detached.js';
import { openJournalStore } from '../src/journal/store/store.js';
import { createEngineClient, type EngineClient } from '../src/resident/engine-client.js';
import { fillJournal } from './journal-fill.js';
import { slowestQuestion } from './journal-questions.js';
import { benchPayload } from './sample.js';
import { type BenchRow, median } from './table.js';

/** Measures the journal: cost per warm event, throughput, and query times over a million decisions. */
export async function journalBench(): Promise<readonly BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  const engines = [engineIn(home, 'with', 'enabled: true'), engineIn(home, 'without', 'enabled: false')] as const;
  try {
    for (const engine of engines) await engine.waitUntilReady();
    // Files younger than two seconds are read again, so wait before measuring.
    await new Promise((done) => setTimeout(done, 2_500));
    return [...(await costs(engines[0], engines[1])), ...(await measureMillionDecisions(home))];
  } finally {
    for (const engine of engines) engine.end();
    rmSync(home, { recursive: true, force: true });
  }
}

interface BenchEngine {
  waitUntilReady(): Promise<void>;
  /** Sends events in parallel lanes, in sequence within each lane; returns milliseconds per event. */
  ask(events: number, lanes: number): Promise<readonly number[]>;
  end(): void;
  readonly state: string;
}

function engineIn(folder: string, name: string, journal: string): BenchEngine {
  const home = join(folder, name);
  mkdirSync(join(home, '.config', 'anyhook'), { recursive: true });
  mkdirSync(join(home, 'project'));
  const hooks = Array.from(
    { length: 10 },
    (_, i) => `  - { id: hook-${i}, on: tool.before, use: config-protection }\n`,
  );
  writeFileSync(join(home, '.config', 'anyhook', 'config.yaml'), `journal: { ${journal} }\nhooks:\n${hooks.join('')}`);
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
  const state = join(home, '.local', 'state', 'anyhook');
  const process_: ChildProcess = spawn(
    process.execPath,
    [smallMemory, resolve('packages/anyhook/bin/anyhook.cjs'), 'up', '--foreground'],
    {
      env,
      stdio: 'inherit',
    },
  );
  const client: EngineClient = createEngineClient(state);
  const cwd = join(home, 'project');
  const request = {
    args: ['--host', 'claude-code'],
    cwd,
    env,
    payload: Buffer.from(JSON.stringify({ ...benchPayload, cwd })),
  };
  return {
    state,
    async waitUntilReady() {
      while (!existsSync(join(state, 'engine.sock'))) await new Promise((done) => setTimeout(done, 50));
      await this.ask(500, 1);
    },
    async ask(events, lanes) {
      const times: number[] = [];
      const lane = async () => {
        for (let i = 0; i < events / lanes; i++) {
          const began = performance.now();
          const reply = await client.ask(request);
          if (reply.kind === 'none') throw new Error(`no answer: ${reply.why}`);
          times.push(performance.now() - began);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return times;
    },
    end() {
      client.close();
      process_.kill('SIGKILL');
    },
  };
}

const rounds = 100;

async function costs(withJournal: BenchEngine, without: BenchEngine): Promise<readonly BenchRow[]> {
  const times = { journal: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(...(await without.ask(100, 1)));
    times.journal.push(...(await withJournal.ask(100, 1)));
  }
  const began = performance.now();
  await withJournal.ask(manyEvents, 64);
  const perSecond = (manyEvents / (performance.now() - began)) * 1_000;
  const ratio = median(times.journal) / median(times.bare);
  return [
    {
      name: 'a warm event with the journal, against one without',
      measured: `${ratio.toFixed(2)} times (${(1_000 * median(times.bare)).toFixed(0)} µs without)`,
      promised: 'at most 1.10 times',
      ok: ratio <= 1.1,
    },
    {
      name: 'events answered and written down, 64 at once',
      measured: `${perSecond.toFixed(0)} a second`,
      promised: 'at least 5000 a second',
      ok: perSecond >= 5_000,
    },
  ];
}

const manyEvents = 50_000;

async function measureMillionDecisions(home: string): Promise<readonly BenchRow[]> {
  const state = join(home, 'million');
  const store = await openJournalStore({ state, waitMs: 1_000, now: Date.now, notify: console.error });
  const events = 1_000_000;
  const took = fillJournal(store, state, events);
  const slowest = slowestQuestion(store);
  store.close();
  const perSecond = (events / took) * 1_000;
  return [
    {
      name: 'decisions taken into the journal, three hooks each',
      measured: `${perSecond.toFixed(0)} a second`,
      promised: 'at least 5000 a second',
      ok: perSecond >= 5_000,
    },
    {
      name: `slowest question over a million decisions: ${slowest.name}`,
      measured: `${slowest.ms.toFixed(0)} ms`,
      promised: 'at most 300 ms',
      ok: slowest.ms <= 300,
    },
  ];
}
