import type { OddityEffects } from '../packages/anyhook/src/agents/kit/settings-oddities.js';
import { canPlayPerson, whyNoPerson } from '../packages/anyhook/test/support/play-terminal.js';
import type { AgentDriver } from './agents/agent.js';
import { whyNoBrowser } from './approve-on-page.js';
import type { AgentCase, AgentRunPlan } from './cases/case.js';
import { runPlansFor } from './cases/index.js';
import type { Observation } from './cases/observation.js';
import { oddityEffectOf } from './cases/settings.js';
import { pinnedName, versionOf } from './install.js';
import { cellName, type Measured, type MeasuredAgent, toMeasuredCell } from './measured.js';
import { type CaseOutcome, playRun } from './play-run.js';

export type CaseStatus = 'ok' | 'flaky' | 'FAILED' | 'not run';

/** The results of one agent. */
export interface AgentReport {
  readonly results: readonly CaseStatus[];
  /** Missing if it did not run. */
  readonly measured?: MeasuredAgent;
}

export interface AgentRunOptions {
  /** Of the installed agent; missing if it is not installed. */
  readonly folder: string | undefined;
  /** No run starts after this time. */
  readonly isLate: () => boolean;
  /** Only runs that have a case with these words in its name. */
  readonly only?: string;
  /** Which third of the agents does the rotating runs; without it, all agents do. */
  readonly rotation?: number;
}

/** Runs every case on an agent and prints a line for each. */
export async function runAgentCases(agent: AgentDriver, options: AgentRunOptions): Promise<AgentReport> {
  const { folder, only = '', rotation } = options;
  const results: CaseStatus[] = [];
  const cells: Record<string, Measured> = {};
  let oddities: OddityEffects | undefined;
  let rows: MeasuredAgent['rows'];
  const plans = runPlansFor(agent, rotation).filter(({ cases }) => cases.some(({ name }) => name.includes(only)));
  for (const scene of plans) {
    const began = performance.now();
    const ends = await endsOf(agent, scene, options);
    print(agent, ends, folder === undefined ? undefined : performance.now() - began);
    for (const [{ cell, oddity }, { result, observation, claim }] of ends) {
      results.push(result);
      if (observation?.rows) rows = { ...rows, ...observation.rows };
      if (oddity && observation) oddities = { ...oddities, [oddity]: oddityEffectOf(observation) };
      if (cell && claim && observation && result !== 'FAILED')
        cells[cellName(cell)] ??= toMeasuredCell(claim, observation);
    }
  }
  const measured = { version: versionOf(agent.name), cells, ...(oddities && { oddities }), ...(rows && { rows }) };
  return folder === undefined ? { results } : { results, measured };
}

/** Prints the totals; the exit code is 1 if a case failed. */
export function printTotals(results: readonly CaseStatus[]): number {
  const count = (wanted: CaseStatus) => results.filter((result) => result === wanted).length;
  const sums = (['ok', 'flaky', 'FAILED', 'not run'] as const).filter((result) => count(result) > 0);
  console.log(sums.map((result) => `${count(result)} ${result}`).join(', '));
  if (count('not run') === results.length) console.log('no agent could be run: this shows nothing');
  return count('FAILED') > 0 ? 1 : 0;
}

type CaseEnd = CaseOutcome & { readonly result: CaseStatus };
type CaseEnds = ReadonlyMap<AgentCase, CaseEnd>;

/** The observation, if a case did not have its full effect: its name alone would say the opposite. */
export function seenText(observation: Observation): string {
  if (observation.seen === 'whole') return '';
  const word = observation.seen === 'nothing' ? 'NO' : 'only in part';
  return `: ${word}, as the capability table says (${observation.how})`;
}

/** The time of the whole run is shown with its first case. */
function print({ name: agent }: AgentDriver, ends: CaseEnds, tookMs: number | undefined): void {
  let took = tookMs === undefined ? '' : ` (${(tookMs / 1000).toFixed(1)} s)`;
  for (const [{ name }, { result, why, printed, observation }] of ends) {
    const seen = observation && result !== 'FAILED' ? seenText(observation) : '';
    console.log(`${result.padEnd(7)}  ${pinnedName(agent)}: ${name}${seen}${why ? `: ${why}` : ''}${took}`);
    if (result === 'FAILED' && printed) console.log(printed.trimEnd().replace(/^/gm, '         | '));
    took = '';
  }
}

async function endsOf(agent: AgentDriver, scene: AgentRunPlan, { folder, isLate }: AgentRunOptions): Promise<CaseEnds> {
  if (folder === undefined) return all(scene, { result: 'not run', why: 'the agent is not installed' });
  const lacks = missingRequirement(scene);
  if (lacks !== undefined) return all(scene, { result: 'not run', why: lacks });
  if (isLate()) return all(scene, { result: 'FAILED', why: 'there is no time left' });
  return playTwice(agent, folder, scene);
}

function missingRequirement({ needsApproval, addsPackage, needsPage }: AgentRunPlan): string | undefined {
  if ((needsApproval || addsPackage) && !canPlayPerson) return whyNoPerson;
  return needsPage ? whyNoBrowser() : undefined;
}

const all = ({ cases }: AgentRunPlan, end: CaseEnd): CaseEnds => new Map(cases.map((one) => [one, end]));

/** Repeats a run with a failed case once; a case that then passes is called flaky. */
async function playTwice(agent: AgentDriver, folder: string, scene: AgentRunPlan): Promise<CaseEnds> {
  const first = await playRun(agent, folder, scene);
  const isFine = [...first.values()].every(({ why }) => why === undefined);
  const second = isFine ? first : await playRun(agent, folder, scene);
  return new Map(scene.cases.map((one) => [one, endOf(first.get(one) ?? {}, second.get(one) ?? {})]));
}

function endOf(first: CaseOutcome, second: CaseOutcome): CaseEnd {
  if (first.why === undefined) return { ...first, result: 'ok' };
  return second.why === undefined ? { ...second, result: 'flaky', why: first.why } : { ...second, result: 'FAILED' };
}
