import { isNestedDeeper, type Problem, parseJson as parsePlainJson, withoutUndefined } from '@anyhook/core';
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node as JsonNode,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import * as v from 'valibot';
import { Composer, type Document, isMap, isScalar, isSeq, LineCounter, Parser } from 'yaml';
import {
  explainIssue,
  type FieldPath,
  minimalFileText,
  type UnknownKey,
  unknownKeyMessage,
  unknownKeyOf,
  unknownKeyText,
} from './explain-issue.js';

/** A value in a JSON text: where it begins, or its key if it has one, and the values inside of it. */
interface JsonPlace {
  readonly offset: number;
  readonly fields?: Map<string, JsonPlace>;
  readonly items?: JsonPlace[];
}

/** A function that finds where the value at a path begins, or the nearest value above it. The text must be valid JSON. */
export function offsetFinder(text: string): (path: FieldPath) => number {
  let top: JsonPlace | undefined;
  return (path) => {
    top ??= readPlaces(text);
    let place = top;
    for (const key of path) {
      const next = place.items ? place.items[Number(key)] : place.fields?.get(String(key));
      if (!next) return place.offset;
      place = next;
    }
    return place.offset;
  };
}

/** A bracket, a punctuation character, a string, or any other value. */
const token = /[[\]{},:]|"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/g;

/** Reads the text once, with less work than a parser that keeps more than positions: every hook needs its line. */
function readPlaces(text: string): JsonPlace {
  const outside: JsonPlace = { offset: 0, items: [] };
  const open: JsonPlace[] = [outside];
  let key: { readonly name: string; readonly offset: number } | undefined;
  token.lastIndex = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: word, index } = found;
    if (word === ',' || word === ':') continue;
    if (word === '}' || word === ']') {
      open.pop();
      continue;
    }
    const { fields, items } = open.at(-1) ?? outside;
    if (fields && !key) {
      key = { name: word.includes('\\') ? String(JSON.parse(word)) : word.slice(1, -1), offset: index };
      continue;
    }
    const offset = key?.offset ?? index;
    const place: JsonPlace =
      word === '{' ? { offset, fields: new Map() } : word === '[' ? { offset, items: [] } : { offset };
    if (key) fields?.set(key.name, place);
    else items?.push(place);
    key = undefined;
    if (word === '{' || word === '[') open.push(place);
  }
  return outside.items?.[0] ?? outside;
}

export type { FieldPath } from './explain-issue.js';

/** A parsed file that knows the line of each value. The value is plain JSON data. */
export interface ParsedFile {
  readonly source: string;
  readonly value: unknown;
  /** The file contains only comments. */
  readonly isEmpty?: boolean;
  /** Line of the key or item at this path, or of its nearest known ancestor. */
  lineOf(path: FieldPath): number;
}

export type ParseResult =
  | { readonly doc: ParsedFile; readonly problems: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** Largest hook or config file that is read. */
export const maxFileBytes = 1024 * 1024;

// A hostile megabyte costs the YAML parser seconds; no hand-written file comes near this.
const maxYamlChars = 256 * 1024;
// Deeper nesting can crash the whole process by the parsers' recursion.
const maxDepth = 100;
const maxProblems = 20;

/** A whole number of a unit between two limits. */
export function wholeNumberOf(min: number, max: number, unit: string, description: string) {
  const expected = `expected whole ${unit} from ${min} to ${max}`;
  return v.pipe(
    v.number(),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
    v.description(description),
  );
}

/** A text that is not empty. */
export const filledText = v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty'));

/** How long a hook may take: the field may be missing. */
export const timeLimit = (max: number, unit: string, description: string) =>
  optional(
    v.pipe(
      v.number(),
      v.gtValue(0, `expected a positive number of ${unit}`),
      v.maxValue(max, `expected at most ${max} ${unit}`),
    ),
    description,
  );

/** Parses YAML 1.2 with line numbers; depth and aliases are limited so that a YAML bomb is an error. */
export function parseYaml(text: string, source: string, firstLine = 1): ParseResult {
  const tooLong = `expected at most ${maxYamlChars} characters of YAML, got ${text.length}: split the file`;
  if (text.length > maxYamlChars) return { problems: [makeProblem(source, tooLong, 1)] };
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line) + firstLine - 1;
  try {
    const { document, secondDocumentOffset } = compose(text, lines);
    const found = document.errors.map((error): Problem => {
      const line = lineAt(error.pos[0]);
      if (error.code !== 'BAD_DQ_ESCAPE') return makeProblem(source, `not valid YAML: ${error.message}`, line);
      return makeWarning(source, `${error.message} in double quotes is kept as it is; use single quotes`, line);
    });
    if (secondDocumentOffset !== undefined)
      found.push(makeProblem(source, secondDocumentMessage, lineAt(secondDocumentOffset)));
    for (const { key, offset } of repeatedKeys(document.contents)) {
      found.push(makeProblem(source, `not valid YAML: the key "${key}" is repeated`, lineAt(offset)));
    }
    const problems = capProblems(found, source);
    if (problems.some(({ severity }) => severity === 'error')) return { problems };
    const value = toJsonData(document.toJS({ maxAliasCount: 100 }));
    const isEmpty = document.contents === null;
    const lineOf = (path: FieldPath) => yamlLine(document.contents, path, lineAt, firstLine);
    return { doc: { source, value, isEmpty, lineOf }, problems };
  } catch (error) {
    return { problems: [makeProblem(source, `not usable YAML: ${messageOf(error)}`, firstLine)] };
  }
}

/** Parses JSON, comments and trailing commas allowed, with line numbers. */
export function parseJson(text: string, source: string): ParseResult {
  const body = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const lineAt = lineFinder(body);
  if (body.length > maxFileBytes)
    return { problems: [makeProblem(source, `expected at most ${maxFileBytes} characters, got ${body.length}`, 1)] };
  // Most files are plain JSON, which Node reads many times faster.
  const plain = parsePlainJson(body);
  if (plain !== undefined && !isNestedDeeper(plain, maxDepth)) {
    const offsetOf = offsetFinder(body);
    return { doc: { source, value: plain, lineOf: (path) => lineAt(offsetOf(path)) }, problems: [] };
  }
  return parseLenientJson(body, source, lineAt);
}

function parseLenientJson(body: string, source: string, lineAt: (offset: number) => number): ParseResult {
  const deepOffset = tooDeepOffset(body);
  if (deepOffset !== undefined)
    return { problems: [makeProblem(source, `not usable JSON: ${tooDeepMessage}`, lineAt(deepOffset))] };
  const errors: ParseError[] = [];
  const tree = parseTree(body, errors, { allowTrailingComma: true, allowEmptyContent: false });
  const first = errors[0];
  if (first || !tree) {
    const what = first ? camelCaseToWords(printParseErrorCode(first.error)) : 'no value';
    const message = body.trim() === '' ? 'the file is empty: expected JSON, at least {}' : `not valid JSON: ${what}`;
    return { problems: [makeProblem(source, message, first ? lineAt(first.offset) : 1)] };
  }
  const lineOf = (path: FieldPath): number => {
    for (let length = path.length; length > 0; length--) {
      const node: JsonNode | undefined = findNodeAtLocation(tree, path.slice(0, length) as (string | number)[]);
      if (node) return lineAt(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    }
    return 1;
  };
  return { doc: { source, value: toJsonData(getNodeValue(tree)), lineOf }, problems: [] };
}

/** A function that finds the line of an offset. Every hook needs its line, so line breaks are searched once. */
function lineFinder(text: string): (offset: number) => number {
  let breaks: number[] | undefined;
  return (offset) => {
    if (!breaks) {
      breaks = [];
      for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) breaks.push(i);
    }
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Checks a part of a file against a schema; each issue becomes a problem with line, field, expectation and value. */
export function checkSchema<S extends v.GenericSchema>(
  schema: S,
  doc: ParsedFile,
  value: unknown = doc.value,
  base: FieldPath = [],
): { readonly output?: v.InferOutput<S>; readonly problems: readonly Problem[] } {
  const result = v.safeParse(schema, value);
  if (result.success) return { output: result.output, problems: [] };
  if (doc.isEmpty) {
    const line = doc.lineOf([]);
    const what = line === 1 ? 'the file' : 'the frontmatter';
    return { problems: [makeProblem(doc.source, `${what} is empty: ${minimalFileText(schema)}`, line)] };
  }
  const shown = result.issues.slice(0, maxProblems).map((issue) => {
    const { path, message } = explainIssue(issue, base);
    return makeProblem(doc.source, message, doc.lineOf(path), path.join('.') || undefined);
  });
  const unique = shown.filter(
    (one, i) => shown.findIndex((o) => o.field === one.field && o.message === one.message) === i,
  );
  return { problems: withCount(unique, result.issues.length - maxProblems, doc.source) };
}

/** Like `checkSchema`, for an entry of a foreign format: an unknown key is a warning, and the rest of the entry counts. */
export function checkEntry<S extends v.GenericSchema>(
  schema: S,
  doc: ParsedFile,
  value: unknown = doc.value,
  base: FieldPath = [],
): { readonly output?: v.InferOutput<S>; readonly problems: readonly Problem[] } {
  const whole = v.safeParse(schema, value);
  if (whole.success) return { output: whole.output, problems: [] };
  const strays: UnknownKey[] = [];
  let remaining = value;
  // A schema names one unknown key at a time; all unknown keys of the same map go with it.
  for (let round = 0; round < maxProblems; round++) {
    const found = (v.safeParse(schema, remaining).issues ?? [])
      .flatMap((issue) => unknownKeyOf(issue, base) ?? [])
      // Fields below "anyhook" are ours; there a mistake is an error.
      .find(({ path }) => !path.slice(0, -1).includes('anyhook'));
    if (!found) break;
    const mapPath = found.path.slice(0, -1);
    const isStray = (key: string) => !found.known.includes(key);
    const names = Object.keys(Object(valueAt(remaining, mapPath.slice(base.length)))).filter(isStray);
    strays.push(...names.map((name) => ({ path: [...mapPath, name], known: found.known })));
    remaining = withoutKeys(remaining, mapPath.slice(base.length), isStray);
  }
  const warnings = strays.slice(0, maxProblems).map(({ path, known }) => {
    const message = unknownKeyText(String(path.at(-1)), known);
    return makeWarning(doc.source, message, doc.lineOf(path), path.join('.'));
  });
  const { problems, ...checked } = checkSchema(schema, doc, remaining, base);
  return {
    ...checked,
    problems: [...withCount(warnings, strays.length - maxProblems, doc.source, makeWarning), ...problems],
  };
}

const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

function withoutKeys(value: unknown, [key, ...rest]: FieldPath, isStray: (key: string) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (key === undefined) return Object.fromEntries(Object.entries(value).filter(([name]) => !isStray(name)));
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] =>
    name === String(key) ? [name, withoutKeys(inner, rest, isStray)] : [name, inner],
  );
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** A problem at a place in a file. */
export function makeProblem(source: string, message: string, line?: number, field?: string): Problem {
  return { source, ...withoutUndefined({ line, field }), severity: 'error', message };
}

/** A problem that does not prevent the hook from loading. */
export function makeWarning(source: string, message: string, line?: number, field?: string): Problem {
  return { ...makeProblem(source, message, line, field), severity: 'warning' };
}

/** A schema with a description for editors and the reference. */
export const withDescription = <S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(schema, v.description(text));

/** A field that may be missing, with a description. */
export const optional = <S extends v.GenericSchema>(schema: S, text: string) =>
  v.optional(withDescription(schema, text));

/** A field that may be missing or null, with a description. */
export const nullish = <S extends v.GenericSchema>(schema: S, text: string) => v.nullish(withDescription(schema, text));

/** A strict object: an unknown key is an error that lists the known keys. */
export function strict<const E extends v.ObjectEntries>(entries: E) {
  const message = (issue: v.StrictObjectIssue): string =>
    issue.expected === 'never' ? unknownKeyMessage(Object.keys(entries)) : issue.message;
  return refuseList(v.strictObject(entries, message));
}

/** Makes a schema for a map reject a list: valibot accepts a list as an object. */
export function refuseList<S extends v.GenericSchema>(schema: S): S {
  const run: S['~run'] = (dataset, config) => {
    if (!Array.isArray(dataset.value)) return schema['~run'](dataset, config);
    v._addIssue(schema, 'type', dataset, config);
    return dataset as ReturnType<S['~run']>;
  };
  return { ...schema, '~run': run };
}

const secondDocumentMessage = 'not usable YAML: expected one document, a second one begins here';
const tooDeepMessage = `nested more than ${maxDepth} levels deep`;

/** Stops at a depth that the composer's recursion survives. */
class ShallowParser extends Parser {
  override *next(token: string) {
    if (this.stack.length > maxDepth) throw new Error(tooDeepMessage);
    yield* super.next(token);
  }
}

// The composer's own check for repeated keys takes quadratic time: `repeatedKeys` does it in one pass.
function compose(text: string, lines: LineCounter): { document: Document.Parsed; secondDocumentOffset?: number } {
  const composer = new Composer({ uniqueKeys: false, stringKeys: true });
  let document: Document.Parsed | undefined;
  for (const one of composer.compose(new ShallowParser(lines.addNewLine).parse(text), true, text.length)) {
    if (document) return { document, secondDocumentOffset: one.range[0] };
    document = one;
  }
  if (!document) throw new Error('no document');
  return { document };
}

function repeatedKeys(root: unknown): { key: string; offset: number }[] {
  const found: { key: string; offset: number }[] = [];
  const todo: unknown[] = [root];
  while (todo.length > 0) {
    const node = todo.pop();
    if (isSeq(node)) for (const item of node.items) todo.push(item);
    if (!isMap(node)) continue;
    const seen = new Set<unknown>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? key.value : key;
      if (seen.has(name)) found.push({ key: String(name), offset: isScalar(key) ? (key.range?.[0] ?? 0) : 0 });
      seen.add(name);
      todo.push(value);
    }
  }
  return found.sort((a, b) => a.offset - b.offset);
}

function yamlLine(root: unknown, path: FieldPath, lineAt: (offset: number) => number, firstLine: number): number {
  let line = firstLine;
  let node = root;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (!pair) return line;
      const offset = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
      if (offset !== undefined) line = lineAt(offset);
      node = pair.value;
      continue;
    }
    node = isSeq(node) ? node.items[Number(key)] : undefined;
    const offset = (node as { range?: readonly number[] } | undefined)?.range?.[0];
    if (offset === undefined) return line;
    line = lineAt(offset);
  }
  return line;
}

/** Where the nesting of a JSON text passes the limit; ignores strings and comments. */
function tooDeepOffset(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const char = text[scanner.getTokenOffset()];
    if (char === '{' || char === '[') depth++;
    if (char === '}' || char === ']') depth--;
    if (depth > maxDepth) return scanner.getTokenOffset();
  }
  return undefined;
}

// Drops what YAML can express and JSON cannot: sets, bytes, cycles.
function toJsonData(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function messageOf(error: unknown): string {
  const message = (error as Error).message.split('\n', 1)[0] ?? '';
  if (message.includes('circular')) return 'an alias is inside the value that it names';
  return message.includes('alias count') ? 'its aliases unfold to too many values' : message;
}

function capProblems(problems: readonly Problem[], source: string): readonly Problem[] {
  return withCount(problems.slice(0, maxProblems), problems.length - maxProblems, source);
}

function withCount(
  shown: readonly Problem[],
  hiddenCount: number,
  source: string,
  make = makeProblem,
): readonly Problem[] {
  return hiddenCount > 0 ? [...shown, make(source, `and ${hiddenCount} more problems like these`)] : shown;
}

const camelCaseToWords = (camelCase: string): string =>
  camelCase.replace(/(?<=[a-z])[A-Z]/g, (c) => ` ${c}`).toLowerCase();
