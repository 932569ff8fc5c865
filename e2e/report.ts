import type { Agent } from './agents/agent.js';
import type { Case, Scene } from './cases/case.js';
import { scenesFor } from './cases/index.js';
import { pinned, versionOf } from './install.js';
import { type AgentMeasured, cellName, type Measured, measuredOf } from './measured.js';
import { play, type Shown } from './play.js';

export type Result = 'ok' | 'flaky' | 'FAILED' | 'not run';

/** What the cases of one agent gave. */
export interface AgentReport {
  readonly results: readonly Result[];
  /** Missing where it did not run. */
  readonly measured?: AgentMeasured;
}

export interface RunOptions {
  /** Of the installed agent; missing where it is not installed. */
  readonly folder: string | undefined;
  /** No run begins when this is over. */
  readonly isLate: () => boolean;
}

/** Runs every case on an agent and prints a line for each. */
export async function runAgent(agent: Agent, { folder, isLate }: RunOptions): Promise<AgentReport> {
  const results: Result[] = [];
  const cells: Record<string, Measured> = {};
  for (const scene of scenesFor(agent)) {
    const began = performance.now();
    const ends = await endsOf(agent, scene, { folder, isLate });
    print(agent, ends, folder === undefined ? undefined : performance.now() - began);
    for (const [{ cell }, { result, sight, claim }] of ends) {
      results.push(result);
      if (cell && claim && sight && result !== 'FAILED') cells[cellName(cell)] ??= measuredOf(claim, sight);
    }
  }
  return folder === undefined ? { results } : { results, measured: { version: versionOf(agent.host), cells } };
}

/** Prints the sums; the exit code is 1 where a case failed. */
export function total(results: readonly Result[]): number {
  const count = (wanted: Result) => results.filter((result) => result === wanted).length;
  const sums = (['ok', 'flaky', 'FAILED', 'not run'] as const).filter((result) => count(result) > 0);
  console.log(sums.map((result) => `${count(result)} ${result}`).join(', '));
  if (count('not run') === results.length) console.log('no agent could be run: this shows nothing');
  return count('FAILED') > 0 ? 1 : 0;
}

type End = Shown & { readonly result: Result };
type Ends = ReadonlyMap<Case, End>;

/** The time is that of the run, which its first case stands for. */
function print({ host }: Agent, ends: Ends, tookMs: number | undefined): void {
  let took = tookMs === undefined ? '' : ` (${(tookMs / 1000).toFixed(1)} s)`;
  for (const [{ name }, { result, why, printed }] of ends) {
    console.log(`${result.padEnd(7)}  ${pinned(host)}: ${name}${why ? `: ${why}` : ''}${took}`);
    if (result === 'FAILED' && printed) console.log(printed.trimEnd().replace(/^/gm, '         | '));
    took = '';
  }
}

async function endsOf(agent: Agent, scene: Scene, { folder, isLate }: RunOptions): Promise<Ends> {
  if (folder === undefined) return all(scene, { result: 'not run', why: 'the agent is not installed' });
  if (isLate()) return all(scene, { result: 'FAILED', why: 'there is no time left' });
  return playTwice(agent, folder, scene);
}

const all = ({ cases }: Scene, end: End): Ends => new Map(cases.map((one) => [one, end]));

/** A run in which a case failed gets a second chance; the case is called flaky when it takes it. */
async function playTwice(agent: Agent, folder: string, scene: Scene): Promise<Ends> {
  const first = await play(agent, folder, scene);
  const isFine = [...first.values()].every(({ why }) => why === undefined);
  const second = isFine ? first : await play(agent, folder, scene);
  return new Map(scene.cases.map((one) => [one, endOf(first.get(one) ?? {}, second.get(one) ?? {})]));
}

function endOf(first: Shown, second: Shown): End {
  if (first.why === undefined) return { ...first, result: 'ok' };
  return second.why === undefined ? { ...second, result: 'flaky', why: first.why } : { ...second, result: 'FAILED' };
}
