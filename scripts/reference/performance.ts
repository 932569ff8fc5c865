import { readFileSync } from 'node:fs';
import type { BenchResult } from '../../packages/anyhook/bench/resident.js';
import type { BenchRow } from '../../packages/anyhook/bench/table.js';
import { page, table } from './markdown.js';

interface SoakResult {
  readonly what: string;
  readonly ok: boolean;
}

/** docs/reference/performance.md, from the results in packages/anyhook/bench/measured.json, measured-spares.json and soaked.json. */
export function performancePage(): string {
  const { timings, promises } = JSON.parse(readFileSync('packages/anyhook/bench/measured.json', 'utf8')) as BenchResult;
  const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
  const number = (value: number) => (value >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
  return page(
    'Performance',
    'packages/anyhook/bench/measured.json',
    'How long an agent waits at each event: from the start of the command that `init` registers to its exit, including reading its output. The clock is a Node program that starts `sh -c` with three pipes and writes the payload, as most agents do, and does nothing else. Every command gets the environment of the person who measures, filled up to 32 KB. Each client ran in turn with `sh -c true`, so that noise affects both; compare the ratios, not the milliseconds. The adapter of Flow Agents ran right after the row that it is compared with, with the command that its version 6.3 registers for Claude Code. [The cost of the clock itself](../decisions/engine-clients.md).',
    '![latencies of clients and bare processes](../assets/latency.svg)',
    table(
      ['', 'p50', 'p95', 'p99', 'times `sh -c true`'],
      timings.map(({ name, p50, p95, p99, ratio }) => [name, ms(p50), ms(p95), ms(p99), ratio.toFixed(2)]),
    ),
    '## Promises',
    table(
      ['', 'measured', 'bound'],
      promises.map(({ name, measured, bound, kind, ok }) => [
        `${ok ? '' : '**missed:** '}${name}`,
        number(measured),
        `${kind === 'most' ? 'at most' : 'at least'} ${number(bound)}`,
      ]),
    ),
    '## Spare interpreters',
    'A hook that reads JSON, imports only what its interpreter brings and prints JSON, through the command that `init` registers: in an interpreter that [was started before](../decisions/prestarted-interpreters.md), against the same hook with `spare: false`, in turn, with a pause between events. Where `NODE_EXTRA_CA_CERTS` is set, Node 20 reads all certificates at each start, which doubles the time of a plain start; the rows of Node are then also measured without it.',
    table(
      ['', 'measured', 'bound'],
      (JSON.parse(readFileSync('packages/anyhook/bench/measured-spares.json', 'utf8')) as readonly BenchRow[]).map(
        ({ name, measured, promised, ok }) => [`${ok ? '' : '**missed:** '}${name}`, measured, promised],
      ),
    ),
    '## Long runs',
    table(
      ['', ''],
      Object.values(
        JSON.parse(readFileSync('packages/anyhook/bench/soaked.json', 'utf8')) as Record<string, readonly SoakResult[]>,
      )
        .flat()
        .map(({ what, ok }) => [what, ok ? 'ok' : '**missed**']),
    ),
    '## Repeat it',
    'In a checkout, `npm run bench -- resident` measures on your machine; with `--flow <folder>` it also times the Claude adapter of a Flow Agents package that you have unpacked there. `npm run bench` adds the benches of the engine itself, and `npm run bench -- resident spare --write` stores a run for this page. `npm run soak` does the long runs (`-- --write` stores them): the engine killed a hundred times, a million events, two hundred agents for ten minutes.',
  );
}
