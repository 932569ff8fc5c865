import { firstItems, isLeftOut, leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { isFullyKnown, marks, sourcesOf, type Value } from '../value.js';
import type { Token } from './tokens.js';

/** The value of an expression, as far as it is known without running it. */
export type CodeValue = CodeText | CodeList | CodeMap | CodeName | CodeFunction;

/** A text, or one of several: a loop variable has all texts of the list. */
export interface CodeText {
  readonly kind: 'text';
  readonly values: readonly Value[];
  /** The kind of object that the text represents, if its methods matter. */
  readonly type?: 'path' | 'file' | 'socket' | 'process' | 'number' | 'pattern';
  /** The words of a started process; its input may come later. */
  readonly argv?: readonly Value[];
  /** The file that is open for writing; for a pattern, its source. */
  readonly path?: readonly Value[];
}

export interface CodeList {
  readonly kind: 'list';
  readonly items: readonly CodeValue[];
}

export interface CodeMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, CodeValue>;
}

/** A name of a module or of the language: `os.path.join`. Calls stay in it: `db.users.find()`. */
export interface CodeName {
  readonly kind: 'ref';
  readonly name: string;
}

/** A function of the program; its body is read when it is called. */
export interface CodeFunction {
  readonly kind: 'function';
  readonly params: readonly string[];
  readonly body: readonly Token[];
}

export interface Arguments {
  readonly list: readonly CodeValue[];
  readonly named: ReadonlyMap<string, CodeValue>;
}

/** The most texts of one variable that are followed. */
export const maxTexts = 32;
/** The most items of a list that are read individually. */
const maxItems = 300;

/** The omitted part of a text that is too long is not forgotten: it is unknown. */
const bounded = (text: Value): Value =>
  text.length > guardLimits.codeText
    ? text.slice(0, guardLimits.codeText) + leftOut('codeText', text.slice(guardLimits.codeText))
    : text;

export const codeText = (...values: readonly Value[]): CodeText => ({
  kind: 'text',
  values: values.length === 1 ? [bounded(values[0] as Value)] : severalTexts(values),
});

/** The same for too many texts. */
function severalTexts(values: readonly Value[]): readonly Value[] {
  const different = [...new Set(values)];
  const isKept = different.length === maxTexts + 1 && isLeftOut(different[maxTexts] as Value);
  return (isKept ? different : firstItems(different, maxTexts)).map(bounded);
}

export const codePath = (values: readonly Value[]): CodeText => ({ ...codeText(...values), type: 'path' });
export const unknownCodeValue: CodeText = codeText(marks.any);
export const codeList = (items: readonly CodeValue[]): CodeList => ({ kind: 'list', items });
export const codeName = (name: string): CodeName => ({ kind: 'ref', name });
export const noArguments: Arguments = { list: [], named: new Map() };
export const listed = (...list: readonly CodeValue[]): Arguments => ({ list, named: new Map() });
export const codeNumber = (number: number | string): CodeText => ({ ...codeText(String(number)), type: 'number' });

/** The possible texts of a value. Lists are joined with spaces, as a shell would see them. */
export function textsOf(codeValue: CodeValue | undefined, depth = 0): readonly Value[] {
  if (codeValue === undefined) return [marks.any];
  if (depth > 6) return [leftOut('codeDepth')];
  if (codeValue.kind === 'text') return codeValue.values;
  if (codeValue.kind === 'list') return [joinedText(codeValue.items, ' ', depth)];
  if (codeValue.kind === 'map') return [sourcesIn(codeValue, depth + 1) || marks.any];
  return [marks.any];
}

export const firstText = (codeValue: CodeValue | undefined): Value => textsOf(codeValue)[0] ?? '';

const joinedText = (items: readonly CodeValue[], glue: string, depth: number): Value =>
  items.map((item) => textsOf(item, depth + 1)[0] ?? '').join(glue);

/** The marks of everything in a value. */
export function sourcesIn(codeValue: CodeValue | undefined, depth = 0): Value {
  if (codeValue === undefined || depth > 6) return '';
  if (codeValue.kind === 'text') return sourcesOf(...codeValue.values);
  if (codeValue.kind === 'list') return sourcesOf(...codeValue.items.map((item) => sourcesIn(item, depth + 1)));
  if (codeValue.kind === 'map')
    return sourcesOf(...[...codeValue.entries.values()].map((item) => sourcesIn(item, depth + 1)));
  return '';
}

/** Unknown text derived from these. */
export function derivedValue(...from: readonly (CodeValue | undefined)[]): CodeText {
  const sources = sourcesOf(...from.map((codeValue) => sourcesIn(codeValue)));
  return codeText(sources === '' ? marks.any : sources);
}

/** Every combination of a text on the left with a text on the right. */
export function joinValues(left: CodeValue, right: CodeValue): CodeText {
  const values: Value[] = [];
  for (const before of textsOf(left)) for (const after of textsOf(right)) values.push(before + after);
  const joined = codeText(...values);
  return left.kind === 'text' && left.type === 'path' ? { ...joined, type: 'path' } : joined;
}

export function eitherValue(left: CodeValue | undefined, right: CodeValue): CodeValue {
  if (left === undefined || left === right) return right;
  if (left.kind === 'text' && right.kind === 'text') return { ...left, ...codeText(...left.values, ...right.values) };
  if (left.kind === 'list' && right.kind === 'list') return codeList([...left.items, ...right.items]);
  const isEmpty = left.kind === 'text' && left.values.every((value) => value === '' || value === marks.any);
  return isEmpty || left.kind === 'ref' ? right : left;
}

/** The value of a loop variable over it. */
export function elementOf(codeValue: CodeValue): CodeValue {
  if (codeValue.kind === 'text') return codeValue.type === 'file' ? codeText(...codeValue.values) : codeValue;
  if (codeValue.kind === 'map') return codeText(...codeValue.entries.keys());
  if (codeValue.kind !== 'list') return unknownCodeValue;
  return firstCodeItems(codeValue.items).reduce<CodeValue | undefined>(eitherItem, undefined) ?? codeText('');
}

/** The items of a list or the characters of a text, to be read individually. */
export function itemsOf(codeValue: CodeValue): readonly CodeValue[] {
  if (codeValue.kind === 'list') return firstCodeItems(codeValue.items);
  const [text = ''] = textsOf(codeValue);
  const isPlain =
    codeValue.kind === 'text' && codeValue.type === undefined && codeValue.values.length === 1 && isFullyKnown(text);
  return !isPlain ? [elementOf(codeValue)] : firstItems([...text], maxItems).map((char) => codeText(char));
}

/** The items that are followed; one more of the same form represents all others. */
const firstCodeItems = (items: readonly CodeValue[]): readonly CodeValue[] =>
  items.length > maxItems ? [...items.slice(0, maxItems), leftOutItem(items.slice(maxItems))] : items;

function leftOutItem(items: readonly CodeValue[]): CodeValue {
  const [first] = items;
  const text = (parts: readonly CodeValue[]) => codeText(leftOut('items', ...parts.flatMap((part) => textsOf(part))));
  if (first?.kind === 'list')
    return codeList(
      first.items.map((_, at) => text(items.map((item) => (item.kind === 'list' && item.items[at]) || item))),
    );
  if (first?.kind !== 'map') return text(items);
  const entry = (name: string) => items.map((item) => (item.kind === 'map' && item.entries.get(name)) || item);
  return { kind: 'map', entries: new Map([...first.entries.keys()].map((name) => [name, text(entry(name))])) };
}

/** Texts as a list. */
export const textList = (texts: readonly Value[]): CodeList =>
  codeList(firstItems(texts, maxItems).map((text) => codeText(text)));

function eitherItem(left: CodeValue | undefined, right: CodeValue): CodeValue {
  if (left?.kind !== 'list' || right.kind !== 'list') return eitherValue(left, right);
  return codeList(right.items.map((item, at) => eitherValue(left.items[at], item)));
}

/** Nested lists as one list: arguments of functions that take one or many. */
export const flatItems = (codeValues: readonly CodeValue[], depth = 0): readonly CodeValue[] =>
  codeValues.flatMap((codeValue) =>
    codeValue.kind === 'list' && depth < 6 ? flatItems(codeValue.items, depth + 1) : [codeValue],
  );

/** An argument by name: `shell=True`, or a key of an object argument. */
export function namedArgument(args: Arguments, ...names: readonly string[]): CodeValue | undefined {
  for (const name of names) {
    const named = args.named.get(name);
    if (named !== undefined) return named;
    for (const item of args.list) if (item.kind === 'map' && item.entries.has(name)) return item.entries.get(name);
  }
  return undefined;
}

const falseTexts = new Set(['', '0', 'False', 'false', 'FALSE', 'F', 'None', 'null', 'nil', 'undefined', '0.0']);
export const isTrue = (codeValue: CodeValue | undefined): boolean =>
  codeValue !== undefined && textsOf(codeValue).some((value) => !falseTexts.has(value));
