import type { SqlCell, SqlConnection } from '@anyhook/core';
import { decisionNumberAt } from '../decision-id.js';
import type { DecisionFilter } from '../query.js';

interface NumberPage {
  readonly limit: number;
  readonly after?: number | undefined;
  readonly order?: 'newest' | 'oldest';
}

/** With more ranges than this, a full scan is faster. */
const maxRanges = 4_000;
/** A session with at most this many decisions is scanned; most have far fewer. */
const maxSessionScan = 50_000;

/** Reads the first few of each kind, hook and session by time and merges them, so rare matches are cheap. */
export function findDecisionNumbers(sql: SqlConnection, filter: DecisionFilter, page: NumberPage): readonly number[] {
  const span = numberSpan(filter, page);
  const newest = page.order !== 'oldest';
  const order = `ORDER BY n ${newest ? 'DESC' : 'ASC'} LIMIT ${Math.max(0, Math.trunc(page.limit))}`;
  const places = placeRowIds(sql, filter);
  const placeClause = places ? `AND place IN (${places.join()})` : '';
  const numbers = (text: string, ...values: readonly SqlCell[]): readonly number[] =>
    numbersOf(sql.read(`${text} ${placeClause} AND n BETWEEN ? AND ? ${order}`)(...values, ...span));
  const session = filter.session === undefined ? undefined : sessionRowId(sql, filter.session);
  const hooks = hookRowIds(sql, filter);
  const kinds = kindRowIds(sql, filter);
  if (session === null || places?.length === 0 || hooks?.length === 0 || kinds?.length === 0) return [];
  if (session === undefined && !hooks && !kinds) return numbers('SELECT n FROM events WHERE 1');
  const kindIds = kinds ?? numbersOf(sql.read('SELECT id FROM kinds')());
  const merged = (found: Iterable<readonly number[]>) => {
    const all = [...new Set([...found].flat())].sort((a, b) => (newest ? b - a : a - b));
    return all.slice(0, page.limit);
  };
  const kindClause = `kind IN (${kindIds.join()})`;
  if (session !== undefined && hooks) {
    const tookPart = `EXISTS (SELECT 1 FROM runs r WHERE r.hook IN (${hooks.join()}) AND r.kind = events.kind AND r.n = events.n)`;
    if (isSmallSession(sql, session))
      return numbers(`SELECT n FROM events WHERE session = ? AND ${kindClause} AND ${tookPart}`, session);
    const read = sql.read(
      `SELECT n FROM runs WHERE hook = ? AND kind = ? AND n BETWEEN ? AND ?
       AND EXISTS (SELECT 1 FROM events e WHERE e.n = runs.n AND e.session = ? ${placeClause}) ${order}`,
    );
    return merged(pairs(hooks, kindIds).map(([hook, kind]) => numbersOf(read(hook, kind, ...span, session))));
  }
  if (kindIds.length * (hooks?.length ?? 1) > maxRanges) {
    const condition = hooks
      ? `EXISTS (SELECT 1 FROM runs r WHERE r.hook IN (${hooks.join()}) AND r.kind = events.kind AND r.n = events.n)`
      : session !== undefined
        ? `session = ${session}`
        : '1';
    return numbers(`SELECT n FROM events NOT INDEXED WHERE ${kinds ? kindClause : '1'} AND ${condition}`);
  }
  const [from, values]: readonly [string, readonly number[]] = hooks
    ? ['runs WHERE hook = ?', hooks]
    : session !== undefined
      ? ['events WHERE session = ?', [session]]
      : ['events WHERE 1 = ?', [1]];
  const condition =
    hooks && places ? `AND EXISTS (SELECT 1 FROM events e WHERE e.n = runs.n ${placeClause})` : placeClause;
  const read = sql.read(`SELECT n FROM ${from} AND kind = ? ${condition} AND n BETWEEN ? AND ? ${order}`);
  return merged(pairs(values, kindIds).map(([one, kind]) => numbersOf(read(one, kind, ...span))));
}

/** The numbers in the first column. */
const numbersOf = (rows: readonly (readonly SqlCell[])[]): readonly number[] => rows.map(([n]) => Number(n));

const pairs = (first: readonly number[], second: readonly number[]): readonly (readonly [number, number])[] =>
  first.flatMap((a) => second.map((b) => [a, b] as const));

/** First and last number that can match. */
export function numberSpan(
  { since, until }: DecisionFilter,
  { after, order }: Pick<NumberPage, 'after' | 'order'> = {},
): readonly [number, number] {
  const first = since === undefined ? 0 : decisionNumberAt(since);
  const last = until === undefined ? Number.MAX_SAFE_INTEGER : decisionNumberAt(until) - 1;
  if (after === undefined) return [first, last];
  return order === 'oldest' ? [Math.max(first, after + 1), last] : [first, Math.min(last, after - 1)];
}

/** Null if there is no such session. */
export function sessionRowId(sql: SqlConnection, name: string): number | null {
  const [id] = sql.read('SELECT id FROM sessions WHERE name = ?')(name)[0] ?? [];
  return typeof id === 'number' ? id : null;
}

/** The places of the project that a filter names; undefined if it names none. */
export function placeRowIds(sql: SqlConnection, { root }: DecisionFilter): readonly number[] | undefined {
  return root === undefined ? undefined : numbersOf(sql.read('SELECT id FROM places WHERE root = ?')(root));
}

function isSmallSession(sql: SqlConnection, session: number): boolean {
  const countUpTo = sql.read('SELECT COUNT(*) FROM (SELECT 1 FROM events WHERE session = ? LIMIT ?)');
  return Number(countUpTo(session, maxSessionScan)[0]?.[0]) < maxSessionScan;
}

/** The hooks that a filter names; undefined if it names none. */
export function hookRowIds(sql: SqlConnection, { hook, shadow }: DecisionFilter): readonly number[] | undefined {
  if (hook === undefined && !shadow) return undefined;
  const wanted = [...(hook === undefined ? [] : ['name = ?']), ...(shadow ? ['shadow = 1'] : [])].join(' AND ');
  return numbersOf(sql.read(`SELECT id FROM hooks WHERE ${wanted}`)(...(hook === undefined ? [] : [hook])));
}

/** The kinds that match a filter; undefined if all do. */
export function kindRowIds(
  sql: SqlConnection,
  { host: agent, event, tool, decision, via }: DecisionFilter,
): readonly number[] | undefined {
  const tests: string[] = [];
  const values: string[] = [];
  const add = (test: string, ...params: readonly string[]) => {
    tests.push(test);
    values.push(...params);
  };
  if (agent !== undefined) add('host = ?', agent);
  if (event !== undefined) add('event = ?', event);
  if (tool !== undefined) add('(tool = ? OR tool_name = ?)', tool, tool);
  if (decision !== undefined) add('decision = ?', decision);
  if (via !== undefined) add('via = ?', via);
  if (tests.length === 0) return undefined;
  return numbersOf(sql.read(`SELECT id FROM kinds WHERE ${tests.join(' AND ')}`)(...values));
}
