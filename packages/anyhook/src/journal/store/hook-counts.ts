import type { SqlConnection } from '@anyhook/core';
import type { HookCount } from '../query.js';
import { slotMs } from './stat-counts.js';
import { hookNames } from './stored-runs.js';

/** What each hook did in every slot since a time, from the sums that the journal keeps; the first slot counts as a whole. */
export function hookCountsOverTime(sql: SqlConnection, since: number): ReadonlyMap<string, readonly HookCount[]> {
  const names = hookNames(sql);
  const failed = "outcome IN ('failed', 'timeout')";
  const rows = sql.read(
    `SELECT hook, slot, SUM(count), SUM(count * (decision = 'deny' AND NOT ${failed})),
            SUM(count * (decision = 'ask' AND NOT ${failed})), SUM(count * (${failed}))
     FROM rollup WHERE hook > 0 AND slot >= ? GROUP BY hook, slot ORDER BY hook, slot`,
  );
  const counts = new Map<string, HookCount[]>();
  for (const [hook, slot, count, denied, asked, failures] of rows(Math.floor(since / slotMs))) {
    const { name } = names(Number(hook));
    const known = counts.get(name) ?? [];
    counts.set(name, known);
    const at = Number(slot) * slotMs;
    known.push({ at, count: Number(count), denied: Number(denied), asked: Number(asked), failed: Number(failures) });
  }
  return counts;
}
