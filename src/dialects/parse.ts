import {
  findNodeAtLocation,
  getNodeValue,
  type Node as JsonNode,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import * as v from 'valibot';
import { isMap, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { nearest, type Problem, show } from '../core/errors.js';

export type Path = readonly (string | number)[];

/** A parsed file that still knows where each value stands. */
export interface Doc {
  readonly source: string;
  readonly value: unknown;
  /** Line of the key or item at this path, or of its nearest known ancestor. */
  lineOf(path: Path): number;
}

export type Parsed =
  | { readonly doc: Doc; readonly problems: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** Largest hook or config file that is read. */
export const maxFileBytes = 1024 * 1024;

/** Parses YAML 1.2 with line numbers; aliases are capped so that a YAML bomb is an error. */
export function parseYaml(text: string, source: string, firstLine = 1): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, stringKeys: true });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line) + firstLine - 1;
  const problems = document.errors.map(
    (error): Problem => problem(source, `not valid YAML: ${error.message}`, lineAt(error.pos[0])),
  );
  if (problems.length > 0) return { problems };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { problems: [problem(source, `not usable YAML: ${(error as Error).message}`, firstLine)] };
  }
  const lineOf = (path: Path): number => {
    let line = firstLine;
    let node: unknown = document.contents;
    for (const key of path) {
      if (isMap(node)) {
        const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key);
        if (!pair) return line;
        const at = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
        if (at !== undefined) line = lineAt(at);
        node = pair.value;
      } else {
        const items = (node as { items?: unknown[] } | null)?.items;
        node = items?.[key as number];
        const at = (node as { range?: [number, number, number] } | undefined)?.range?.[0];
        if (at === undefined) return line;
        line = lineAt(at);
      }
    }
    return line;
  };
  return { doc: { source, value, lineOf }, problems: [] };
}

/** Parses JSON, comments and trailing commas allowed, with line numbers. */
export function parseJson(text: string, source: string): Parsed {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: false });
  const lineAt = (offset: number) => {
    let line = 1;
    for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) line++;
    return line;
  };
  const first = errors[0];
  if (first || !tree) {
    const what = first ? printParseErrorCode(first.error) : 'no value';
    return { problems: [problem(source, `not valid JSON: ${what}`, first ? lineAt(first.offset) : 1)] };
  }
  const lineOf = (path: Path): number => {
    for (let length = path.length; length > 0; length--) {
      const node: JsonNode | undefined = findNodeAtLocation(tree, path.slice(0, length) as (string | number)[]);
      if (node) return lineAt(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    }
    return 1;
  };
  return { doc: { source, value: getNodeValue(tree), lineOf }, problems: [] };
}

/** Checks a part of a file against a schema; each issue becomes a problem with line, field, expectation and value. */
export function check<S extends v.GenericSchema>(
  schema: S,
  doc: Doc,
  value: unknown = doc.value,
  base: Path = [],
): { readonly output?: v.InferOutput<S>; readonly problems: readonly Problem[] } {
  const result = v.safeParse(schema, value);
  if (result.success) return { output: result.output, problems: [] };
  return { problems: flatten(result.issues).map((issue) => explain(issue, doc, base)) };
}

/** A problem at a place in a file. */
export function problem(source: string, message: string, line?: number, field?: string): Problem {
  return {
    source,
    ...(line === undefined ? {} : { line }),
    ...(field === undefined ? {} : { field }),
    severity: 'error',
    message,
  };
}

/** A strict object: an unknown key is an error that names the keys there are. */
export function strict<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, (issue) =>
    issue.expected === 'never' ? `${unknownKey}${Object.keys(entries).join('|')}` : issue.message,
  );
}

const unknownKey = 'unknown key|';

/** A union that failed in each branch tells least; its first branch's issues tell more. */
function flatten(issues: readonly v.BaseIssue<unknown>[]): v.BaseIssue<unknown>[] {
  return issues.flatMap((issue) =>
    issue.type === 'union' && issue.issues ? flatten(issue.issues).slice(0, 1) : [issue],
  );
}

function explain(issue: v.BaseIssue<unknown>, doc: Doc, base: Path): Problem {
  const path = [...base, ...(issue.path ?? []).map((item) => item.key as string | number)];
  const field = path.join('.');
  const at = (message: string) => problem(doc.source, message, doc.lineOf(path), field);
  const name = String(path.at(-1) ?? '');
  if (issue.message.startsWith(unknownKey)) {
    const known = issue.message.slice(unknownKey.length).split('|');
    const near = nearest(name, known);
    return at(`unknown key "${name}"; ${near ? `did you mean "${near}"?` : `known keys: ${known.join(', ')}`}`);
  }
  if (issue.received === 'undefined') return at(`"${field}" is required and missing`);
  const options =
    issue.type === 'picklist' ? [...(issue.expected ?? '').matchAll(/"([^"]*)"/g)].map((m) => m[1] ?? '') : [];
  const near = typeof issue.input === 'string' ? nearest(issue.input, options) : undefined;
  // Messages of our own say what was expected; valibot's own begin with "Invalid".
  const expected = issue.message.startsWith('Invalid ') ? `expected ${expectation(issue)}` : issue.message;
  return at(
    `${field ? `"${field}": ` : ''}${expected}, got ${show(issue.input)}${near ? `; did you mean "${near}"?` : ''}`,
  );
}

function expectation(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'picklist')
    return `one of ${(issue.expected ?? '').replace(/[()"]/g, '').replaceAll(' | ', ', ')}`;
  if (issue.expected === 'Object') return 'a map of keys';
  if (issue.expected === 'Array') return 'a list';
  return issue.expected ?? issue.type.replaceAll('_', ' ');
}
