import type { DecisionRow } from '../src/ui/page-types.js';

/** A session on the time line: the strongest decision of each second. */
export interface Lane {
  readonly session: string;
  readonly agent: string;
  readonly root: string;
  readonly subagent: string | undefined;
  last: number;
  events: number;
  denied: number;
  /** By second, modulo the length; `seconds` has the second of each position. */
  readonly marks: Uint8Array;
  readonly seconds: Float64Array;
}

/** The time line covers ten minutes. */
export const laneSeconds = 600;
const maxLanes = 200;

/** The meanings of marks, weakest first; the index is the value in `Lane.marks`. */
export const markNames = ['none', 'pass', 'allow', 'rewrite', 'ask', 'broken', 'deny'] as const;
export type MarkName = (typeof markNames)[number];

export const lanes = new Map<string, Lane>();

export function markOf({ decision, rewrites, hooks, alert }: DecisionRow): MarkName {
  // A call bypassed the guard.
  if (alert) return 'deny';
  if (decision === 'deny' || decision === 'ask') return decision;
  if (hooks.some(({ outcome }) => outcome === 'failed' || outcome === 'timeout')) return 'broken';
  return rewrites ? 'rewrite' : decision;
}

/** Adds the decisions to the lanes of their sessions; returns whether a session is new. */
export function addToLanes(rows: readonly DecisionRow[]): boolean {
  let isNewLane = false;
  for (const row of rows) {
    const key = `${row.host} ${row.session}`;
    let lane = lanes.get(key);
    if (!lane) {
      lane = newLane(row);
      lanes.set(key, lane);
      isNewLane = true;
      if (lanes.size > maxLanes) dropOldest();
    }
    lane.last = Math.max(lane.last, row.at);
    lane.events++;
    if (row.decision === 'deny') lane.denied++;
    const second = Math.floor(row.at / 1_000);
    const place = second % laneSeconds;
    const mark = markNames.indexOf(markOf(row));
    if (lane.seconds[place] !== second) lane.marks[place] = mark;
    else lane.marks[place] = Math.max(lane.marks[place] ?? 0, mark);
    lane.seconds[place] = second;
  }
  return isNewLane;
}

const newLane = ({ session, host: agentName, root, agent, at }: DecisionRow): Lane => ({
  session,
  agent: agentName,
  root,
  subagent: agent,
  last: at,
  events: 0,
  denied: 0,
  marks: new Uint8Array(laneSeconds),
  seconds: new Float64Array(laneSeconds),
});

function dropOldest(): void {
  const [oldest] = [...lanes].sort(([, a], [, b]) => a.last - b.last);
  if (oldest) lanes.delete(oldest[0]);
}
