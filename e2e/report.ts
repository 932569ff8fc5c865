import type { Agent } from './agents/agent.js';
import type { Case, Scene } from './cases/case.js';
import { scenesFor } from './cases/index.js';
import { pinned } from './install.js';
import { play, type Shown } from './play.js';

export type Result = 'ok' | 'flaky' | 'FAILED' | 'not run';

/** Runs every case on an agent and prints a line for each; without a folder the agent is not installed. */
export async function runAgent(agent: Agent, folder: string | undefined): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const scene of scenesFor(agent)) {
    const began = performance.now();
    const ends = folder ? await playTwice(agent, folder, scene) : notInstalled(scene);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    let took = folder ? ` (${seconds} s)` : '';
    for (const [{ name }, { result, why, printed }] of ends) {
      console.log(`${result.padEnd(7)}  ${pinned(agent.host)}: ${name}${why ? `: ${why}` : ''}${took}`);
      if (result === 'FAILED' && printed) console.log(printed.trimEnd().replace(/^/gm, '         | '));
      // The time is that of the run, which its first case stands for.
      took = '';
      results.push(result);
    }
  }
  return results;
}

/** Prints the sums; the exit code is 1 where a case failed or none was run. */
export function total(results: readonly Result[]): number {
  const count = (wanted: Result) => results.filter((result) => result === wanted).length;
  const sums = (['ok', 'flaky', 'FAILED', 'not run'] as const).filter((result) => count(result) > 0);
  console.log(sums.map((result) => `${count(result)} ${result}`).join(', '));
  return count('FAILED') > 0 || count('not run') === results.length ? 1 : 0;
}

type End = Shown & { readonly result: Result };
type Ends = ReadonlyMap<Case, End>;

const notInstalled = ({ cases }: Scene): Ends =>
  new Map(cases.map((one) => [one, { result: 'not run', why: 'the agent is not installed' }]));

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
