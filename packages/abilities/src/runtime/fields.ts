import type { FieldTable as TableOf, ValueKind } from '@anyhook/core';
import { fieldProblem, maxWaitMs, quoteValue, valueKinds } from '@anyhook/core';
import type { CallerInfo } from '../tasks/task.js';

export type RequestFields = Readonly<Record<string, unknown>>;

/** What a field of a request or an action may hold. */
export const fieldKinds = {
  text: { description: 'a string without NUL', is: (value) => typeof value === 'string' && !value.includes('\0') },
  name: { description: 'a string that is not empty', is: (value) => typeof value === 'string' && value.trim() !== '' },
  folder: valueKinds.folder,
  object: valueKinds.object,
  texts: valueKinds.texts,
  list: { description: 'a list that is not empty', is: (value) => Array.isArray(value) && value.length > 0 },
  variables: valueKinds.variables,
  count: {
    description: 'a whole number from 1 to 10000',
    is: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000,
  },
  milliseconds: {
    description: `a number from 0 to ${maxWaitMs}`,
    is: (value) => typeof value === 'number' && value >= 0 && value <= maxWaitMs,
  },
  flag: { description: '`true` or `false`', is: (value) => value === 'true' || value === 'false' },
  onFailure: { description: '"stop" or "continue"', is: (value) => value === 'stop' || value === 'continue' },
} as const satisfies Readonly<Record<string, ValueKind>>;

export type RequestFieldKind = keyof typeof fieldKinds;
export type RequestFieldTable = TableOf<RequestFieldKind>;

/** The fields in which a client describes its caller; it cannot claim to be a person at a terminal. */
export const callerFields = {
  source: { kind: 'name', description: '`ai_session` (default), `background_job` or `ci_pipeline`' },
  job_id: { kind: 'name', description: 'the job that it is for' },
  triggered_by: { kind: 'name', description: 'who or what started that job' },
} as const satisfies RequestFieldTable;

const sources: readonly string[] = ['ai_session', 'background_job', 'ci_pipeline'] satisfies CallerInfo['source'][];

/** The problem of a caller; undefined if there is none. */
export function callerProblem(caller: RequestFields): string | undefined {
  const problem = fieldProblem(caller, callerFields, fieldKinds);
  if (problem !== undefined) return `caller: ${problem}`;
  const { source = 'ai_session' } = caller;
  if (sources.includes(String(source))) return undefined;
  return `caller: "source" must be one of ${sources.join(', ')}, got ${quoteValue(source)}`;
}
