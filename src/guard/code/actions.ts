import { isFullyKnown, marks, type Value } from '../value.js';
import {
  type Arguments,
  type CodeValue,
  codeList,
  codeName,
  codeText,
  derivedValue,
  firstText,
  flatItems,
  itemsOf,
  joinValues,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
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

const eachText =
  (change: (text: Value) => Value): CodeAction =>
  ({ list: [first = unknownCodeValue] }) =>
    codeText(...textsOf(first).map(change));

/** Texts with something between them. */
export function joinedTexts(codeValues: readonly CodeValue[], glue: Value): CodeValue {
  const items = flatItems(codeValues);
  return items.reduce<CodeValue>(
    (left, item, at) => joinValues(at === 0 ? left : joinValues(left, codeText(glue)), item),
    codeText(''),
  );
}

const asReverse: CodeAction = ({ list }, flow) => {
  const [first = unknownCodeValue] = list;
  if (first.kind === 'list') return codeList([...first.items].reverse());
  if (flow.language === 'perl' && list.length > 1) return codeList([...list].reverse());
  return codeText(...textsOf(first).map(reversedText));
};

/** `Buffer.from(text, 'base64')`. */
const asBuffer: CodeAction = ({ list: [first = unknownCodeValue, form] }) => {
  if (first.kind === 'list') return characters([first]);
  const name = form === undefined ? '' : firstText(form);
  if (name.startsWith('base64')) return codeText(...textsOf(first).map(base64Text));
  return name === 'hex' ? codeText(...textsOf(first).map(fromHex)) : codeText(...textsOf(first));
};

/** `pack('H*', hex)`, `pack('C*', 114, 109)`. */
const asPack: CodeAction = ({ list: [form, ...rest] }) => {
  const letter = firstText(form)[0] ?? '';
  if (letter === 'H' || letter === 'h') return codeText(...textsOf(rest[0]).map(fromHex));
  if (letter === 'C' || letter === 'U' || letter === 'c' || letter === 'W') return characters(rest);
  return letter === 'A' || letter === 'a' ? codeText(...textsOf(rest[0])) : codeText(marks.decoded);
};

const asDecodeNamed: CodeAction = ({ list: [first = unknownCodeValue, form] }) => {
  const name = form === undefined ? '' : firstText(form).toLowerCase();
  if (name.includes('rot')) return codeText(...textsOf(first).map(rotated13));
  if (name.includes('hex')) return codeText(...textsOf(first).map(fromHex));
  if (name.includes('base64')) return codeText(...textsOf(first).map(base64Text));
  return codeText(...textsOf(first));
};

/** `print P "x"` and `fwrite($pipe, "x")`: where the text goes, not a part of it. */
const isHandle = (codeValue: CodeValue): boolean =>
  codeValue.kind === 'ref'
    ? /^[A-Z][A-Z0-9_]*$/.test(codeValue.name)
    : codeValue.kind === 'text' && (codeValue.type === 'process' || codeValue.type === 'file');

const asPrint: CodeAction = (args, flow) => {
  const given = args.list.filter((codeValue, at) => !(at === 0 && args.list.length > 1 && isHandle(codeValue)));
  const isFormat = given.length > 1 && isFullyKnown(firstText(given[0])) && firstText(given[0]).includes('%');
  const none = flow.language === 'perl' ? [flow.variables.get('$_') ?? unknownCodeValue] : [];
  const codeValues = given.length === 0 ? none : given.map((codeValue) => flow.settle(codeValue));
  if (isFormat && flow.language !== 'python')
    flow.print(formattedText(firstText(codeValues[0]), codeValues.slice(1), args.named), '');
  else if (codeValues.length > 0)
    flow.print(joinedTexts(codeValues, flow.language === 'perl' || flow.language === 'php' ? '' : ' '));
  return unknownCodeValue;
};

const asModule: CodeAction = ({ list: [first] }, flow) => {
  const name = firstText(first);
  if (!isFullyKnown(name)) return unknownCodeValue;
  return codeName(flow.language === 'python' ? name : moduleName(name));
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

const replacedText = (text: CodeValue, from: Value, to: Value): CodeValue => {
  const values = textsOf(text);
  if (from === '' || values.some((value) => value.length * to.length > 1_000_000)) return derivedValue(text);
  return codeText(...values.map((value) => value.replaceAll(from, () => to)));
};

export const otherActions = {
  print: asPrint,
  module: asModule,
  madeRequire: () => codeName('require'),
  characters: ({ list }) =>
    list[0]?.kind === 'text' && list[0].type !== 'number' ? codeText(...list[0].values) : characters(list),
  base64: eachText(base64Text),
  hex: eachText(fromHex),
  percent: eachText(fromPercent),
  rot13: eachText(rotated13),
  otherDecoder: ({ list }) => codeText(marks.decoded + (derivedValue(...list).values[0] ?? '')),
  decodeNamed: asDecodeNamed,
  bufferFrom: asBuffer,
  pack: asPack,
  reverse: asReverse,
  format: ({ list: [form, ...rest], named }) => formattedText(firstText(form), rest, named),
  joinTexts: ({ list: [glue, ...rest] }) =>
    glue?.kind === 'list'
      ? joinedTexts(glue.items, firstText(rest[0] ?? codeText('')))
      : joinedTexts(rest, firstText(glue)),
  joinLast: ({ list: [items = unknownCodeValue, glue] }) =>
    joinedTexts([items], glue === undefined ? '' : firstText(glue)),
  paste: ({ list, named }) => joinedTexts(list, firstText(named.get('collapse') ?? codeText(''))),
  pasteSpaced: ({ list, named }) =>
    joinedTexts(list, firstText(named.get('sep') ?? named.get('collapse') ?? codeText(' '))),
  split: ({ list: [first] }) =>
    codeList(
      firstText(first)
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => codeText(word)),
    ),
  explode: ({ list: [glue, text] }) =>
    codeList(
      firstText(text)
        .split(firstText(glue) || ' ')
        .slice(0, 200)
        .map((word) => codeText(word)),
    ),
  replaceTexts: ({ list: [from, to, text = unknownCodeValue] }) => replacedText(text, firstText(from), firstText(to)),
  same: ({ list, named }, flow) => {
    const [first = named.get('text') ?? unknownCodeValue] = list;
    if (list.length > 1 && flow.language === 'r') return codeList(list);
    return flow.settle(first);
  },
  namedItems: ({ list, named }, flow) =>
    list[0] === undefined ? { kind: 'map', entries: named } : flow.settle(list[0]),
  integer: ({ list: [first = unknownCodeValue, base] }) => {
    const text = firstText(first);
    const number = base === undefined ? numberOf(first) : Number.parseInt(text, numberOf(base) || 10);
    return Number.isNaN(number) ? derivedValue(first) : { ...codeText(String(number)), type: 'number' };
  },
  ordinal: ({ list: [first = unknownCodeValue] }) => {
    const text = firstText(first);
    return text.length === 1 && isFullyKnown(text)
      ? { ...codeText(String(text.charCodeAt(0))), type: 'number' }
      : derivedValue(first);
  },
  /** Numbers and answers that say nothing about a text. */
  forgets: () => unknownCodeValue,
  stdin: (args, flow) => {
    const [file] = args.list;
    return file?.kind === 'text' && file.type === 'file' ? file : codeText(flow.stdin);
  },
  takeFirst: ({ list: [first] }, flow) => {
    const list = first ?? flow.variables.get('@_') ?? flow.variables.get('@ARGV');
    if (list?.kind !== 'list') return unknownCodeValue;
    if (first === undefined && flow.variables.has('@_')) flow.variables.set('@_', codeList(list.items.slice(1)));
    return list.items[0] ?? codeText('');
  },
  changeLast: () => unknownCodeValue,
} satisfies Record<string, CodeAction>;

/** Actions that call what they were given: `array_map('unlink', glob('x'))`, `send(:system, 'ls')`, `getattr(os, 'system')`. */
export const callingActions = {
  map: ({ list: [fn = unknownCodeValue, ...rest] }, call) => {
    const items =
      rest.length === 1
        ? itemsOf(rest[0] as CodeValue)
        : rest.flatMap((codeValue) => (codeValue.kind === 'list' ? codeValue.items : [codeValue]));
    return codeList(items.map((item) => call(namedValue(fn), { list: [item], named: new Map() })));
  },
  walkList: ({ list: [list = unknownCodeValue, fn = unknownCodeValue, ...rest], named }, call) =>
    codeList(itemsOf(list).map((item) => call(namedValue(fn), { list: [item, ...rest], named }))),
  dispatch: ({ list: [name = unknownCodeValue, ...rest], named }, call) =>
    call(namedValue(name), { list: rest, named }),
  dispatchList: ({ list: [name = unknownCodeValue, list = unknownCodeValue], named }, call) =>
    call(namedValue(name), { list: list.kind === 'list' ? list.items : [list], named }),
  applied: ({ list: [fn = unknownCodeValue, , list = unknownCodeValue], named }, call) =>
    call(fn, { list: list.kind === 'list' ? list.items : [], named }),
  member: ({ list: [owner = unknownCodeValue, name] }) => {
    if (name === undefined) return namedValue(owner);
    const text = firstText(name);
    return owner.kind === 'ref' && isFullyKnown(text) ? codeName(`${owner.name}.${text}`) : unknownCodeValue;
  },
} satisfies Record<string, (args: Arguments, call: (callee: CodeValue, args: Arguments) => CodeValue) => CodeValue>;

/** A text that is used as the name of a function. */
const namedValue = (codeValue: CodeValue): CodeValue =>
  codeValue.kind === 'text' && isFullyKnown(firstText(codeValue)) ? codeName(firstText(codeValue)) : codeValue;

export const plainActions = { ...programActions, ...otherActions };
/** `startProgram` uses the name of the function itself: `shelljs.rm`. */
export type CodeActionName =
  | keyof typeof plainActions
  | EffectActionName
  | keyof typeof callingActions
  | 'startProgram';
