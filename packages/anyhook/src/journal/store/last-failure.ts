import type { SqlConnection } from '@anyhook/core';
import { decisionNumberAt } from '../decision-id.js';
import { slotMs } from './stat-counts.js';

const failed = "outcome IN ('failed', 'timeout')";

/**
 * The number of the latest decision in which a hook failed or took too long. The sums know the span of time in which that
 * was, so that only the decisions of the hook in that span are looked at.
 */
export function lastFailureNumber(sql: SqlConnection, hook: string, since: number): number | undefined {
  const ids = sql
    .read('SELECT id FROM hooks WHERE name = ?')(hook)
    .map(([id]) => Number(id));
  const found = ids.flatMap((id) => lastFailureOfRow(sql, id, since) ?? []);
  return found.length === 0 ? undefined : Math.max(...found);
}

function lastFailureOfRow(sql: SqlConnection, hook: number, since: number): number | undefined {
  const slots = sql.read(
    `SELECT slot, kind FROM rollup WHERE hook = ? AND slot >= ? AND ${failed} GROUP BY slot, kind ORDER BY slot DESC`,
  )(hook, Math.floor(since / slotMs));
  const latest = Number(slots[0]?.[0]);
  const kinds = slots.filter(([slot]) => slot === latest).map(([, kind]) => Number(kind));
  // A run is stored as a list that begins with its hook and its outcome.
  const numberIn = sql.read(
    `SELECT r.n FROM runs r CROSS JOIN events e ON e.n = r.n
     WHERE r.hook = ? AND r.kind = ? AND r.n >= ? AND r.n < ?
       AND (instr(e.runs, ?) > 0 OR instr(e.runs, ?) > 0) ORDER BY r.n DESC LIMIT 1`,
  );
  const span = [
    Math.max(decisionNumberAt(latest * slotMs), decisionNumberAt(since)),
    decisionNumberAt((latest + 1) * slotMs),
  ];
  const texts = ['failed', 'timeout'].map((outcome) => `[${hook},"${outcome}"`);
  const found = kinds.flatMap((kind) => numberIn(hook, kind, ...span, ...texts).map(([n]) => Number(n)));
  return found.length === 0 ? undefined : Math.max(...found);
}
