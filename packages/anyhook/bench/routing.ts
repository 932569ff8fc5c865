import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbilityRow } from '../../abilities/src/routing/build-index.js';
import { routePrompt } from '../../abilities/src/routing/route.js';
import { type IndexMemory, openCachedIndex } from '../../abilities/src/routing/route-index.js';
import { type BenchRow, smallest } from './table.js';

const count = 5_000;
const verbs = ['write', 'read', 'sync', 'export', 'audit', 'rotate', 'check', 'deploy', 'merge', 'split'];
const prompt =
  'Please deploy item77 to staging, check that the signup of new customers still works, and audit topic12 afterwards. ';

const rows: readonly AbilityRow[] = Array.from({ length: count }, (_, i) => ({
  id: `team${i % 50}.${verbs[i % 10]}.item${i}`,
  summary: `Can ${verbs[i % 10]} the item number${i % 700} of the platform for customers of region${i % 90}.`,
  keywords: [`${verbs[i % 10]} item${i}`, `topic${i % 900}`, `area${i % 300} ${verbs[i % 10]}`],
  negativeKeywords: ['dry run'],
  documents: [`docs/topic${i % 900}.md`],
  source: `/bench/item${i}.yaml`,
}));

/** Measures a prompt in a project with 5,000 abilities, one file each. */
export async function routingBench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-bench-routing-'));
  try {
    return await measured(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(folder: string): Promise<readonly BenchRow[]> {
  const registry = join(folder, 'repo', '.system', 'registry', 'low-level');
  mkdirSync(registry, { recursive: true });
  for (const { id } of rows) writeFileSync(join(registry, `${id}.yaml`), `key: ${id}\n`);
  // Later than the files by more than the error of their timestamps.
  const now = () => Date.now() + 10_000;
  const loadAbilities = async () => rows;
  const places = { root: join(folder, 'repo'), registry: [registry], watchedFiles: [], state: join(folder, 'state') };
  const open = (memory: IndexMemory) => openCachedIndex({ ...places, key: 'bench', loadAbilities, now, memory });
  const warm: IndexMemory = new Map();
  const index = await open(warm);
  const routed = await timed(300, async () => routePrompt(index, prompt));
  const looked = await timed(40, async () => routePrompt(await open(warm), prompt));
  const cold = await timed(20, async () => routePrompt(await open(new Map()), prompt));
  return [
    row('a prompt over 5,000 abilities', routed, 2),
    row('the same, and a look at each of their files', looked, 25),
    row('the same, with the index from the state folder', cold, 50),
  ];
}

const row = (name: string, ms: number, most: number): BenchRow => ({
  name,
  measured: `${ms.toFixed(2)} ms`,
  promised: `at most ${most} ms`,
  ok: ms <= most,
});

/** The best of several runs, in milliseconds. */
async function timed(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const began = process.hrtime.bigint();
    await work();
    times.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  return smallest(times);
}
