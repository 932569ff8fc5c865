import { actionNames, handing, ofEnvironment } from '../../.cache/code/calls.js';
import { isFullyKnown, marks } from '../value.js';
import { actionOf, emptyBeginnings } from './action-names.js';
import { type CodeActionName, callingActions, plainActions } from './actions.js';
import {
  type Arguments,
  type CodeText,
  type CodeValue,
  codeList,
  codeName,
  codePath,
  codeText,
  derivedValue,
  elementOf,
  firstText,
  itemsOf,
  listed,
  noArguments,
  sourcesIn,
  unknownCodeValue,
} from './code-values.js';
import { databaseMethod } from './database.js';
import { type FileActionName, pathMethod, runFileAction, unpackMethod } from './file-actions.js';
import { type Flow, isEnvironment } from './flow.js';
import { runNetworkAction, sendMethod } from './network-actions.js';
import { asNamedProgram, feedProcess, runProgramAction } from './run-actions.js';
import { runTextAction } from './text-actions.js';
import { listMethod, textMethod } from './text-methods.js';

/** Calls a function of the program, or a name of the language. */
export function callCodeValue(callee: CodeValue, args: Arguments, flow: Flow): CodeValue {
  if (callee.kind === 'function') return flow.call(callee, args);
  if (callee.kind === 'text') return callText(callee, args, flow);
  if (callee.kind !== 'ref') return unknownCodeValue;
  const own = flow.functions.get(callee.name);
  if (own !== undefined) return flow.call(own, args);
  // A call that gets an open file may write to it; the body of a function in the program shows its effects.
  if (flow.emptied.size > 0 && !isClosing(callee))
    for (const item of [...args.list, ...args.named.values()]) forgetEmptied(item, flow);
  const action = actionOf(callee.name, flow);
  return action !== undefined ? runAction(action, callee.name, args, flow) : callUnknown(callee.name, args, flow);
}

const isClosing = (callee: CodeValue): boolean =>
  callee.kind === 'ref' && /(?:^|\.)f?close(?:Sync)?$/.test(callee.name);

/** A file that another function writes to is no longer empty. */
function forgetEmptied(codeValue: CodeValue, flow: Flow): void {
  if (codeValue.kind !== 'text' || codeValue.type !== 'file') return;
  for (const path of codeValue.path ?? []) flow.emptied.delete(path);
}

/** `$f('ls')` in php, where `$f` is a name. */
function callText(callee: CodeValue, args: Arguments, flow: Flow): CodeValue {
  const name = firstText(callee);
  const isName = (flow.language === 'php' || flow.language === 'perl') && isFullyKnown(name) && name !== '';
  return isName
    ? callCodeValue(codeName(name), args, flow)
    : callFunctions(args, derivedValue(callee, ...args.list), flow);
}

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);
const isKeyOf = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table =>
  Object.hasOwn(table, name);

/** A table lists the names of actions, to find them without loading their code; all others are about files. */
function runAction(action: CodeActionName, name: string, args: Arguments, flow: Flow): CodeValue {
  if (action === 'startProgram') return asNamedProgram(name.slice(name.lastIndexOf('.') + 1), args, flow);
  if (isKeyOf(callingActions, action))
    return callingActions[action](args, (callee, inner) => callCodeValue(callee, inner, flow));
  if (isKeyOf(plainActions, action)) return plainActions[action](args, flow) ?? unknownCodeValue;
  if (isOneOf(actionNames.text, action)) return runTextAction(action, args, flow);
  if (isOneOf(actionNames.program, action)) return runProgramAction(action, args, flow);
  if (isOneOf(actionNames.network, action)) return runNetworkAction(action, args, flow);
  return runFileAction(action, args, flow);
}

/** An unknown function: it may call its arguments, and returns a value derived from them. */
function callUnknown(name: string, args: Arguments, flow: Flow): CodeValue {
  const settled = name.endsWith('.keys') ? args.list : args.list.map((codeValue) => flow.settle(codeValue));
  callFunctions(args, unknownCodeValue, flow);
  callLater(args, flow);
  const sources = sourcesIn(codeList(settled));
  const last = name.slice(name.lastIndexOf('.') + 1);
  databaseMethod(name, args, flow);
  unpackMethod(last, args, flow);
  sendMethod(last, { ...args, list: settled }, flow);
  const method = flow.functions.get(last);
  if (method !== undefined && name.includes('.')) return flow.call(withoutSelf(method), args);
  return sources === '' || name.startsWith('Object.keys') ? codeName(`${name}()`) : codeText(sources);
}

/** `Thread(target=f, args=(…))`, `submit(f, …)`, `partial(f, …)`: the function that matters is called later. */
function callLater(args: Arguments, flow: Flow): void {
  const [first, ...rest] = args.list;
  const target = args.named.get('target');
  const given = args.named.get('args');
  if (target !== undefined)
    callCodeValue(
      target,
      { list: given?.kind === 'list' ? given.items : given === undefined ? [] : [given], named: new Map() },
      flow,
    );
  else if (first?.kind === 'ref' && rest.length > 0 && actionOf(first.name, flow) !== undefined)
    callCodeValue(first, { list: rest, named: args.named }, flow);
}

const withoutSelf = <T extends { readonly params: readonly string[] }>(fn: T): T =>
  fn.params[0] === 'self' || fn.params[0] === 'cls' ? { ...fn, params: fn.params.slice(1) } : fn;

/** Functions among the arguments run at some time, with values derived from `from`. */
function callFunctions(args: Arguments, from: CodeValue, flow: Flow): CodeValue {
  for (const item of args.list) if (item.kind === 'function') flow.call(item, listed(from, from));
  return from;
}

export function memberOf(owner: CodeValue, name: string, flow: Flow): CodeValue {
  if (owner.kind === 'map') return owner.entries.get(name) ?? unknownCodeValue;
  if (owner.kind === 'ref') return refMember(owner.name, name, flow);
  if (owner.kind === 'text') {
    if (owner.type === 'process' || owner.type === 'socket' || owner.type === 'file') return owner;
    if (owner.type === 'path' && pathProperties.has(name)) return pathMethod(owner, name, noArguments, flow) ?? owner;
    if (name === 'constructor') return codeName('constructor');
    return derivedValue(owner);
  }
  if (owner.kind === 'function') return name === 'constructor' ? codeName('Function') : owner;
  return derivedValue(owner);
}

/** Only these names of a path are properties; the others act when they are called. */
const pathProperties = new Set(['parent', 'name', 'path']);

/** No name of an action is longer. */
const maxNameLength = 300;

function refMember(owner: string, name: string, flow: Flow): CodeValue {
  if (isEnvironment(owner)) return environmentNames.has(name) ? codeName(`${owner}.${name}`) : flow.variable(name);
  if (owner === 'os' && name === 'sep') return codeText('/');
  if (owner === 'path' && name === 'sep') return codeText('/');
  if (name === 'constructor' && owner.endsWith('constructor')) return codeName('Function');
  if (owner === 'sys' && name === 'argv')
    return codeList([codeText('-c'), ...(flow.options.args ?? []).slice(1).map((text) => codeText(text))]);
  if (owner === 'process' && name === 'argv')
    return codeList([codeText('node'), ...(flow.options.args ?? []).slice(1).map((text) => codeText(text))]);
  if (name === '__dict__' || name === 'default') return codeName(owner);
  if (owner === 'sys.modules' || owner === 'globals()' || owner === 'locals()')
    return flow.variables.get(name) ?? codeName(name);
  if (owner.length > maxNameLength) return codeName(owner);
  const whole = `${owner}.${name}`;
  return flow.variables.get(whole) ?? codeName(emptyBeginnings.includes(`${owner}.`) ? name : whole);
}

const environmentNames = new Set(ofEnvironment);

export function itemOf(owner: CodeValue, key: CodeValue, flow: Flow): CodeValue {
  const name = firstText(key);
  if (owner.kind === 'ref') {
    if (isEnvironment(owner.name)) return isFullyKnown(name) ? flow.variable(name) : derivedValue(key);
    if (owner.name === 'Dir') return runFileAction('list', listed(key), flow);
    return isFullyKnown(name) && key.kind === 'text' && key.type !== 'number'
      ? refMember(owner.name, name, flow)
      : codeName(`${owner.name}[]`);
  }
  if (owner.kind === 'map') return owner.entries.get(name) ?? unknownCodeValue;
  if (owner.kind === 'list') {
    const at = Number(name);
    return Number.isInteger(at)
      ? (owner.items.at(flow.language === 'lua' ? at - 1 : at) ?? unknownCodeValue)
      : elementOf(owner);
  }
  if (owner.kind === 'text' && owner.type === undefined && owner.values.every(isFullyKnown)) {
    const at = Number(name);
    if (Number.isInteger(at)) return codeText(...owner.values.map((value) => [...value].at(at) ?? ''));
    if (isFullyKnown(name)) return memberOf(owner, name, flow);
  }
  return derivedValue(owner);
}

/** Methods that pass their object to a function, item by item or as a whole. */
const handingMethods = new Set(handing);

export function callMethod(owner: CodeValue, name: string, args: Arguments, flow: Flow): CodeValue {
  if (name === 'constructor' && flow.language === 'javascript') return runProgramAction('evaluate', args, flow);
  if (name === 'then') return handOver(owner, name, args, flow);
  if (owner.kind === 'ref') return callRefMethod(owner.name, name, args, flow);
  if (owner.kind === 'function')
    return callCodeValue(
      owner,
      name === 'apply'
        ? spreadSecond(args)
        : name === 'call' && flow.language === 'javascript'
          ? { ...args, list: args.list.slice(1) }
          : args,
      flow,
    );
  if (handingMethods.has(name)) return handOver(owner, name, args, flow);
  if (owner.kind === 'map') return callCodeValue(owner.entries.get(name) ?? unknownCodeValue, args, flow);
  if (owner.kind === 'list') return listMethod(owner, name, args) ?? derivedValue(owner, ...args.list);
  const input = flow.settle(args.list[0] ?? (writeNames.has(name) ? codeText('') : unknownCodeValue));
  if (owner.type === 'process' && feedNames.has(name)) return feedProcess(owner, input, flow);
  // Paths in JavaScript are strings.
  if (owner.type === 'path' && flow.language !== 'javascript')
    return pathMethod(owner, name, args, flow) ?? methodOfText(owner, name, args, flow);
  const writesNothing = closingNames.has(name) || (writeNames.has(name) && firstText(input) === '');
  if (owner.type === 'file' && !writesNothing) forgetEmptied(owner, flow);
  if (owner.type === 'file' && owner.path !== undefined && writeNames.has(name))
    return runFileAction('append', listed({ ...codeText(...owner.path) }, input), flow);
  if (owner.type === 'file')
    return (owner.path && fileMethod(codePath(owner.path), name, args, flow)) ?? codeText(...owner.values);
  if (flow.host !== '' || flow.hasSocket) sendMethod(name, args, flow);
  if (owner.type === 'socket' && name === 'connect') runNetworkAction('socket', args, flow);
  if (owner.type === 'socket') return callFunctions(args, derivedValue(owner), flow);
  if (owner.values.includes(marks.any)) databaseMethod(`it.${name}`, args, flow);
  return methodOfText(owner, name, args, flow);
}

/** A function argument gets the matches: `text.replace(/a/, (part) => …)`. */
function methodOfText(owner: CodeText, name: string, args: Arguments, flow: Flow): CodeValue {
  const known = textMethod(owner, name, args);
  const given = callFunctions(args, known === undefined ? derivedValue(owner, ...args.list) : owner, flow);
  return known ?? given;
}

/** Effects of an open file's methods on the file itself. */
const fileMethods: Readonly<Record<string, FileActionName>> = {
  delete: 'delete',
  unlink: 'delete',
  truncate: 'truncate',
  writer: 'openWrite',
};

const fileMethod = (path: CodeValue, name: string, args: Arguments, flow: Flow): CodeValue | undefined => {
  const action = Object.hasOwn(fileMethods, name) ? fileMethods[name] : undefined;
  return action && runFileAction(action, { ...args, list: [path, ...args.list] }, flow);
};

/** Methods that leave the file's content unchanged. */
const closingNames = new Set(['close', 'flush', '__enter__', '__exit__', 'fileno', 'tell', 'seek', 'truncate']);
const feedNames = new Set(['communicate', 'write', 'end', 'puts', 'print', 'sendline', 'send']);
const writeNames = new Set(['write', 'writelines', 'puts', 'print', 'end', '<<']);

function handOver(owner: CodeValue, name: string, args: Arguments, flow: Flow): CodeValue {
  const isWhole = owner.kind === 'ref' || (owner.kind === 'text' && !(name === 'each' || name === 'map'));
  const items = isWhole ? [owner] : itemsOf(owner);
  const results: CodeValue[] = [];
  for (const item of args.list) for (const value of items) results.push(handItem(item, value, name, flow));
  if (name === 'filter' || name === 'select' || name === 'reject' || name === 'each' || results.length === 0)
    return owner;
  return owner.kind === 'list' && name !== 'reduce' ? codeList(results) : (results.at(-1) ?? owner);
}

function handItem(fn: CodeValue, value: CodeValue, name: string, flow: Flow): CodeValue {
  if (fn.kind === 'function')
    return flow.call(fn, { list: name === 'reduce' ? [unknownCodeValue, value] : [value, value], named: new Map() });
  if (fn.kind === 'ref') return callCodeValue(fn, listed(value), flow);
  return name === 'map' || name === 'each' ? callMethod(value, firstText(fn), noArguments, flow) : value;
}

const spreadSecond = (args: Arguments): Arguments => {
  const [, list] = args.list;
  return { ...args, list: list?.kind === 'list' ? list.items : [] };
};

function callRefMethod(owner: string, name: string, args: Arguments, flow: Flow): CodeValue {
  if (isEnvironment(owner)) return environmentMethod(owner, name, args, flow);
  const [first] = args.list;
  if (flow.language === 'ruby' && first !== undefined && isFullyKnown(firstText(first))) {
    if (name === 'method' || name === 'const_get') return codeName(`${owner}.${firstText(first)}`);
    if (['send', 'public_send', '__send__'].includes(name))
      return callMethod(codeName(owner), firstText(first), { ...args, list: args.list.slice(1) }, flow);
  }
  if (textTypes.has(owner) && first !== undefined && actionOf(`${owner}.${name}`, flow) === undefined)
    return callMethod(first, name, { ...args, list: args.list.slice(1) }, flow);
  const isFunction = actionOf(owner, flow) !== undefined || flow.functions.has(owner);
  if (isFunction && actionOf(`${owner}.${name}`, flow) === undefined) {
    if (name === 'call' || name === 'bind') return appliedOrBound(owner, name, args, flow);
    if (name === 'apply') return callCodeValue(codeName(owner), spreadSecond(args), flow);
    if (name === 'new' || name === '()') return callCodeValue(codeName(owner), args, flow);
  }
  return callCodeValue(refMember(owner, name, flow), args, flow);
}

/** `str.join(' ', list)`: methods whose first argument is the text. */
const textTypes = new Set(['str', 'bytes', 'string']);

function appliedOrBound(owner: string, name: string, args: Arguments, flow: Flow): CodeValue {
  if (name === 'bind') return codeName(owner);
  const list = flow.language === 'javascript' ? args.list.slice(1) : args.list;
  return callCodeValue(codeName(owner), { ...args, list }, flow);
}

function environmentMethod(owner: string, name: string, args: Arguments, flow: Flow): CodeValue {
  const [key] = args.list;
  if (key !== undefined && ['get', 'fetch', 'pop', 'dig', 'setdefault', 'has', 'delete'].includes(name))
    return itemOf(codeName(owner), key, flow);
  if (['items', 'values', 'toObject', 'to_h', 'to_a', 'inspect', 'each', 'map', 'each_pair'].includes(name)) {
    const all = flow.settle(codeName(owner));
    callFunctions(args, all, flow);
    return codeList([codeList([codeText(''), all])]);
  }
  return name === 'copy' ? codeName(owner) : unknownCodeValue;
}
