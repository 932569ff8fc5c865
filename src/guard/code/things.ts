import { isFullyKnown, marks, sourcesOf, type Value } from '../value.js';
import type { Token } from './tokens.js';

/** What an expression of a program gives, as far as it can be known without running it. */
export type Thing = TextThing | ListThing | MapThing | RefThing | FunctionThing;

/** A text, or one of several: a variable of a loop has all texts of the list. */
export interface TextThing {
  readonly kind: 'text';
  readonly values: readonly Value[];
  /** What the text stands for, if methods of it matter. */
  readonly type?: 'path' | 'file' | 'socket' | 'process' | 'number' | 'pattern';
  /** The words of a process that was started; its input may come later. */
  readonly argv?: readonly Value[];
  /** The file that is open for writing; of a pattern its source. */
  readonly path?: readonly Value[];
}

export interface ListThing {
  readonly kind: 'list';
  readonly items: readonly Thing[];
}

export interface MapThing {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, Thing>;
}

/** A name of a module or of the language: `os.path.join`. Calls stay in it: `db.users.find()`. */
export interface RefThing {
  readonly kind: 'ref';
  readonly name: string;
}

/** A function of the program itself; its body is read when it is called. */
export interface FunctionThing {
  readonly kind: 'function';
  readonly params: readonly string[];
  readonly body: readonly Token[];
}

/** Arguments of a call. */
export interface Arguments {
  readonly list: readonly Thing[];
  readonly named: ReadonlyMap<string, Thing>;
}

/** So many texts of one variable are followed. */
export const mostTexts = 32;
/** So many items of a list are read one after the other. */
const mostItems = 300;

/** Texts that are longer are cut. */
const longestText = 16_384;
const bounded = (text: Value): Value => (text.length > longestText ? text.slice(0, longestText) : text);

export const textThing = (...values: readonly Value[]): TextThing => ({
  kind: 'text',
  values: values.length === 1 ? [bounded(values[0] as Value)] : severalTexts(values),
});

/** What is left out because there are too many is not forgotten: it is unknown. */
function severalTexts(values: readonly Value[]): readonly Value[] {
  const different = [...new Set(values)];
  const kept = different.slice(0, mostTexts).map(bounded);
  return different.length > mostTexts && !kept.includes(marks.any) ? [...kept, marks.any] : kept;
}

export const pathThing = (values: readonly Value[]): TextThing => ({ ...textThing(...values), type: 'path' });
export const unknownThing: TextThing = textThing(marks.any);
export const listThing = (items: readonly Thing[]): ListThing => ({ kind: 'list', items });
export const refThing = (name: string): RefThing => ({ kind: 'ref', name });
export const noArguments: Arguments = { list: [], named: new Map() };

/** The texts that a thing may be. Lists are joined with spaces, as a shell would see them. */
export function textsOf(thing: Thing | undefined, depth = 0): readonly Value[] {
  if (thing === undefined || depth > 6) return [marks.any];
  if (thing.kind === 'text') return thing.values;
  if (thing.kind === 'list') return [joinedText(thing.items, ' ', depth)];
  if (thing.kind === 'map') return [sourcesIn(thing, depth + 1) || marks.any];
  return [marks.any];
}

export const firstText = (thing: Thing | undefined): Value => textsOf(thing)[0] ?? '';

const joinedText = (items: readonly Thing[], glue: string, depth: number): Value =>
  items.map((item) => textsOf(item, depth + 1)[0] ?? '').join(glue);

/** The marks of everything in a thing. */
export function sourcesIn(thing: Thing | undefined, depth = 0): Value {
  if (thing === undefined || depth > 6) return '';
  if (thing.kind === 'text') return sourcesOf(...thing.values);
  if (thing.kind === 'list') return sourcesOf(...thing.items.map((item) => sourcesIn(item, depth + 1)));
  if (thing.kind === 'map') return sourcesOf(...[...thing.entries.values()].map((item) => sourcesIn(item, depth + 1)));
  return '';
}

/** Text that nobody can know, but that came from these. */
export function derivedThing(...from: readonly (Thing | undefined)[]): TextThing {
  const sources = sourcesOf(...from.map((thing) => sourcesIn(thing)));
  return textThing(sources === '' ? marks.any : sources);
}

/** Every way to put a text of the one before a text of the other. */
export function joinThings(left: Thing, right: Thing): TextThing {
  const values: Value[] = [];
  for (const before of textsOf(left)) for (const after of textsOf(right)) values.push(before + after);
  const joined = textThing(...values);
  return left.kind === 'text' && left.type === 'path' ? { ...joined, type: 'path' } : joined;
}

/** One or the other. */
export function eitherThing(left: Thing | undefined, right: Thing): Thing {
  if (left === undefined || left === right) return right;
  if (left.kind === 'text' && right.kind === 'text') return { ...left, ...textThing(...left.values, ...right.values) };
  if (left.kind === 'list' && right.kind === 'list') return listThing([...left.items, ...right.items]);
  const isEmpty = left.kind === 'text' && left.values.every((value) => value === '' || value === marks.any);
  return isEmpty || left.kind === 'ref' ? right : left;
}

/** What a loop over it gives. */
export function elementOf(thing: Thing): Thing {
  if (thing.kind === 'text') return thing.type === 'file' ? textThing(...thing.values) : thing;
  if (thing.kind === 'map') return textThing(...thing.entries.keys());
  if (thing.kind !== 'list') return unknownThing;
  return thing.items.slice(0, mostItems).reduce<Thing | undefined>(eitherItem, undefined) ?? textThing('');
}

/** The items of a list or the characters of a text, to be read one after the other. */
export function itemsOf(thing: Thing): readonly Thing[] {
  if (thing.kind === 'list') return thing.items.slice(0, mostItems);
  const [text = ''] = textsOf(thing);
  const isPlain = thing.kind === 'text' && thing.type === undefined && thing.values.length === 1 && isFullyKnown(text);
  return isPlain && text.length <= mostItems ? [...text].map((sign) => textThing(sign)) : [elementOf(thing)];
}

function eitherItem(left: Thing | undefined, right: Thing): Thing {
  if (left?.kind !== 'list' || right.kind !== 'list') return eitherThing(left, right);
  return listThing(right.items.map((item, at) => eitherThing(left.items[at], item)));
}

/** Lists of lists as one list: arguments of functions that take one or many. */
export function flatItems(things: readonly Thing[], depth = 0): readonly Thing[] {
  return things.flatMap((thing) => (thing.kind === 'list' && depth < 6 ? flatItems(thing.items, depth + 1) : [thing]));
}

/** An argument by its name: `shell=True`, or a key of an object that is an argument. */
export function namedArgument(args: Arguments, ...names: readonly string[]): Thing | undefined {
  for (const name of names) {
    const named = args.named.get(name);
    if (named !== undefined) return named;
    for (const item of args.list) if (item.kind === 'map' && item.entries.has(name)) return item.entries.get(name);
  }
  return undefined;
}

const falseTexts = new Set(['', '0', 'False', 'false', 'FALSE', 'F', 'None', 'null', 'nil', 'undefined', '0.0']);
export const isTrue = (thing: Thing | undefined): boolean =>
  thing !== undefined && textsOf(thing).some((value) => !falseTexts.has(value));
