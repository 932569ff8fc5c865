import { isAbsolute } from 'node:path';
import { nearest, show } from '../../core/errors.js';
import {
  type FieldKind,
  type Id,
  type RequestKind,
  ServeError,
  type ServeRequest,
  serveLimits,
  serveRequests,
} from './contract.js';

/** A request, or why it is none; with the id that it has, if it has one. */
export type Read = { readonly request: ServeRequest } | { readonly problem: ServeError; readonly id: Id | undefined };

type Fields = Readonly<Record<string, unknown>>;

/** Reads one line. Strict: a misspelt field would be a guard that is never asked. */
export function readRequest(line: Buffer): Read {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch (error) {
    return { problem: notJson(`got text that is not JSON: ${(error as Error).message}`), id: undefined };
  }
  if (!isObject(value)) return { problem: notJson(`got ${show(value)}`), id: undefined };
  try {
    return { request: requestOf(value) };
  } catch (error) {
    return { problem: error as ServeError, id: isId(value['id']) ? value['id'] : undefined };
  }
}

const notJson = (what: string): ServeError =>
  new ServeError('NOT_JSON', `expected one JSON object on each line, ${what}`);

/** The most telling field first: `event` may also be part of a `host` request. */
const byField: readonly RequestKind[] = ['hello', 'cancel', 'host', 'event'];

function requestOf(line: Fields): ServeRequest {
  // Many languages write null for what is not there.
  const value: Fields = Object.fromEntries(Object.entries(line).filter(([, field]) => field !== null));
  const kind = byField.find((field) => Object.hasOwn(value, field));
  if (!kind) {
    const near = Object.keys(value).map((field) => nearest(field, byField));
    throw bad(`expected one of the fields ${byField.join(', ')}, got ${show(Object.keys(value))}`, near.find(Boolean));
  }
  const rows: Readonly<Record<string, { readonly kind: FieldKind; readonly required?: true }>> = serveRequests[kind];
  for (const field of Object.keys(value)) {
    if (!Object.hasOwn(rows, field))
      throw bad(`${kind}: there is no field "${field}"`, nearest(field, Object.keys(rows)));
  }
  for (const [field, { kind: type, required }] of Object.entries(rows)) {
    if (value[field] === undefined && !required) continue;
    if (!fieldKinds[type].is(value[field]))
      throw bad(`${kind}: "${field}" must be ${fieldKinds[type].says}, got ${show(value[field])}`);
  }
  return { ...value, kind } as ServeRequest;
}

const bad = (message: string, near?: string): ServeError =>
  new ServeError('BAD_REQUEST', near === undefined ? message : `${message}; did you mean "${near}"?`);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is Id =>
  (typeof value === 'string' && value.length <= serveLimits.idLength) ||
  (typeof value === 'number' && Number.isFinite(value));

/** A variable's name ends at the first =, and NUL ends both. */
const isVariable = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' && /^[^=\0]+$/.test(name) && !value.includes('\0');

const longestMs = 86_400_000;

const fieldKinds: Readonly<Record<FieldKind, { readonly says: string; readonly is: (value: unknown) => boolean }>> = {
  id: { says: `a number or a text of at most ${serveLimits.idLength} characters`, is: isId },
  text: { says: 'a text', is: (value) => typeof value === 'string' },
  object: { says: 'an object', is: isObject },
  folder: {
    says: 'an absolute path',
    is: (value) => typeof value === 'string' && isAbsolute(value) && !value.includes('\0'),
  },
  variables: {
    says: 'an object of texts by name',
    is: (value) => isObject(value) && Object.entries(value).every(isVariable),
  },
  milliseconds: {
    says: `a number above 0 and at most ${longestMs}`,
    is: (value) => typeof value === 'number' && value > 0 && value <= longestMs,
  },
};
