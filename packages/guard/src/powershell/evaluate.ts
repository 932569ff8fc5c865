import { hasUnknown, marks, type Value } from '../value.js';
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

export function evaluateExpression(expression: PsExpression, context: PsContext, run: RunStatements): PsItem {
  const { session } = context;
  session.step();
  switch (expression.kind) {
    case 'text':
      return expression.text;
    case 'number':
      return expression.value;
    case 'variable':
      return session.variable(expression.name);
    case 'expand':
      return expanded(expression.parts, context);
    case 'statements': {
      const items = run(expression.body);
      return expression.isArray || items.length !== 1 ? psList(items) : (items[0] as PsItem);
    }
    case 'table': {
      const entries = expression.entries.map(([key, value]): [string, PsItem] => [
        psText(context.evaluate(key)).toLowerCase(),
        psSingle(run([value])),
      ]);
      return { kind: 'table', entries: new Map(entries) };
    }
    case 'block':
      return { kind: 'block', script: expression.script };
    case 'type':
      return psObject(`type:${expression.name}`);
    case 'cast':
      return castItem(expression.type, context.evaluate(expression.of), context);
    case 'unary':
      return unary(expression.op, context.evaluate(expression.of));
    case 'binary':
      return applyOperator(
        expression.op,
        context.evaluate(expression.left),
        context.evaluate(expression.right),
        session,
      );
    case 'choice':
      context.evaluate(expression.test);
      return psEither([context.evaluate(expression.yes), context.evaluate(expression.no)]);
    case 'list':
      return psList(expression.items.map((item) => context.evaluate(item)));
    case 'index':
      return indexed(context.evaluate(expression.of), context.evaluate(expression.index));
    case 'member':
      return member(expression, context);
  }
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
  const number = psNumber(of);
  switch (op) {
    case '-join':
      return psItems(of).map(psText).join('');
    case '-split':
      return splitPsText(psText(of), ' ');
    case '-not':
      return hasUnknown(psText(of)) ? psUnknown() : !isPsTrue(of);
    case '-':
      return number === undefined ? psUnknown(of) : -number;
    default:
      return number ?? psUnknown(of);
  }
}

/** `[char]114`, `[string]$x`, `[scriptblock]'…'` and others. */
export function castItem(type: string, item: PsItem, context: PsContext): PsItem {
  if (isPsEither(item)) return psEither(item.items.map((one) => castItem(type, one, context)));
  switch (type) {
    case 'char':
      return toChar(item);
    case 'char[]':
      return psList(typeof item === 'string' ? [...item] : psItems(item).map(toChar));
    case 'string':
      return psText(item);
    case 'string[]':
    case 'array':
    case 'object[]':
      return isPsList(item) ? item : psList([item]);
    case 'int':
    case 'int32':
    case 'int64':
    case 'long':
    case 'byte':
    case 'uint32':
      return typeof item === 'string' && item.length === 1 && psNumber(item) === undefined
        ? item.charCodeAt(0)
        : (psNumber(item) ?? psUnknown(item));
    case 'byte[]':
    case 'int[]':
      return isPsList(item) ? psList(item.items.map((one) => castItem('int', one, context))) : item;
    case 'void':
      return null;
    case 'scriptblock':
      return blockOf(psText(item), context);
    case 'wmiclass':
      return psObject('wmiclass', [item]);
    case 'io.fileinfo':
    case 'io.directoryinfo':
      return { kind: 'file', path: context.session.absolute(psText(item)), isDeep: false };
    default:
      return item;
  }
}

function toChar(item: PsItem): PsItem {
  const code = psNumber(item);
  if (typeof item === 'string' && item.length === 1) return item;
  return code === undefined || code < 0 || code > 0xffff ? psUnknown(item) : String.fromCharCode(code);
}

/** A block made of text; text that nobody knows is run as such when the block is called. */
export function blockOf(text: Value, context: PsContext): PsItem {
  try {
    return { kind: 'block', script: parsePowerShell(text) };
  } catch {
    return psObject('scripttext', [context.session.bounded(text)]);
  }
}

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
  // A stream fills the variable that it is given.
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
