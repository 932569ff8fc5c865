import { AnyhookError, fromBase32, quoteValue, type SqlCell, type SqlConnection, toBase32 } from '@anyhook/core';
import type { AbilityKind, JsonObject } from '../../registry/ability.js';
import type { CallerInfo, GuardAnswer, ListQuery, Task, TaskError, TaskStatus } from '../task.js';
import { StoreError } from './errors.js';

/** The columns of a row, in the order in which `taskFromRow` reads them; the long ones last. */
const columns = [
  'n',
  'root',
  'kind',
  'ability',
  'version',
  'status',
  'parent',
  'idempotent',
  'attempts',
  'created_at',
  'updated_at',
  'started_at',
  'ended_at',
  'duration_ms',
  'caller',
  'more',
  'note',
  'summary',
  'error',
  'preflight',
  'guard',
  'settings',
  'input',
] as const;

export const listColumns = columns.join(', ');
export const taskColumns = `${listColumns}, output`;

/** Fields that are only read with the task, and never filtered by. */
export interface UnindexedFields {
  readonly environment?: string;
  readonly implementation?: string;
}

export function taskFromRow(row: readonly SqlCell[]): Task {
  const cell = Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null])) as Record<
    (typeof columns)[number],
    SqlCell
  >;
  const number = (name: (typeof columns)[number]) => Number(cell[name]);
  const text = (name: (typeof columns)[number]) => String(cell[name]);
  return {
    key: taskKeyOf(number('n')),
    root: text('root'),
    ability: { kind: text('kind') as AbilityKind, value: text('ability') },
    version: text('version'),
    status: text('status') as TaskStatus,
    input: fromJson(cell.input) as JsonObject,
    ...(fromJson(cell.more) as UnindexedFields),
    settings: fromJson(cell.settings) as JsonObject,
    caller: fromJson(cell.caller) as CallerInfo,
    ...(cell.parent !== null && { parent: taskKeyOf(number('parent')) }),
    ...optionalField('note', fromJson(cell.note) as string | undefined),
    idempotent: cell.idempotent === 1,
    createdAt: number('created_at'),
    updatedAt: number('updated_at'),
    ...(cell.started_at !== null && { startedAt: number('started_at') }),
    ...(cell.ended_at !== null && { endedAt: number('ended_at') }),
    ...(cell.duration_ms !== null && { durationMs: number('duration_ms') }),
    attempts: number('attempts'),
    ...optionalField('output', fromJson(row[columns.length])),
    ...optionalField('outputSummary', fromJson(cell.summary) as string | undefined),
    ...optionalField('error', fromJson(cell.error) as TaskError | undefined),
    ...optionalField('preflight', fromJson(cell.preflight) as GuardAnswer | undefined),
    ...optionalField('guard', fromJson(cell.guard) as GuardAnswer | undefined),
  };
}

/** A field with its value, or no field. */
export const optionalField = <K extends string, T>(name: K, value: T | undefined): Partial<Record<K, T>> =>
  value === undefined ? {} : ({ [name]: value } as Record<K, T>);

const keyPrefix = 't_';
const keyDigits = 10;
/** 2026-01-01, so that keys stay short. */
const epoch = 1_767_225_600_000;
/** Tasks per millisecond; further ones use numbers of the next millisecond. */
const numbersPerMs = 256;
/** Times after 2095 are clamped, so that a wrong clock cannot make keys longer. */
const lastMs = 2 ** 41;

/** The smallest number of a task created at this time. Numbers sort by creation. */
export const firstTaskNumberAt = (time: number): number =>
  Math.min(Math.max(1, Math.trunc(time) - epoch) || 1, lastMs) * numbersPerMs;

/** A task's number as people type it: twelve characters without look-alikes, sorted by time. */
export const taskKeyOf = (number: number): string => keyPrefix + toBase32(number, keyDigits);

/** The number of a key; undefined if it is not a key. */
export const taskNumberOf = (key: string): number | undefined =>
  key.startsWith(keyPrefix) && key.length === keyPrefix.length + keyDigits
    ? fromBase32(key.slice(keyPrefix.length))
    : undefined;

/** Size limit of one task or session; a runner allows far less. */
const maxBytes = 64 * 1024 * 1024;

/** A value as JSON; null if there is none. Throws if it cannot be represented. */
export function toJson(value: unknown, name: string): string | null {
  if (value === undefined) return null;
  try {
    return JSON.stringify(value) ?? null;
  } catch (error) {
    throw new StoreError(
      `${name} cannot be stored as JSON (${(error as Error).message})`,
      'use plain values without cycles',
      error,
    );
  }
}

/** The value of JSON that this store wrote; undefined for null. */
export const fromJson = (cell: SqlCell | undefined): unknown =>
  typeof cell === 'string' ? JSON.parse(cell) : undefined;

/** Throws if the cells of one row are too large. */
export function checkSize(what: string, cells: readonly SqlCell[]): void {
  const bytes = cells.reduce<number>((sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0);
  if (bytes > maxBytes)
    throw new StoreError(
      `${what} has ${bytes} bytes, and at most ${maxBytes} can be stored`,
      'keep large values in a file',
    );
}

/** A limit from a caller, between 1 and the maximum. */
export const clampLimit = (limit: number | undefined, defaultLimit = 50, maxLimit = 10_000): number =>
  limit !== undefined && limit >= 1 ? Math.min(Math.trunc(limit), maxLimit) : defaultLimit;

/** A list as a query: the matching tasks are found by an index alone, then read. */
interface ListStatement {
  readonly text: string;
  readonly values: readonly SqlCell[];
}

export function listStatement(root: string, query: ListQuery): ListStatement {
  const filters = Object.entries({
    parent: query.parent === undefined ? undefined : keyNumber('parent', query.parent),
    session: query.session,
    status: query.status,
    ability: query.ability,
    source: query.caller,
  }).filter((test): test is [string, string | number] => test[1] !== undefined);
  const [first, ...others] = filters.map(([column]) => column);
  const index = first === undefined || (others.length > 0 && !isNarrow(first)) ? 'root' : first;
  const subquery = [
    `SELECT n FROM tasks INDEXED BY tasks_by_${index} WHERE root = ?`,
    ...filters.map(([column]) => `AND ${column} = ?`),
    'AND n < ? ORDER BY n DESC LIMIT ?',
  ].join(' ');
  const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : keyNumber('before', query.before);
  return {
    text: `SELECT ${listColumns} FROM tasks WHERE n IN (${subquery}) ORDER BY n DESC`,
    values: [root, ...filters.map(([, value]) => value), before, clampLimit(query.limit)],
  };
}

/** The tasks of a project that match a query, without their outputs. */
export function listTasks(sql: SqlConnection, root: string, query: ListQuery): readonly Task[] {
  const { text, values } = listStatement(root, query);
  return sql
    .read(text)(...values)
    .map(taskFromRow);
}

/** Few tasks share a session or parent, and their indexes contain all filter columns. */
const isNarrow = (column: string): boolean => column === 'session' || column === 'parent';

function keyNumber(name: string, key: string): number {
  const number = taskNumberOf(key);
  if (number === undefined)
    throw new AnyhookError('BAD_ARGUMENT', `"${name}" must be a task key such as t_00000000a0, got ${quoteValue(key)}`);
  return number;
}
