import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrapTools } from '../../frameworks/src/generic.js';
import { createEngine } from '../src/api/create-engine.js';
import { type BenchRow, smallest } from './table.js';

/** Measures a tool call in a framework with five builtin hooks, and the time to load an adapter. */
export async function frameworksBench(): Promise<readonly BenchRow[]> {
  const addedMs = await addedPerCall('journal:\n  enabled: false\n');
  const recordedMs = await addedPerCall('');
  const imports = readdirSync('packages/anyhook/dist/frameworks').map((file) => ({
    name: file.replace(/\.js$/, ''),
    ms: importMs(file),
  }));
  const slowest = imports.reduce((one, other) => (other.ms > one.ms ? other : one));
  return [
    {
      name: 'added to a tool call, 5 builtin hooks',
      measured: `${addedMs.toFixed(3)} ms`,
      promised: 'at most 0.1 ms',
      ok: addedMs <= 0.1,
    },
    {
      name: 'the same, with two records in the journal',
      measured: `${recordedMs.toFixed(3)} ms`,
      promised: 'at most 0.2 ms',
      ok: recordedMs <= 0.2,
    },
    {
      name: `import of an adapter, the slowest: ${slowest.name}`,
      measured: `${slowest.ms.toFixed(1)} ms`,
      promised: 'at most 5 ms',
      ok: slowest.ms <= 5,
    },
  ];
}

const hooks = [
  'config-protection',
  'enforce-delegation',
  'config-protection',
  'enforce-delegation',
  'config-protection',
];

async function addedPerCall(userConfig: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  try {
    mkdirSync(join(folder, 'project', '.agents'), { recursive: true });
    const entries = hooks.map((use, i) => `  - id: hook-${i}\n    on: tool.before\n    use: ${use}\n`);
    writeFileSync(join(folder, 'project', '.agents', 'anyhook.yaml'), `version: 1\nhooks:\n${entries.join('')}`);
    mkdirSync(join(folder, 'home', '.config', 'anyhook'), { recursive: true });
    writeFileSync(join(folder, 'home', '.config', 'anyhook', 'config.yaml'), `version: 1\n${userConfig}`);
    const env = { HOME: join(folder, 'home'), PATH: process.env['PATH'] };
    const engine = await createEngine({ cwd: join(folder, 'project'), env, trust: 'project' });
    const bare = { edit: async ({ path }: { path: string; oldText: string; newText: string }) => `edited ${path}` };
    let id = 0;
    const wrapped = wrapTools(bare, engine, { idOf: () => `call-${id++}` });
    await perCall(wrapped.edit);
    const added: number[] = [];
    for (let round = 0; round < 7; round++) added.push((await perCall(wrapped.edit)) - (await perCall(bare.edit)));
    return smallest(added);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function perCall(edit: (input: { path: string; oldText: string; newText: string }) => Promise<unknown>) {
  const calls = 5_000;
  const began = cpuMs();
  for (let i = 0; i < calls; i++) await edit({ path: 'src/app.ts', oldText: 'const a = 1;', newText: 'const a = 2;' });
  return (cpuMs() - began) / calls;
}

/** CPU time of this process only, because other processes may be busy. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Uses fresh processes; each measures its own import after loading what every import needs. */
function importMs(file: string): number {
  const code = `
    await import('node:crypto');
    await import('data:text/javascript,');
    const began = process.cpuUsage();
    await import('./dist/frameworks/${file}');
    const { user, system } = process.cpuUsage(began);
    console.log((user + system) / 1000);
  `;
  const run = () => spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout;
  return smallest(Array.from({ length: 7 }, () => Number(run())));
}
