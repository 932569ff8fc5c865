import { isFullyKnown } from '../value.js';
import {
  type Arguments,
  type CodeValue,
  codeList,
  codeName,
  codeText,
  firstText,
  itemsOf,
  listed,
  unknownCodeValue,
} from './code-values.js';
import { joinedTexts } from './expressions.js';
import type { FileActionName } from './file-actions.js';
import type { Flow } from './flow.js';
import { formattedText } from './formatted-text.js';
import type { NetworkActionName } from './network-actions.js';
import type { ProgramActionName } from './run-actions.js';
import type { TextActionName } from './text-actions.js';

/** The effect of a call on the machine; returns its value, if known. */
export type CodeAction = (args: Arguments, flow: Flow) => CodeValue | undefined;

/** Functions that receive the output: `exec(cmd, (error, stdout) => …)`. */
export function callBack(args: Arguments, flow: Flow, ...values: readonly CodeValue[]): void {
  for (const item of args.list) {
    if (item.kind === 'function' || item.kind === 'ref') flow.callAny(item, { list: values, named: new Map() });
  }
}

/** `print P "x"` and `fwrite($pipe, "x")`: the target of the text, not a part of it. */
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
    'jsr:@std/fs': 'fs',
    '@std/fs': 'fs',
    'timers/promises': 'timers',
  };
  return known[plain] ?? plain;
}

export const plainActions = {
  print: asPrint,
  module: asModule,
  madeRequire: () => codeName('require'),
  same: ({ list, named }, flow) => {
    const [first = named.get('text') ?? unknownCodeValue] = list;
    return list.length > 1 && flow.language === 'r' ? codeList(list) : flow.settle(first);
  },
  namedItems: ({ list, named }, flow) =>
    list[0] === undefined ? { kind: 'map', entries: named } : flow.settle(list[0]),
  /** Numbers and answers that reveal nothing about a text. */
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

/** Actions that call an argument: `array_map('unlink', glob('x'))`, `send(:system, 'ls')`, `getattr(os, 'system')`. */
export const callingActions = {
  map: ({ list: [fn = unknownCodeValue, ...rest] }, call) => {
    const items =
      rest.length === 1
        ? itemsOf(rest[0] as CodeValue)
        : rest.flatMap((codeValue) => (codeValue.kind === 'list' ? codeValue.items : [codeValue]));
    return codeList(items.map((item) => call(namedValue(fn), listed(item))));
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

/** `startProgram` uses the function's own name: `shelljs.rm`. */
export type CodeActionName =
  | keyof typeof plainActions
  | FileActionName
  | NetworkActionName
  | TextActionName
  | ProgramActionName
  | keyof typeof callingActions
  | 'startProgram';
