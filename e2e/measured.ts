import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Grade } from '../src/agents/agent.js';
import type { Cell } from './cases/case.js';
import type { Claim, Sight } from './cases/sight.js';

/** What was seen of one cell, beside what the code claimed then. */
export interface Measured {
  readonly grade: Grade;
  readonly seen: Sight['seen'];
  readonly how?: string;
}

/** What was seen on one version of an agent, by `<event> <wish>`. */
export interface AgentMeasured {
  readonly version: string;
  readonly cells: Readonly<Record<string, Measured>>;
}

export type AllMeasured = Readonly<Record<string, AgentMeasured>>;

const file = new URL('measured.json', import.meta.url);

/** e2e/measured.json: what the last runs of all agents showed. */
export const readMeasured = (): AllMeasured => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Puts agents that ran into the file; the others stay as they are. */
export function writeMeasured(ran: AllMeasured): void {
  const all = Object.entries({ ...readMeasured(), ...ran }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

export const cellName = ({ event, wish }: Cell): string => `${event} ${wish}`;

export const measuredOf = ({ grade }: Claim, sight: Sight): Measured => ({
  grade,
  seen: sight.seen,
  ...(sight.seen !== 'whole' && { how: sight.how }),
});

/** The cells in which what was seen now is not what the file says. */
export function outOfDate(ran: AgentMeasured, kept: AgentMeasured | undefined): readonly string[] {
  if (ran.version !== kept?.version) return [`version ${ran.version}`];
  const names = new Set([...Object.keys(ran.cells), ...Object.keys(kept.cells)]);
  return [...names].filter((name) => JSON.stringify(ran.cells[name]) !== JSON.stringify(kept.cells[name]));
}
