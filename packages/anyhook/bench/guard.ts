import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { judgeSet, quantile, readSet, usualFolders } from './guard-set.js';
import { benchPayload } from './sample.js';
import { type BenchRow, smallest } from './table.js';

/** The shell guard: a warm judgement, and the first one of a process. */
export async function guardBench(): Promise<readonly BenchRow[]> {
  const times = judgeSet(readSet(), usualFolders).map(({ ms }) => ms);
  return [
    atMost(`guard, warm, p50 of ${times.length.toLocaleString('en')} commands`, quantile(times, 0.5), 0.1, 'ms'),
    atMost('guard, warm, p99', quantile(times, 0.99), 2, 'ms'),
    atMost('guard, warm, slowest', Math.max(...times), 50, 'ms'),
    atMost('first judgement of a process, over an engine without the guard', await coldMs(), 15, 'ms'),
  ];
}

function atMost(name: string, value: number, bar: number, unit: string): BenchRow {
  const digits = value < 10 ? 3 : 1;
  return {
    name,
    measured: `${value.toFixed(digits)} ${unit}`,
    promised: `at most ${bar} ${unit}`,
    ok: value <= bar,
  };
}

/** How much longer `anyhook run` takes when a hook uses the guard. */
async function coldMs(): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  try {
    const { XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...inherited } = process.env;
    const homes = (['config-protection', 'shell-guard'] as const).map((use) => {
      const home = join(base, use);
      mkdirSync(join(home, '.config', 'anyhook'), { recursive: true });
      mkdirSync(join(home, 'project'));
      writeFileSync(
        join(home, '.config', 'anyhook', 'config.yaml'),
        `hooks:\n  - { id: a, on: tool.before, use: ${use} }\n`,
      );
      return home;
    });
    const run = (home: string): number => {
      const call = { tool_name: 'Bash', tool_input: { command: 'git status && ls -la | head' } };
      const input = JSON.stringify({ ...benchPayload, ...call, cwd: join(home, 'project') });
      const args = [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'claude-code'];
      const began = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, {
        env: { ...inherited, HOME: home },
        input,
        cwd: home,
      });
      if (status !== 0) throw new Error(`anyhook run exited with ${status}: ${stderr}`);
      return performance.now() - began;
    };
    for (const home of homes) run(home);
    // Files younger than two seconds are read again, so wait before measuring.
    await new Promise((done) => setTimeout(done, 2_500));
    for (const home of homes) run(home);
    // The best of many: other programs on this machine can only make a run slower.
    const times = homes.map((): number[] => []);
    for (let round = 0; round < 40; round++) for (const [index, home] of homes.entries()) times[index]?.push(run(home));
    const [without = [], withGuard = []] = times;
    return smallest(withGuard) - smallest(without);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
