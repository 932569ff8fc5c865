import {
  contractOf,
  type Decision,
  done,
  type Ending,
  type Event,
  failed,
  type Hook,
  nearestWord,
  objectOf,
  quoteValue,
  type Result,
  type Rewritable,
} from '@anyhook/core';
import type { FormatEvent, ProcessOutput } from './format.js';

/** A JSON object from a hook's stdout. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The hook's output breaks the rules of its format. */
export class BadOutput extends Error {}

/** Builds an ending. Unreadable output becomes a failure, never an allow. */
export function failOnBadOutput(output: ProcessOutput, build: () => Ending): Ending {
  try {
    return build();
  } catch (error) {
    if (error instanceof BadOutput) return failed('bad-output', error.message, output.stderr);
    throw error;
  }
}

/** Splits stdout into a JSON object or plain text; text that begins as an object must be one. */
export function parseStdout(stdout: string): { readonly json?: JsonObject; readonly text: string } {
  const text = stdout.trim();
  if (!text.startsWith('{')) return { text };
  const json = parseObject(text);
  if (isDeeper(json, maxLevels)) throw new BadOutput(`its JSON is nested more than ${maxLevels} levels deep`);
  return { json, text: '' };
}

const maxLevels = 200;

function parseObject(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (error) {
    throw new BadOutput(`stdout begins with "{" but is not valid JSON: ${(error as Error).message}`);
  }
}

/** Like `parseStdout`, for endings where broken JSON does not matter. */
export function tryParseStdout(stdout: string): { readonly json?: JsonObject; readonly text: string } {
  try {
    return parseStdout(stdout);
  } catch {
    return { text: stdout.trim() };
  }
}

/** Is a value nested deeper than this? Deeper values would overflow the stack when they are written as JSON. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels <= 0) return true;
  for (const item of Object.values(value)) if (isDeeper(item, levels - 1)) return true;
  return false;
}

/** Notes on unknown keys that look like a misspelt known key. */
export function misspeltKeys(json: Readonly<Record<string, unknown>>, known: readonly string[]): readonly string[] {
  const unknownKeys = Object.keys(json).filter((key) => !known.includes(key));
  return unknownKeys.slice(0, 10).flatMap((key) => {
    const near = nearestWord(key, known);
    return near ? [`its output has an unknown key "${key}", which is ignored; did you mean "${near}"?`] : [];
  });
}

/** The first of these fields that has a value; null counts as absent. */
export function firstField(json: JsonObject, ...names: string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

export function textField(json: JsonObject, ...names: string[]): string | undefined {
  const value = firstField(json, ...names);
  if (value === undefined || typeof value === 'string') return value;
  throw new BadOutput(`"${names[0]}" must be a string, got ${quoteValue(value)}`);
}

/** A text field that may have any type: other types are ignored, because the decision matters more. */
export function looseText(json: JsonObject, ...names: string[]): string | undefined {
  const value = firstField(json, ...names);
  return typeof value === 'string' ? value : undefined;
}

/** The texts that may be the reason, in Claude's fields. */
export function reasonsIn(json: JsonObject): readonly (string | undefined)[] {
  const specific = objectOf(firstField(json, 'hookSpecificOutput')) ?? {};
  return [looseText(specific, 'permissionDecisionReason'), looseText(json, 'reason'), looseText(json, 'stopReason')];
}

export function flagField(json: JsonObject, ...names: string[]): boolean | undefined {
  const value = firstField(json, ...names);
  if (value === undefined || typeof value === 'boolean') return value;
  throw new BadOutput(`"${names[0]}" must be true or false, got ${quoteValue(value)}`);
}

/** An object field; a `__proto__` key is left out, so that copying it is safe. */
export function objectField(json: JsonObject, ...names: string[]): JsonObject | undefined {
  const value = firstField(json, ...names);
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new BadOutput(`"${names[0]}" must be an object, got ${quoteValue(value)}`);
  return Object.fromEntries(Object.entries(value as JsonObject).filter(([key]) => key !== '__proto__'));
}

/** Reads a field that must be one of these words; returns the meaning of the word. */
export function wordField<T>(json: JsonObject, words: Readonly<Record<string, T>>, ...names: string[]): T | undefined {
  const value = firstField(json, ...names);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && Object.hasOwn(words, value)) return words[value];
  const known = Object.keys(words);
  const near = typeof value === 'string' ? nearestWord(value, known) : undefined;
  throw new BadOutput(
    `"${names[0]}" must be one of ${known.join(', ')}, got ${quoteValue(value)}${near ? `; did you mean "${near}"?` : ''}`,
  );
}

const strength: Readonly<Record<Decision, number>> = { pass: 0, allow: 1, ask: 2, deny: 3 };

/** The stronger of several decisions of one hook. */
export function strongestDecision(...decisions: (Decision | undefined)[]): Decision {
  return decisions.reduce<Decision>((best, next) => (next && strength[next] > strength[best] ? next : best), 'pass');
}

/** The first text that is not blank. */
export function firstText(...texts: (string | undefined)[]): string | undefined {
  for (const text of texts) if (text?.trim()) return text.trim();
  return undefined;
}

/** The reason when the hook gave none. */
export const noReason = (hook: Hook): string => `blocked by hook ${hook.id}, which gave no reason`;

/** The reason of a decision: none for no opinion, always one for a deny or an ask. */
export function reasonFor(decision: Decision, reason: string | undefined, hook: Hook): { reason?: string } {
  if (decision === 'pass') return {};
  const text = reason ?? (decision === 'allow' ? undefined : noReason(hook));
  return text === undefined ? {} : { reason: text };
}

/** An ending with these parts of a result; empty lists and undefined parts are left out. */
export function endingWith(parts: { readonly [K in keyof Result]?: Result[K] | undefined }): Ending {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parts)) {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) result[key] = value;
  }
  return done({ decision: 'pass', ...result });
}

/** For each part that can be rewritten, the output fields that rewrite it. */
export type RewriteFields = Readonly<Partial<Record<Rewritable, readonly string[]>>>;

/** Notes on fields that rewrite a part which hooks cannot replace at this event. */
export function strayRewrites(json: JsonObject, fields: RewriteFields, event: Event): readonly string[] {
  const allowedPart = contractOf(event.name).rewrites;
  return Object.entries(fields)
    .filter(([part]) => part !== allowedPart)
    .flatMap(([, names]) => names.filter((name) => firstField(json, name) !== undefined))
    .map((name) => `"${name}" has no effect at this event: left out`);
}

/** What a hook may do at an event that its format does not have. */
export const unknownEvent: FormatEvent = { events: ['other'], blocks: false, context: false, rewrites: false };
