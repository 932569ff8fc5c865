import { attempt } from '@anyhook/core';
import { hasUnknown, marks, type Value } from '../value.js';
import { byWord } from '../word-lists.js';
import type { PsContext } from './context.js';
import { callMember, readProperty } from './dotnet.js';
import { callStatic, readStatic } from './dotnet-static.js';
import {
  isPsBytes,
  isPsEither,
  isPsList,
  isPsTable,
  isPsTrue,
  type PsItem,
  psEither,
  psItems,
  psList,
  psNumber,
  psObject,
  psText,
  psUnknown,
} from './items.js';
import { applyOperator, splitPsText } from './operators.js';
import { parsePowerShell } from './parse.js';
import type { PsExpression, PsStatement } from './syntax.js';

type RunStatements = (body: readonly PsStatement[]) => readonly PsItem[];

type Evaluators = {
  readonly [Kind in PsExpression['kind']]: (
    expression: PsExpression & { readonly kind: Kind },
    context: PsContext,
    run: RunStatements,
  ) => PsItem;
};

const evaluators: Evaluators = {
  text: ({ text }) => text,
  number: ({ value }) => value,
  variable: ({ name }, { session }) => session.variable(name),
  expand: ({ parts }, context) => expanded(parts, context),
  statements: ({ body, isArray }, _, run) => {
    const items = run(body);
    return isArray || items.length !== 1 ? psList(items) : (items[0] as PsItem);
  },
  table: ({ entries }, context, run) => {
    const keyOf = (key: PsExpression) => psText(context.evaluate(key)).toLowerCase();
    return { kind: 'table', entries: new Map(entries.map(([key, value]) => [keyOf(key), psSingle(run([value]))])) };
  },
  block: ({ script }) => ({ kind: 'block', script }),
  type: ({ name }) => psObject(`type:${name}`),
  cast: ({ type, of }, context) => castItem(type, context.evaluate(of), context),
  unary: ({ op, of }, context) => unary(op, context.evaluate(of)),
  binary: ({ op, left, right }, context) =>
    applyOperator(op, context.evaluate(left), context.evaluate(right), context.session),
  choice: ({ test, yes, no }, context) => {
    context.evaluate(test);
    return psEither([context.evaluate(yes), context.evaluate(no)]);
  },
  list: ({ items }, context) => psList(items.map((item) => context.evaluate(item))),
  index: ({ of, index }, context) => indexed(context.evaluate(of), context.evaluate(index)),
  member: (expression, context) => member(expression, context),
};

export function evaluateExpression(expression: PsExpression, context: PsContext, run: RunStatements): PsItem {
  context.session.step();
  const evaluate: (expression: never, context: PsContext, run: RunStatements) => PsItem = evaluators[expression.kind];
  return evaluate(expression as never, context, run);
}

export const psSingle = (items: readonly PsItem[]): PsItem =>
  items.length === 1 ? (items[0] as PsItem) : items.length === 0 ? null : psList(items);

/** Text with variables; a variable with several possible values gives several texts. */
function expanded(parts: readonly (Value | PsExpression)[], context: PsContext): PsItem {
  let texts: Value[] = [''];
  for (const part of parts) {
    const value = typeof part === 'string' ? part : context.evaluate(part);
    const choices = isPsEither(value) && texts.length * value.items.length <= 8 ? value.items : [value];
    texts = texts.flatMap((text) => choices.map((choice) => context.session.bounded(text + psText(choice))));
  }
  return psEither(texts);
}

function unary(op: string, of: PsItem): PsItem {
  if (op === '-join') return psItems(of).map(psText).join('');
  if (op === '-split') return splitPsText(psText(of), ' ');
  if (op === '-not') return hasUnknown(psText(of)) ? psUnknown() : !isPsTrue(of);
  const number = psNumber(of);
  return number === undefined ? psUnknown(of) : op === '-' ? -number : number;
}

const toNumber = (item: PsItem): PsItem =>
  typeof item === 'string' && item.length === 1 && psNumber(item) === undefined
    ? item.charCodeAt(0)
    : (psNumber(item) ?? psUnknown(item));

const casts: Readonly<Record<string, (item: PsItem, context: PsContext) => PsItem>> = byWord({
  char: (item) => toChar(item),
  'char[]': (item) => psList(typeof item === 'string' ? [...item] : psItems(item).map(toChar)),
  string: (item) => psText(item),
  'string[] array object[]': (item) => (isPsList(item) ? item : psList([item])),
  'int int32 int64 long byte uint32': toNumber,
  'byte[] int[]': (item, context) =>
    isPsList(item) ? psList(item.items.map((one) => castItem('int', one, context))) : item,
  void: () => null,
  scriptblock: (item, context) => blockOf(psText(item), context),
  wmiclass: (item) => psObject('wmiclass', [item]),
  'io.fileinfo io.directoryinfo': (item, { session }) => ({
    kind: 'file',
    path: session.absolute(psText(item)),
    isDeep: false,
  }),
});

/** `[char]114`, `[string]$x`, `[scriptblock]'…'` and others. */
function castItem(type: string, item: PsItem, context: PsContext): PsItem {
  if (isPsEither(item)) return psEither(item.items.map((one) => castItem(type, one, context)));
  const cast = Object.hasOwn(casts, type) ? casts[type] : undefined;
  return cast ? cast(item, context) : item;
}

function toChar(item: PsItem): PsItem {
  const code = psNumber(item);
  if (typeof item === 'string' && item.length === 1) return item;
  return code === undefined || code < 0 || code > 0xffff ? psUnknown(item) : String.fromCharCode(code);
}

/** A block made of text; unknown text is run as such when the block is called. */
export const blockOf = (text: Value, context: PsContext): PsItem =>
  attempt(
    () => ({ kind: 'block', script: parsePowerShell(text) }),
    psObject('scripttext', [context.session.bounded(text)]),
  );

function indexed(of: PsItem, index: PsItem): PsItem {
  if (isPsTable(of)) return of.entries.get(psText(index).toLowerCase()) ?? null;
  if (isPsList(index)) return psList(index.items.map((one) => indexed(of, one)));
  const at = psNumber(index);
  if (at === undefined) return psUnknown(of);
  if (isPsBytes(of)) return of.bytes?.charCodeAt(at) ?? psUnknown(of);
  if (typeof of === 'string') return hasUnknown(of) ? psUnknown(of) : (of.at(at) ?? null);
  if (isPsList(of) && !of.isEither) return of.items.at(at) ?? null;
  return of;
}

function member(expression: PsExpression & { kind: 'member' }, context: PsContext): PsItem {
  const name = psText(context.evaluate(expression.name)).toLowerCase();
  const of = context.evaluate(expression.of);
  const args = expression.args?.map((arg) => context.evaluate(arg));
  const type = expression.isStatic && typeof of === 'object' && of !== null && of.kind === 'object' ? of.type : '';
  if (type.startsWith('type:')) {
    const typeName = type.slice('type:'.length);
    if (typeName === 'array' && name === 'reverse') return reversed(expression.args?.[0], context);
    return args ? callStatic(typeName, name, args, context) : readStatic(typeName, name, context);
  }
  // A stream fills the variable that is passed to it.
  const buffer = expression.args?.[0];
  if (name === 'read' && buffer?.kind === 'variable' && psText(of).includes(marks.net))
    context.session.assign(buffer.name, psUnknown(of));
  return args ? callMember(of, name, args, context) : readProperty(of, name, context);
}

/** `[array]::Reverse($x)` changes the variable. */
function reversed(target: PsExpression | undefined, context: PsContext): PsItem {
  if (target?.kind === 'variable') {
    const items = psItems(context.session.variable(target.name));
    context.session.assign(target.name, psList([...items].reverse()));
  }
  return null;
}
