import type { Decision, SqlConnection } from '@anyhook/core';
import { bucketOf } from './latency-buckets.js';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const slotMs = 6 * hourMs;

/** Something that is counted; hook 0 is the decision itself. */
interface CountedRun {
  readonly hook: number;
  readonly kind: number;
  readonly outcome: string;
  readonly decision: Decision;
  readonly ms: number;
}

/** What `stats` reads, summed up within a transaction: counts per hour, and outcomes with their times per six hours. */
interface StatCounts {
  add(at: number, run: CountedRun): void;
  write(): void;
  clear(): void;
}

export function createStatCounts(sql: SqlConnection): StatCounts {
  const addSlot = sql.write(
    `INSERT INTO rollup (hook, slot, kind, outcome, decision, bucket, count) VALUES (?,?,?,?,?,?,?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const addHour = sql.write(
    `INSERT INTO hours (hook, hour, kind, count) VALUES (?,?,?,?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const slots = new Map<string, number>();
  const hours = new Map<string, number>();
  const increment = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  const clear = () => {
    slots.clear();
    hours.clear();
  };
  return {
    add(at, { hook, kind, outcome, decision, ms }) {
      increment(slots, `${hook} ${Math.floor(at / slotMs)} ${kind} ${outcome} ${decision} ${bucketOf(ms)}`);
      increment(hours, `${hook} ${Math.floor(at / hourMs)} ${kind}`);
    },
    write() {
      for (const [key, count] of slots) {
        const [hook, slot, kind, outcome = '', decision = '', bucket] = key.split(' ');
        addSlot(Number(hook), Number(slot), Number(kind), outcome, decision, Number(bucket), count);
      }
      for (const [key, count] of hours) {
        const [hook = 0, hour = 0, kind = 0] = key.split(' ').map(Number);
        addHour(hook, hour, kind, count);
      }
      clear();
    },
    clear,
  };
}
