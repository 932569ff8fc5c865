import type { SqlCell } from '@anyhook/core';
import type { AbilityKind, JsonObject } from '../../registry/ability.js';
import type { CallerInfo, GuardAnswer, Task, TaskError, TaskStatus } from '../task.js';
import { taskKeyOf } from './keys.js';
import { fromJson } from './values.js';

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

/** The columns of a task in a list, which has no output. */
export const listColumns = columns.join(', ');
/** The columns of a whole task. */
export const taskColumns = `${listColumns}, output`;

/** Fields that are only read with the task, and never filtered by. */
export interface UnindexedFields {
  readonly environment?: string;
  readonly implementation?: string;
}

/** The task of a row of these columns. */
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
