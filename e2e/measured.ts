import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Grade } from '../src/agents/agent.js';
import type { CapabilityCell } from './cases/case.js';
import type { Claim, Observation } from './cases/observation.js';

/** What was seen of one cell, beside what the code claimed then. */
export interface Measured {
  readonly grade: Grade;
  readonly seen: Observation['seen'];
  readonly how?: string;
}

/** What was seen on one version of an agent, by `<event> <wish>`. */
export interface MeasuredAgent {
  readonly version: string;
  readonly cells: Readonly<Record<string, Measured>>;
}

export type MeasuredAgents = Readonly<Record<string, MeasuredAgent>>;

const file = new URL('measured.json', import.meta.url);

/** e2e/measured.json: what the last runs of all agents showed. */
export const readMeasured = (): MeasuredAgents => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Puts agents that ran into the file; the others stay as they are. */
export function writeMeasured(ran: MeasuredAgents): void {
  const all = Object.entries({ ...readMeasured(), ...ran }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

export const cellName = ({ event, wish }: CapabilityCell): string => `${event} ${wish}`;

export const toMeasuredCell = ({ grade }: Claim, sight: Observation): Measured => ({
  grade,
  seen: sight.seen,
  ...(sight.seen !== 'whole' && { how: sight.how }),
});

/** The cells in which what was seen now is not what the file says. */
export function outdatedCells(ran: MeasuredAgent, kept: MeasuredAgent | undefined): readonly string[] {
  if (ran.version !== kept?.version) return [`version ${ran.version}`];
  const names = new Set([...Object.keys(ran.cells), ...Object.keys(kept.cells)]);
  return [...names].filter((name) => JSON.stringify(ran.cells[name]) !== JSON.stringify(kept.cells[name]));
}
