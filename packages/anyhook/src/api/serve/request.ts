import type { ValueKind } from '@anyhook/core';
import { fieldProblem, isObject, maxWaitMs, nearestWord, quoteValue, valueKinds, withoutNulls } from '@anyhook/core';
import type { RequestId, ServeFieldKind, ServeRequest, ServeRequestKind } from './contract.js';
import { ServeError, serveLimits, serveRequests } from './contract.js';

/** A request, or the problem with it; with its id, if it has one. */
type RequestOrProblem =
  | { readonly request: ServeRequest }
  | { readonly problem: ServeError; readonly id: RequestId | undefined };

type Fields = Readonly<Record<string, unknown>>;

/** Reads one line. Strict: a misspelt field could mean that a guard never runs. */
export function readRequest(line: Buffer): RequestOrProblem {
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'));
  } catch (error) {
    return { problem: notJson(`got text that is not JSON: ${(error as Error).message}`), id: undefined };
  }
  if (!isObject(value)) return { problem: notJson(`got ${quoteValue(value)}`), id: undefined };
  try {
    return { request: parseRequest(value) };
  } catch (error) {
    return { problem: error as ServeError, id: isId(value['id']) ? value['id'] : undefined };
  }
}

const notJson = (what: string): ServeError =>
  new ServeError('NOT_JSON', `expected one JSON object on each line, ${what}`);

/** The most specific field first: `event` may also be part of a `host` request. */
const requestFields: readonly ServeRequestKind[] = ['hello', 'cancel', 'host', 'event'];

function parseRequest(line: Fields): ServeRequest {
  const value = withoutNulls(line);
  const kind = requestFields.find((field) => Object.hasOwn(value, field));
  if (!kind) {
    const near = Object.keys(value).map((field) => nearestWord(field, requestFields));
    throw badRequest(
      `expected one of the fields ${requestFields.join(', ')}, got ${quoteValue(Object.keys(value))}`,
      near.find(Boolean),
    );
  }
  const problem = fieldProblem<ServeFieldKind>(value, serveRequests[kind], fieldKinds);
  if (problem !== undefined) throw badRequest(`${kind}: ${problem}`);
  return { ...value, kind } as ServeRequest;
}

const badRequest = (message: string, near?: string): ServeError =>
  new ServeError('BAD_REQUEST', near === undefined ? message : `${message}; did you mean "${near}"?`);

const isId = (value: unknown): value is RequestId =>
  (typeof value === 'string' && value.length <= serveLimits.idLength) ||
  (typeof value === 'number' && Number.isFinite(value));

const fieldKinds: Readonly<Record<ServeFieldKind, ValueKind>> = {
  id: { description: `a number or a string of at most ${serveLimits.idLength} characters`, is: isId },
  text: valueKinds.text,
  object: valueKinds.object,
  folder: valueKinds.folder,
  variables: valueKinds.variables,
  untrusted: {
    description: '"refuse" or "ignore"',
    is: (value) => value === 'refuse' || value === 'ignore',
  },
  milliseconds: {
    description: `a number above 0 and at most ${maxWaitMs}`,
    is: (value) => typeof value === 'number' && value > 0 && value <= maxWaitMs,
  },
};
