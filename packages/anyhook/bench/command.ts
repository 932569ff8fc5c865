import { spawn } from 'node:child_process';
import { claudeCode } from '../src/agents/claude-code/agent.js';
import { wireEngine } from '../src/answer/engine.js';
import { createMemorySessionStore } from '../src/sessions/session-store.js';
import { benchHook, benchPayload } from './sample.js';
import { type BenchRow, median } from './table.js';

const command = 'cat >/dev/null';

/** Compares one command hook through the engine with spawning the same command directly. */
export async function commandBench(): Promise<readonly BenchRow[]> {
  const engine = wireEngine({
    hooks: [benchHook('command', { handler: { kind: 'command', form: 'shell', command, cwd: '/' } })],
    settings: { httpAllow: [], maxOutputBytes: 1024 * 1024 },
    stopLimit: 8,
    store: createMemorySessionStore(),
    startAsync: async () => undefined,
  });
  const context = { env: process.env, cwd: '/', now: '2026-01-01T00:00:00.000Z' };
  const times = { engine: [] as number[], bare: [] as number[] };
  for (let round = 0; round < 300; round++) {
    times.bare.push(await timed(bare));
    times.engine.push(
      await timed(() =>
        engine.decide(claudeCode, claudeCode.decode(benchPayload, context), context, { env: process.env }),
      ),
    );
  }
  const ratio = median(times.engine) / median(times.bare);
  return [
    {
      name: 'one command hook, against a bare spawn',
      measured: `${ratio.toFixed(2)} times`,
      promised: 'at most 1.2 times',
      ok: ratio <= 1.2,
    },
  ];
}

function bare(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { stdio: 'pipe', detached: true, cwd: '/' });
    child.on('error', reject);
    child.on('close', () => resolve());
    child.stdout.resume();
    child.stderr.resume();
    child.stdin.end(JSON.stringify(benchPayload));
  });
}

async function timed(job: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await job();
  return performance.now() - began;
}
