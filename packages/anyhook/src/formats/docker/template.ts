import { objectOf, quoteValue } from '@anyhook/core';
import { inputFields } from '../../../.cache/formats/docker/tables.js';

/** A text with placeholders that are filled from the JSON on a hook's stdin, in the syntax of Go's text/template. */
type Template = readonly TemplatePart[];

type TemplatePart =
  | string
  | { readonly kind: 'value'; readonly pipe: Pipe }
  | { readonly kind: 'if'; readonly pipe: Pipe; readonly yes: TemplatePart[]; readonly no: TemplatePart[] };
/** Each stage gets the value of the previous one as its last word. */
type Pipe = readonly (readonly Word[])[];
type Word =
  | { readonly kind: 'field'; readonly path: readonly string[] }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'function'; readonly name: string };

type Data = Readonly<Record<string, unknown>>;

/** A template names the fields of the JSON on stdin as Go does: `tool_name` is `.ToolName`. */
const goName = (field: string): string =>
  field
    .split('_')
    .map((part) => (part === 'id' ? 'ID' : `${part.charAt(0).toUpperCase()}${part.slice(1)}`))
    .join('');
const fieldByGoName: ReadonlyMap<string, string> = new Map(inputFields.map((field) => [goName(field), field]));

const functions: Readonly<Record<string, (...words: readonly unknown[]) => unknown>> = {
  toJSON: (value) => JSON.stringify(value ?? null),
  truncate: (count, text) => truncate(Number(count), textOf(text)),
  not: (value) => !isTrue(value),
  eq: (a, ...rest) => rest.some((b) => a === b),
  ne: (a, b) => a !== b,
  and: (...words) => words.find((word) => !isTrue(word)) ?? words.at(-1),
  or: (...words) => words.find(isTrue) ?? words.at(-1),
  len: (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : keysOf(value).length),
  printf: (format, ...words) => {
    let next = 0;
    return textOf(format).replace(/%[sdvq%]/g, (verb) => {
      if (verb === '%%') return '%';
      const word = words[next++];
      return verb === '%q' ? JSON.stringify(textOf(word)) : textOf(word);
    });
  },
};

/** The texts of a template with the actions between them: text, `{{action}}`, text, … */
function textsAndActions(template: string): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const start = template.indexOf('{{', at);
    const end = start < 0 ? -1 : template.indexOf('}}', start + 2);
    if (end < 0) return [...pieces, template.slice(at)];
    pieces.push(template.slice(at, start), template.slice(start, end + 2));
    at = end + 2;
  }
}

/** Parses a template, or reports which part cannot be filled. */
export function parseTemplate(text: string): Template | { readonly problem: string } {
  const root: TemplatePart[] = [];
  const open: { readonly part: Extract<TemplatePart, { kind: 'if' }>; into: TemplatePart[] }[] = [];
  let trimsNext = false;
  for (const [i, piece] of textsAndActions(text).entries()) {
    const into = open.at(-1)?.into ?? root;
    if (i % 2 === 0) {
      into.push(trimsNext ? piece.trimStart() : piece);
      trimsNext = false;
      continue;
    }
    if (/^\{\{-\s/.test(piece)) trimEnd(into);
    trimsNext = /\s-\}\}$/.test(piece);
    const action = piece.replace(/^\{\{(?:-\s)?|(?:\s-)?\}\}$/g, '').trim();
    if (/^\/\*[\s\S]*\*\/$/.test(action)) continue;
    const last = open.at(-1);
    const [, keyword = '', rest = ''] = /^(if|else|end)\b\s*([\s\S]*)$/.exec(action) ?? [];
    if (keyword === 'end' || keyword === 'else') {
      if (!last || rest !== '' || (keyword === 'else' && last.into === last.part.no)) return unknownAction(action);
      if (keyword === 'end') open.pop();
      else last.into = last.part.no;
      continue;
    }
    const pipe = parsePipe(keyword === 'if' ? rest : action);
    if (typeof pipe === 'string') return { problem: pipe };
    if (keyword !== 'if') {
      into.push({ kind: 'value', pipe });
      continue;
    }
    const part = { kind: 'if', pipe, yes: [], no: [] } as const satisfies TemplatePart;
    into.push(part);
    open.push({ part, into: part.yes });
  }
  return open.length > 0 ? { problem: 'an "if" in it has no "end"' } : root;
}

const unknownAction = (action: string) => ({ problem: `${quoteValue(`{{ ${action} }}`)} cannot be filled here` });

function trimEnd(parts: TemplatePart[]): void {
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last.trimEnd();
}

const wordPattern = /\s*("(?:[^"\\]|\\.)*"|`[^`]*`|[^\s|"`]+|\|)/gy;

/** The stages of a pipeline, or its problem. */
function parsePipe(text: string): Pipe | string {
  const stages: Word[][] = [[]];
  const pieces = [...text.matchAll(wordPattern)];
  if (pieces.map(([whole]) => whole).join('') !== text.trimEnd()) return unknownAction(text).problem;
  for (const [, piece = ''] of pieces) {
    if (piece === '|') {
      stages.push([]);
      continue;
    }
    const word = parseWord(piece);
    if (typeof word === 'string') return word;
    stages.at(-1)?.push(word);
  }
  const isWrong = stages.some(([first], i) => first === undefined || (i > 0 && first.kind !== 'function'));
  const isCall = stages.every((words) => words.length < 2 || words[0]?.kind === 'function');
  return isWrong || !isCall ? unknownAction(text).problem : stages;
}

function parseWord(piece: string): Word | string {
  if (piece.startsWith('`')) return { kind: 'literal', value: piece.slice(1, -1) };
  if (piece.startsWith('"')) {
    try {
      return { kind: 'literal', value: JSON.parse(piece) as unknown };
    } catch {
      return unknownAction(piece).problem;
    }
  }
  if (/^-?\d+(?:\.\d+)?$/.test(piece)) return { kind: 'literal', value: Number(piece) };
  if (piece === 'true' || piece === 'false') return { kind: 'literal', value: piece === 'true' };
  if (Object.hasOwn(functions, piece)) return { kind: 'function', name: piece };
  if (!/^\.(?:\w+(?:\.\w+)*)?$/.test(piece))
    return `${quoteValue(piece)} is not known here; known: fields such as .ToolName, if, else, end, ${Object.keys(functions).join(', ')}`;
  const [first = '', ...rest] = piece.slice(1).split('.');
  if (first === '') return { kind: 'field', path: [] };
  const field = fieldByGoName.get(first);
  return field === undefined
    ? `${quoteValue(`.${first}`)} is not a field of a hook's input; known: ${[...fieldByGoName.keys()].map((name) => `.${name}`).join(', ')}`
    : { kind: 'field', path: [field, ...rest] };
}

/** The text with its placeholders filled. */
export const fillTemplate = (template: Template, data: Data): string =>
  template
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = valueOf(part.pipe, data);
      return part.kind === 'value' ? textOf(value) : fillTemplate(isTrue(value) ? part.yes : part.no, data);
    })
    .join('');

function valueOf(pipe: Pipe, data: Data): unknown {
  return pipe.reduce<unknown>((before, words, i) => {
    const [first, ...rest] = words;
    const values = rest.map((word) => wordValue(word, data));
    if (first?.kind !== 'function') return first && wordValue(first, data);
    return functions[first.name]?.(...values, ...(i > 0 ? [before] : []));
  }, undefined);
}

function wordValue(word: Word, data: Data): unknown {
  if (word.kind === 'literal') return word.value;
  if (word.kind === 'function') return undefined;
  return word.path.reduce<unknown>((value, key) => {
    const fields = objectOf(value);
    return fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
  }, data);
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const keysOf = (value: unknown): readonly string[] => Object.keys(objectOf(value) ?? {});

const isTrue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Array.isArray(value)
      ? value.length > 0
      : keysOf(value).length > 0
    : Boolean(value);

const truncate = (count: number, text: string): string =>
  count > 0 && text.length > count ? `${text.slice(0, count)}…` : text;
