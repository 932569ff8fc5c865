import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { benchPayload } from './sample.js';
import { type BenchRow, median } from './table.js';

/** One process per event: compares `anyhook run` with twenty cached builtin hooks to an empty Node process. */
export async function startBench(): Promise<readonly BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  try {
    mkdirSync(join(home, '.config', 'anyhook'), { recursive: true });
    mkdirSync(join(home, 'project'));
    writeFileSync(join(home, '.config', 'anyhook', 'config.yaml'), `hooks:\n${twenty()}`);
    // The caller's environment with a separate home: the start of Node depends on the environment.
    const { XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...inherited } = process.env;
    const env = { ...inherited, HOME: home };
    const toolInput = { ...benchPayload.tool_input, file_path: 'src/app.ts' };
    const input = JSON.stringify({ ...benchPayload, cwd: join(home, 'project'), tool_input: toolInput });
    const node = (args: readonly string[]) => {
      const began = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { env, input, cwd: home });
      if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`);
      return performance.now() - began;
    };
    const run = [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'flow'];
    node(run);
    // Files younger than two seconds are read again, so wait before measuring.
    await new Promise((done) => setTimeout(done, 2_500));
    node(run);
    const times = { bare: [] as number[], run: [] as number[] };
    for (let round = 0; round < 60; round++) {
      times.bare.push(node(['-e', '0']));
      times.run.push(node(run));
    }
    const ratio = median(times.run) / median(times.bare);
    return [
      {
        name: 'anyhook run, 20 builtin hooks, against node -e 0',
        measured: `${ratio.toFixed(2)} times`,
        promised: 'at most 1.35 times',
        ok: ratio <= 1.35,
      },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function twenty(): string {
  const uses = ['config-protection', 'enforce-delegation', 'validate-changes', 'workflow-steering'];
  return Array.from(
    { length: 20 },
    (_, i) => `  - { id: hook-${i}, on: tool.before, use: ${uses[i % uses.length]} }\n`,
  ).join('');
}
