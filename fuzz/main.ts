// Random inputs for everything that reads foreign input: `npm run fuzz [-- --minutes N] [--part NAME] [--seed N] [--keep]`.
// A case with a fault is printed with the line that repeats it; `--keep` also writes it to fuzz/corpus.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FuzzPart } from './part.js';
import { partNames, startPart } from './parts.js';
import { fuzzRandom } from './random.js';
import { type FuzzFault, runCase, shrunk } from './run-case.js';
import { startWatchdog, type Watchdog } from './watchdog.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    part: { type: 'string', default: partNames.join(',') },
    keep: { type: 'boolean', default: false },
  },
});
const minutes = Number(options.minutes);
const seed = Number(options.seed);
const chosen = options.part.split(',');
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('--minutes and --seed must be numbers');

/** How long one part runs before the next one's turn. */
const turnMs = 500;
/** A part stops after this many faults: more add no information. */
const maxFaults = 5;
/** Memory may grow by this much after the warm-up: garbage, compiled code, bounded caches. */
const maxGrowthBytes = 96 * 1024 * 1024;
const warmUpShare = 0.3;

interface PartRun {
  readonly part: FuzzPart;
  cases: number;
  slowestMs: number;
  readonly faults: FuzzFault[];
}

const watchdog = startWatchdog();
const runs: PartRun[] = [];
for (const name of chosen) runs.push({ part: await startPart(name), cases: 0, slowestMs: 0, faults: [] });
console.log(`fuzz: seed ${seed}, ${minutes} minutes, parts ${chosen.join(', ')}`);
const began = performance.now();
const share = () => (performance.now() - began) / (minutes * 60_000);
let warm: number | undefined;
while (share() < 1) {
  for (const run of runs) await takeTurn(run, watchdog);
  if (warm === undefined && share() > warmUpShare) warm = heapBytes();
}
const grown = warm === undefined ? 0 : heapBytes() - warm;
for (const { part } of runs) await part.end?.();
await watchdog.stop();
process.exit(report());

/** Makes and checks cases for one round; each has its own seed, so that it can be repeated alone. */
async function takeTurn(run: PartRun, { next }: Watchdog): Promise<void> {
  const { part, faults } = run;
  for (const end = performance.now() + turnMs; performance.now() < end && faults.length < maxFaults; run.cases++) {
    const caseSeed = seed + run.cases;
    const repeatLine = `npm run fuzz -- --part ${part.name} --seed ${caseSeed}`;
    next(repeatLine);
    const one = part.make(fuzzRandom(caseSeed));
    const { ms, fault } = await runCase(part, one);
    run.slowestMs = Math.max(run.slowestMs, ms);
    if (!fault) continue;
    faults.push(fault);
    const smallest = await shrunk(part, one, fault);
    console.log(`${part.name}: ${fault.kind}: ${fault.text.slice(0, 2_000)}`);
    console.log(`  case:  ${JSON.stringify(smallest).slice(0, 2_000)}\n  again: ${repeatLine}`);
    if (options.keep) keepCase(part.name, caseSeed, fault, smallest);
  }
}

function keepCase(part: string, caseSeed: number, { kind }: FuzzFault, one: unknown): void {
  const kept = { part, why: `${kind}: say here what was wrong`, case: one };
  writeFileSync(`fuzz/corpus/${part}-${caseSeed}.json`, `${JSON.stringify(kept, null, 2)}\n`);
}

/** The heap after a collection, if this process may ask for one. */
function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function report(): number {
  const faults = runs.flatMap((run) => run.faults);
  const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  for (const { part, cases, slowestMs, faults: own } of runs)
    console.log(
      `${part.name.padEnd(13)} ${String(cases).padStart(8)} cases, slowest ${Math.round(slowestMs)} ms, ${own.length} faults`,
    );
  const total = runs.reduce((sum, { cases }) => sum + cases, 0);
  const count = (kind: FuzzFault['kind']) => faults.filter((fault) => fault.kind === kind).length;
  const isGrowing = grown > maxGrowthBytes;
  console.log(
    `seed ${seed}: ${total} cases, ${count('crash')} crashes, ${count('hang')} hangs, ${count('wrong pass')} wrong passes; ` +
      `memory ${mb(process.memoryUsage().rss)}, heap ${grown < 0 ? '' : '+'}${mb(grown)} after the warm-up${isGrowing ? ': it grows' : ''}`,
  );
  if (isGrowing) console.log(`  again: npm run fuzz -- --minutes ${minutes} --part ${chosen.join(',')} --seed ${seed}`);
  return faults.length > 0 || isGrowing ? 1 : 0;
}
