import { quoteValue } from '@anyhook/core';
import type { JsonObject } from '../../registry/ability.js';
import type { TaskErrorCode } from '../task.js';

/** A URL with its placeholders filled in, and the fields of the input that it did not use. */
export type FilledUrl =
  | { readonly ok: true; readonly url: URL; readonly unusedInput: JsonObject }
  | { readonly ok: false; readonly code: TaskErrorCode; readonly why: string };

const placeholder = /\{([^{}]+)\}/g;

/** Fills in `{settings.name}` literally and `{field}` percent-encoded: input can change neither server nor path. */
export function fillUrl(template: string, input: JsonObject, settings: JsonObject): FilledUrl {
  let failure: FilledUrl | undefined;
  const refuse = (code: TaskErrorCode, why: string): string => {
    failure ??= { ok: false, code, why };
    return '';
  };
  const base = template.replace(/\{settings\.([^{}]+)\}/g, (_, name: string) => {
    const value = fieldValue(settings, name);
    return isScalar(value) ? String(value) : refuse('BAD_CONFIGURATION', placeholderProblem(`settings.${name}`, value));
  });
  const [origin = ''] = /^[^:]*:\/\/[^/?#]*/.exec(base) ?? [];
  if (origin.includes('{'))
    refuse('BAD_CONFIGURATION', `"url": the input may not name the server (${quoteValue(origin)})`);
  const used = new Set<string>();
  const text = base.replace(placeholder, (_, name: string, offset: number) => {
    used.add(name);
    const value = fieldValue(input, name);
    if (!isScalar(value)) return refuse('BAD_INPUT', placeholderProblem(name, value));
    const isPath = !/[?#]/.test(base.slice(0, offset));
    // Such a segment would remove the one before it, or request the whole collection.
    if (isPath && /^\.{0,2}$/.test(String(value)))
      return refuse('BAD_INPUT', `/${name}: expected a name, got ${quoteValue(value)}`);
    return encodePart(String(value)) ?? refuse('BAD_INPUT', `/${name}: the text is not valid Unicode`);
  });
  if (failure) return failure;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const why = `"url": expected an http or https URL without a password, got ${quoteValue(template.replace(/\/\/[^/@]*@/, '//…@'))}; secrets belong in "auth"`;
    return { ok: false, code: 'BAD_CONFIGURATION', why };
  }
  return { ok: true, url, unusedInput: Object.fromEntries(Object.entries(input).filter(([name]) => !used.has(name))) };
}

/** Adds fields to the query: a list repeats the name, an object is JSON, null is left out. */
export function addQuery(url: URL, fields: JsonObject): URL {
  const extended = new URL(url);
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === null || item === undefined) continue;
      extended.searchParams.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return extended;
}

const fieldValue = (fields: JsonObject, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const placeholderProblem = (name: string, value: unknown): string =>
  `"url" names {${name}}: expected a string or number, got ${quoteValue(value)}`;

function encodePart(text: string): string | undefined {
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined;
  }
}
