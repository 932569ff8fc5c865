import { AnyhookError, isObject } from '@anyhook/core';

/** A native payload, with the environment captured with it. */
export interface NativePayload {
  readonly value: unknown;
  readonly text: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Reads the text of a payload: plain, or `{stdin, env}` as captured. `where` names its source in errors. */
export function parsePayload(text: string, where: string): NativePayload {
  if (text.trim() === '') throw badPayload(where, 'got nothing');
  const value = parse(text, where);
  if (!isObject(value)) throw badPayload(where, 'got JSON that is not an object');
  const { stdin, env } = value;
  // No agent's payload has a field `stdin`; captured files have.
  if (stdin === undefined) return { value, text, env: {} };
  const inner = typeof stdin === 'string' ? parse(stdin, where) : stdin;
  const variables = isObject(env) ? Object.entries(env).filter(isTextEntry) : [];
  const innerText = typeof stdin === 'string' ? stdin : JSON.stringify(stdin);
  return { value: inner, text: innerText, env: Object.fromEntries(variables) };
}

export const badPayload = (where: string, what: string): AnyhookError =>
  new AnyhookError('BAD_PAYLOAD', `${where}: expected a payload, one JSON object, ${what}`);

const isTextEntry = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badPayload(where, `got text that is not JSON: ${(error as Error).message}`);
  }
}
