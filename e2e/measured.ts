import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Grade } from '../packages/anyhook/src/agents/agent.js';
import type { OddityEffects } from '../packages/anyhook/src/agents/kit/settings-oddities.js';
import type { CapabilityCell } from './cases/case.js';
import type { Claim, Observation } from './cases/observation.js';

/** The observation of one cell, and the code's claim at that time. */
export interface Measured {
  readonly grade: Grade;
  readonly seen: Observation['seen'];
  readonly how?: string;
}

/** The observations of one version of an agent, by `<event> <effect>`. */
export interface MeasuredAgent {
  readonly version: string;
  readonly cells: Readonly<Record<string, Measured>>;
  /** What it did with its settings file; missing if that is not JSON. */
  readonly oddities?: OddityEffects;
  /** What it did with the answers of hooks in its own settings, by the names of the rows in e2e/claude-rules. */
  readonly rows?: Readonly<Record<string, string>>;
}

export type MeasuredAgents = Readonly<Record<string, MeasuredAgent>>;

const file = new URL('measured.json', import.meta.url);

/** e2e/measured.json: the results of the last runs of all agents. */
export const readMeasured = (): MeasuredAgents => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Updates the agents that ran; the others stay unchanged. */
export function writeMeasured(ran: MeasuredAgents): void {
  const all = Object.entries({ ...readMeasured(), ...ran }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

export const cellName = ({ event, effect }: CapabilityCell): string => `${event} ${effect}`;

export const toMeasuredCell = ({ grade }: Claim, observation: Observation): Measured => ({
  grade,
  seen: observation.seen,
  ...(observation.seen !== 'whole' && { how: observation.how }),
});

/** The cells and oddities whose observation differs from the file. */
export function outdatedCells(ran: MeasuredAgent, kept: MeasuredAgent | undefined): readonly string[] {
  if (ran.version !== kept?.version) return [`version ${ran.version}`];
  const [now, before] = [rowsOf(ran), rowsOf(kept)];
  const names = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...names].filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
}

/** The observations of some of its runs, and those of the file for all others. */
export function addMeasured(ran: MeasuredAgent, kept: MeasuredAgent | undefined): MeasuredAgent {
  if (ran.version !== kept?.version) return ran;
  const oddities = { ...kept.oddities, ...ran.oddities };
  const cells = { ...kept.cells, ...ran.cells };
  const rows = { ...kept.rows, ...ran.rows };
  return {
    version: ran.version,
    cells,
    ...(Object.keys(oddities).length > 0 && { oddities }),
    ...(Object.keys(rows).length > 0 && { rows }),
  };
}

const rowsOf = ({ cells, oddities = {}, rows }: MeasuredAgent): Readonly<Record<string, unknown>> => ({
  ...cells,
  ...rows,
  ...Object.fromEntries(Object.entries(oddities).map(([oddity, effect]) => [`settings with ${oddity}`, effect])),
});
