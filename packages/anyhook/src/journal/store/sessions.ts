import type { Decision, SqlConnection } from '@anyhook/core';
import { decisionNumberAt, decisionTime } from '../decision-id.js';
import type { DecisionFilter, RecordedSession } from '../query.js';
import type { DecisionRecord } from '../record.js';

interface SessionCount {
  first: number;
  last: number;
  events: number;
  denied: number;
  asked: number;
}

/** The sums that a transaction adds to the rows of sessions. */
interface SessionCounts {
  add(session: number, n: number, decision: Decision): void;
  write(): void;
  clear(): void;
}

export function createSessionCounts(sql: SqlConnection): SessionCounts {
  const update = sql.write(
    `UPDATE sessions SET first = MIN(COALESCE(first, ?), ?), last = MAX(COALESCE(last, 0), ?),
       events = events + ?, denied = denied + ?, asked = asked + ? WHERE id = ?`,
  );
  const counts = new Map<number, SessionCount>();
  return {
    add(session, n, decision) {
      const count = counts.get(session) ?? { first: n, last: n, events: 0, denied: 0, asked: 0 };
      counts.set(session, count);
      count.first = Math.min(count.first, n);
      count.last = Math.max(count.last, n);
      count.events++;
      if (decision === 'deny') count.denied++;
      if (decision === 'ask') count.asked++;
    },
    write() {
      for (const [session, { first, last, events, denied, asked }] of counts)
        update(first, first, last, events, denied, asked, session);
      counts.clear();
    },
    clear: () => counts.clear(),
  };
}

/** The most recently active sessions. Their rows have the span, the last decision has the rest. */
export function recentSessions(
  sql: SqlConnection,
  { root, host: ofAgent, since = 0 }: Pick<DecisionFilter, 'root' | 'host' | 'since'>,
  limit: number,
): readonly RecordedSession[] {
  const tests = [...(root === undefined ? [] : ['p.root = ?']), ...(ofAgent === undefined ? [] : ['k.host = ?'])];
  // In this order: sessions are few, and each has one last decision.
  const rows = sql.read(
    `SELECT s.name, s.first, s.last, s.events, s.denied, s.asked, k.host, p.root, p.cwd, e.more
     FROM sessions s CROSS JOIN events e ON e.n = s.last CROSS JOIN kinds k ON k.id = e.kind
     CROSS JOIN places p ON p.id = e.place
     WHERE s.last >= ? ${tests.map((test) => `AND ${test}`).join(' ')} ORDER BY s.last DESC LIMIT ?`,
  );
  const wanted = [root, ofAgent].filter((value) => value !== undefined);
  return rows(decisionNumberAt(since), ...wanted, limit).map(
    ([session, first, last, events, denied, asked, agentName, folder, cwd, more]) => {
      const { agent, parent } = (typeof more === 'string' ? JSON.parse(more) : {}) as Partial<DecisionRecord>;
      return {
        session: String(session),
        first: decisionTime(Number(first)),
        last: decisionTime(Number(last)),
        events: Number(events),
        denied: Number(denied),
        asked: Number(asked),
        host: String(agentName),
        root: String(folder),
        cwd: String(cwd),
        ...(agent !== undefined && { agent }),
        ...(parent !== undefined && { parent }),
      };
    },
  );
}
