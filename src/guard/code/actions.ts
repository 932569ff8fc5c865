import { isFullyKnown, marks, type Value } from '../value.js';
import {
  base64Text,
  characters,
  formattedText,
  fromHex,
  fromPercent,
  numberOf,
  reversedText,
  rotated13,
} from './computed.js';
import type { EffectActionName } from './effects.on-demand.js';
import { type CodeAction, programActions } from './run-actions.js';
import {
  type Arguments,
  derivedThing,
  firstText,
  flatItems,
  itemsOf,
  joinThings,
  listThing,
  refThing,
  type Thing,
  textsOf,
  textThing,
  unknownThing,
} from './things.js';

const eachText =
  (change: (text: Value) => Value): CodeAction =>
  ({ list: [first = unknownThing] }) =>
    textThing(...textsOf(first).map(change));

/** Texts with something between them. */
export function joinedTexts(things: readonly Thing[], glue: Value): Thing {
  const items = flatItems(things);
  return items.reduce<Thing>(
    (left, item, at) => joinThings(at === 0 ? left : joinThings(left, textThing(glue)), item),
    textThing(''),
  );
}

const asReverse: CodeAction = ({ list }, flow) => {
  const [first = unknownThing] = list;
  if (first.kind === 'list') return listThing([...first.items].reverse());
  if (flow.language === 'perl' && list.length > 1) return listThing([...list].reverse());
  return textThing(...textsOf(first).map(reversedText));
};

/** `Buffer.from(text, 'base64')`. */
const asBuffer: CodeAction = ({ list: [first = unknownThing, form] }) => {
  if (first.kind === 'list') return characters([first]);
  const name = form === undefined ? '' : firstText(form);
  if (name.startsWith('base64')) return textThing(...textsOf(first).map(base64Text));
  return name === 'hex' ? textThing(...textsOf(first).map(fromHex)) : textThing(...textsOf(first));
};

/** `pack('H*', hex)`, `pack('C*', 114, 109)`. */
const asPack: CodeAction = ({ list: [form, ...rest] }) => {
  const letter = firstText(form)[0] ?? '';
  if (letter === 'H' || letter === 'h') return textThing(...textsOf(rest[0]).map(fromHex));
  if (letter === 'C' || letter === 'U' || letter === 'c' || letter === 'W') return characters(rest);
  return letter === 'A' || letter === 'a' ? textThing(...textsOf(rest[0])) : textThing(marks.decoded);
};

const asDecodeNamed: CodeAction = ({ list: [first = unknownThing, form] }) => {
  const name = form === undefined ? '' : firstText(form).toLowerCase();
  if (name.includes('rot')) return textThing(...textsOf(first).map(rotated13));
  if (name.includes('hex')) return textThing(...textsOf(first).map(fromHex));
  if (name.includes('base64')) return textThing(...textsOf(first).map(base64Text));
  return textThing(...textsOf(first));
};

const asPrint: CodeAction = (args, flow) => {
  const given = args.list.filter((thing) => !(thing.kind === 'ref' && ['STDERR', 'STDOUT'].includes(thing.name)));
  const isFormat = given.length > 1 && isFullyKnown(firstText(given[0])) && firstText(given[0]).includes('%');
  const none = flow.language === 'perl' ? [flow.variables.get('$_') ?? unknownThing] : [];
  const things = given.length === 0 ? none : given.map((thing) => flow.settle(thing));
  if (isFormat && flow.language !== 'python')
    flow.print(formattedText(firstText(things[0]), things.slice(1), args.named), '');
  else if (things.length > 0)
    flow.print(joinedTexts(things, flow.language === 'perl' || flow.language === 'php' ? '' : ' '));
  return unknownThing;
};

const asModule: CodeAction = ({ list: [first] }, flow) => {
  const name = firstText(first);
  if (!isFullyKnown(name)) return unknownThing;
  return refThing(flow.language === 'python' ? name : moduleName(name));
};

/** `node:fs/promises` is `fs`; so are the modules that extend it. */
export function moduleName(name: string): string {
  const plain = name.startsWith('node:') ? name.slice(5) : name;
  const known: Readonly<Record<string, string>> = {
    'fs/promises': 'fs',
    'fs-extra': 'fs',
    'graceful-fs': 'fs',
    'timers/promises': 'timers',
  };
  return known[plain] ?? plain;
}

const replacedText = (text: Thing, from: Value, to: Value): Thing => {
  const values = textsOf(text);
  if (from === '' || values.some((value) => value.length * to.length > 1_000_000)) return derivedThing(text);
  return textThing(...values.map((value) => value.replaceAll(from, () => to)));
};

export const otherActions = {
  print: asPrint,
  module: asModule,
  madeRequire: () => refThing('require'),
  characters: ({ list }) =>
    list[0]?.kind === 'text' && list[0].type !== 'number' ? textThing(...list[0].values) : characters(list),
  base64: eachText(base64Text),
  hex: eachText(fromHex),
  percent: eachText(fromPercent),
  rot13: eachText(rotated13),
  otherDecoder: ({ list }) => textThing(marks.decoded + (derivedThing(...list).values[0] ?? '')),
  decodeNamed: asDecodeNamed,
  bufferFrom: asBuffer,
  pack: asPack,
  reverse: asReverse,
  format: ({ list: [form, ...rest], named }) => formattedText(firstText(form), rest, named),
  joinTexts: ({ list: [glue, ...rest] }) =>
    glue?.kind === 'list'
      ? joinedTexts(glue.items, firstText(rest[0] ?? textThing('')))
      : joinedTexts(rest, firstText(glue)),
  joinLast: ({ list: [items = unknownThing, glue] }) => joinedTexts([items], glue === undefined ? '' : firstText(glue)),
  paste: ({ list, named }) => joinedTexts(list, firstText(named.get('collapse') ?? textThing(''))),
  pasteSpaced: ({ list, named }) =>
    joinedTexts(list, firstText(named.get('sep') ?? named.get('collapse') ?? textThing(' '))),
  split: ({ list: [first] }) =>
    listThing(
      firstText(first)
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => textThing(word)),
    ),
  explode: ({ list: [glue, text] }) =>
    listThing(
      firstText(text)
        .split(firstText(glue) || ' ')
        .slice(0, 200)
        .map((word) => textThing(word)),
    ),
  replaceTexts: ({ list: [from, to, text = unknownThing] }) => replacedText(text, firstText(from), firstText(to)),
  same: ({ list, named }, flow) => {
    const [first = named.get('text') ?? unknownThing] = list;
    if (list.length > 1 && flow.language === 'r') return listThing(list);
    return flow.settle(first);
  },
  namedItems: ({ list, named }, flow) =>
    list[0] === undefined ? { kind: 'map', entries: named } : flow.settle(list[0]),
  integer: ({ list: [first = unknownThing, base] }) => {
    const text = firstText(first);
    const number = base === undefined ? numberOf(first) : Number.parseInt(text, numberOf(base) || 10);
    return Number.isNaN(number) ? derivedThing(first) : { ...textThing(String(number)), type: 'number' };
  },
  ordinal: ({ list: [first = unknownThing] }) => {
    const text = firstText(first);
    return text.length === 1 && isFullyKnown(text)
      ? { ...textThing(String(text.charCodeAt(0))), type: 'number' }
      : derivedThing(first);
  },
  /** Numbers and answers that say nothing about a text. */
  forgets: () => unknownThing,
  stdin: (args, flow) => {
    const [file] = args.list;
    return file?.kind === 'text' && file.type === 'file' ? file : textThing(flow.stdin);
  },
  takeFirst: ({ list: [first] }, flow) => {
    const list = first ?? flow.variables.get('@_') ?? flow.variables.get('@ARGV');
    if (list?.kind !== 'list') return unknownThing;
    if (first === undefined && flow.variables.has('@_')) flow.variables.set('@_', listThing(list.items.slice(1)));
    return list.items[0] ?? textThing('');
  },
  changeLast: () => unknownThing,
} satisfies Record<string, CodeAction>;

/** Actions that call what they were given: `array_map('unlink', glob('x'))`, `send(:system, 'ls')`, `getattr(os, 'system')`. */
export const callingActions = {
  map: ({ list: [fn = unknownThing, ...rest] }, call) => {
    const items =
      rest.length === 1
        ? itemsOf(rest[0] as Thing)
        : rest.flatMap((thing) => (thing.kind === 'list' ? thing.items : [thing]));
    return listThing(items.map((item) => call(namedThing(fn), { list: [item], named: new Map() })));
  },
  walkList: ({ list: [list = unknownThing, fn = unknownThing, ...rest], named }, call) =>
    listThing(itemsOf(list).map((item) => call(namedThing(fn), { list: [item, ...rest], named }))),
  dispatch: ({ list: [name = unknownThing, ...rest], named }, call) => call(namedThing(name), { list: rest, named }),
  dispatchList: ({ list: [name = unknownThing, list = unknownThing], named }, call) =>
    call(namedThing(name), { list: list.kind === 'list' ? list.items : [list], named }),
  applied: ({ list: [fn = unknownThing, , list = unknownThing], named }, call) =>
    call(fn, { list: list.kind === 'list' ? list.items : [], named }),
  member: ({ list: [owner = unknownThing, name] }) => {
    if (name === undefined) return namedThing(owner);
    const text = firstText(name);
    return owner.kind === 'ref' && isFullyKnown(text) ? refThing(`${owner.name}.${text}`) : unknownThing;
  },
} satisfies Record<string, (args: Arguments, call: (callee: Thing, args: Arguments) => Thing) => Thing>;

/** A text that is used as the name of a function. */
const namedThing = (thing: Thing): Thing =>
  thing.kind === 'text' && isFullyKnown(firstText(thing)) ? refThing(firstText(thing)) : thing;

export const plainActions = { ...programActions, ...otherActions };
/** `startProgram` uses the name of the function itself: `shelljs.rm`. */
export type CodeActionName =
  | keyof typeof plainActions
  | EffectActionName
  | keyof typeof callingActions
  | 'startProgram';
