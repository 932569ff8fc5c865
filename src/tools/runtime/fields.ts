import { isAbsolute } from 'node:path';
import { show } from '../../core/errors.js';
import type { CallerInfo } from '../tasks/task.js';
import { hint } from './errors.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What a field of a request or an action may hold. */
export const fieldKinds = {
  text: { says: 'a text', is: (value: unknown) => typeof value === 'string' && !value.includes('\0') },
  name: { says: 'a text that is not empty', is: (value: unknown) => typeof value === 'string' && value.trim() !== '' },
  folder: {
    says: 'an absolute path',
    is: (value: unknown) => typeof value === 'string' && isAbsolute(value) && !value.includes('\0'),
  },
  object: { says: 'an object', is: isObject },
  texts: {
    says: 'a list of texts',
    is: (value: unknown) => isList(value) && value.every((one) => typeof one === 'string'),
  },
  list: { says: 'a list that is not empty', is: (value: unknown) => isList(value) && value.length > 0 },
  variables: {
    says: 'an object of texts by name',
    is: (value: unknown) => isObject(value) && Object.entries(value).every(isVariable),
  },
  count: {
    says: 'a whole number from 1 to 10000',
    is: (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000,
  },
  milliseconds: {
    says: 'a number from 0 to 86400000',
    is: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 86_400_000,
  },
  flag: { says: '`true` or `false`', is: (value: unknown) => value === 'true' || value === 'false' },
  onFailure: { says: '"stop" or "continue"', is: (value: unknown) => value === 'stop' || value === 'continue' },
} as const;

export type FieldKind = keyof typeof fieldKinds;

export interface FieldRow {
  readonly kind: FieldKind;
  readonly says: string;
  readonly required?: true;
}

export type FieldTable = Readonly<Record<string, FieldRow>>;

/** What is wrong with the fields of something; undefined where they are as the table says. Strict. */
export function wrongField(what: string, given: Fields, table: FieldTable): string | undefined {
  for (const field of Object.keys(given)) {
    if (!Object.hasOwn(table, field))
      return `${what}: there is no field "${field.slice(0, 60)}"; ${hint(field, Object.keys(table))}`;
  }
  for (const [field, { kind, required }] of Object.entries(table)) {
    const value = own(given, field);
    if (value === undefined && !required) continue;
    if (!fieldKinds[kind].is(value)) return `${what}: "${field}" must be ${fieldKinds[kind].says}, got ${show(value)}`;
  }
  return undefined;
}

/** A caller as somebody describes it; a person at a terminal is none of ours. */
export const callerFields = {
  source: { kind: 'name', says: '`ai_session` (default), `background_job` or `ci_pipeline`' },
  job_id: { kind: 'name', says: 'the job that it is for' },
  triggered_by: { kind: 'name', says: 'who or what started that job' },
} as const satisfies FieldTable;

const sources: readonly string[] = ['ai_session', 'background_job', 'ci_pipeline'] satisfies CallerInfo['source'][];

/** What is wrong with a caller; undefined where nothing is. */
export function wrongCaller(caller: Fields): string | undefined {
  const wrong = wrongField('caller', caller, callerFields);
  const { source = 'ai_session' } = caller;
  if (wrong !== undefined || sources.includes(String(source))) return wrong;
  return `caller: "source" must be one of ${sources.join(', ')}, got ${show(source)}`;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of its own, never one of the prototype. */
export const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A variable's name ends at the first =, and NUL ends both. */
const isVariable = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' && /^[^=\0]+$/.test(name) && !value.includes('\0');
