import { flowCmdletRows } from '../../../.cache/powershell/cmdlets/flow.js';
import { hasUnknown, type Value } from '../../value.js';
import { listOfWords } from '../../word-lists.js';
import { type PsWord, valueWord } from '../context.js';
import { callMember, readProperty, runLine } from '../dotnet.js';
import { makeObject } from '../dotnet-static.js';
import { noteDataSent } from '../file-effects.js';
import {
  isPsBlock,
  isPsFile,
  isPsObject,
  type PsBlock,
  type PsItem,
  printedItems,
  psItems,
  psList,
  psObject,
  psText,
  psUnknown,
} from '../items.js';
import { namePatterns, narrowedFile, patternsFor } from '../narrow.js';
import { type CmdletCall, type CmdletRun, type CmdletTable, cmdletTable } from '../parameters.js';
import { boundedRounds } from '../rounds.js';
import { windowsWords } from '../windows-paths.js';

const blocksOf = (call: CmdletCall, ...names: readonly string[]): readonly PsBlock[] =>
  [...names.flatMap((name) => call.all(name)), ...call.rest].filter(isPsBlock);

const invokeExpression: CmdletRun = (call, context) => {
  const { session, machine } = context;
  const given = call.get('command') === undefined ? (call.input ?? []) : call.all('command');
  // A variable from outside of the command: its text is unknown.
  const foreign = call.words.some(
    (word) => word.kind === 'value' && word.from?.kind === 'variable' && session.isForeign(word.from.name),
  );
  if (foreign && given.every((item) => typeof item === 'string' && hasUnknown(item)))
    machine.note({ do: 'run', code: 'unknown' });
  return given.flatMap((item) => context.runText(psText(item)));
};

const invokeCommand: CmdletRun = (call, context) => {
  const host = ['computername', 'session', 'hostname', 'vmname', 'containerid', 'connectionuri'].find(
    (name) => call.get(name) !== undefined,
  );
  const blocks = blocksOf(call, 'scriptblock');
  if (host === undefined || /^(?:localhost|\.|127\.0\.0\.1)$/.test(call.text(host)))
    return blocks.flatMap(({ script }) => context.runBlock(script, { words: call.all('argumentlist').map(valueWord) }));
  const remote = hasUnknown(call.text(host)) ? 'another computer' : call.text(host);
  return blocks.map(({ script }) =>
    context.session.startProgram(['pwsh', '-NoProfile', '-Command', script.source], undefined, {
      remote,
      via: 'Invoke-Command',
    }),
  );
};

const startProcess: CmdletRun = (call, context) => {
  const file = call.text('filepath');
  if (/^https?:/i.test(file)) {
    noteDataSent(context.session, file, '');
    return [];
  }
  const folder = call.get('workingdirectory');
  const before = context.session.cwd;
  if (folder !== undefined) context.session.cwd = context.session.absolute(psText(folder));
  const items = call.all('argumentlist');
  // One text is split by the program itself; a list is first joined with spaces.
  const words = items.length === 1 ? windowsWords(psText(items[0])) : items.map(psText).flatMap(looseWords);
  context.invoke(file, words.map(valueWord));
  context.session.cwd = before;
};

/** Words of one element of `-ArgumentList`; text for a shell after `/c` stays together. */
const looseWords = (text: Value): readonly Value[] => (/^["']/.test(text) ? windowsWords(text) : [text]);

const forEachObject: CmdletRun = (call, context) => {
  const blocks = blocksOf(call, 'process', 'parallel', 'begin', 'end');
  const input = boundedRounds(call.input ?? []);
  if (blocks.length > 0)
    return (call.input === undefined ? [null] : input).flatMap((current) =>
      blocks.flatMap(({ script }) => context.runBlock(script, { current })),
    );
  const name = psText(call.get('process') ?? call.get('membername')).toLowerCase();
  const isCall = name === 'delete' || call.get('argumentlist') !== undefined || name === 'invoke';
  return input.flatMap((item) =>
    psItems(isCall ? callMember(item, name, call.all('argumentlist'), context) : readProperty(item, name, context)),
  );
};

const whereObject: CmdletRun = (call, context) => {
  const block = blocksOf(call, 'filterscript')[0];
  const op = call.words.find((word) => word.kind === 'parameter' && /^-[ic]?(?:eq|like|match|in)$/i.test(word.written));
  const property = psText(call.get('filterscript') ?? call.get('property')).toLowerCase();
  const value = call.get('value') ?? call.rest[0] ?? null;
  const patterns = block
    ? namePatterns(block.script, (expression) => context.evaluate(expression))
    : op?.kind === 'parameter'
      ? patternsFor(property, op.written.toLowerCase().replace(/^-[ic](?=eq|like|match|in$)/, '-'), value)
      : undefined;
  return (call.input ?? []).flatMap((item): readonly PsItem[] => {
    if (block) context.runBlock(block.script, { current: item });
    if (isPsFile(item)) return narrowedFile(item, patterns);
    if (isPsObject(item) && item.type === 'process:all') return [psObject('process:some', patterns ?? [])];
    return [item];
  });
};

const startJob: CmdletRun = (call, context) =>
  blocksOf(call, 'scriptblock', 'initializationscript').flatMap(({ script }) =>
    context.runBlock(script, { words: call.all('argumentlist').map(valueWord) }),
  );

const setAlias: CmdletRun = (call, { session }) =>
  void session.aliases.set(call.text('name').toLowerCase(), call.text('value'));

const setVariable: CmdletRun = (call, { session }) => {
  for (const name of call.all('name'))
    session.assign(psText(name).toLowerCase(), call.get('value') ?? psList(call.input ?? []));
};

const getVariable: CmdletRun = (call, { session }) =>
  call.all('name').map((name) => session.variable(psText(name).toLowerCase()));

const writeHost: CmdletRun = (call, { session }) =>
  void session.printedAside.push(printedItems([...call.all('object'), ...call.rest, ...(call.input ?? [])]));

const writeOutput: CmdletRun = (call) =>
  call.get('inputobject') === undefined
    ? (call.input ?? [])
    : [...call.all('inputobject'), ...call.rest.flatMap(psItems)];

const getCommand: CmdletRun = (call) =>
  call.all('name').map((name) => psObject('commandinfo', [commandPattern(psText(name))]));

/** The cmdlet that matches a pattern such as `rem*-it*`. */
function commandPattern(pattern: Value): Value {
  if (!/[*?]/.test(pattern)) return pattern;
  const known =
    listOfWords(`remove-item invoke-expression invoke-webrequest invoke-restmethod start-process clear-content set-content
    stop-computer format-volume`);
  return known.find((name) => matchesWildcard(name, pattern.toLowerCase())) ?? pattern;
}

/** Whether a text matches a pattern with `*` and `?`; linear in both, without a regular expression. */
function matchesWildcard(text: string, pattern: string): boolean {
  let reachable = new Set([0]);
  for (const char of pattern) {
    const next = new Set<number>();
    if (char === '*') for (let at = Math.min(...reachable); at <= text.length; at++) next.add(at);
    else for (const at of reachable) if (at < text.length && (char === '?' || text[at] === char)) next.add(at + 1);
    if (next.size === 0) return false;
    reachable = next;
  }
  return reachable.has(text.length);
}

const newObject: CmdletRun = (call, context) => {
  const com = call.get('comobject');
  if (com !== undefined) {
    const name = psText(com).toLowerCase();
    return [psObject(/http|internetexplorer/.test(name) ? `webclient.${name}` : `com:${name}`, [psText(com)])];
  }
  const args = [...call.all('argumentlist'), ...call.rest.flatMap(psItems)];
  return [makeObject(call.text('typename'), args, context)];
};

const invokeMethod: CmdletRun = (call, context) => {
  const name = call.text('name') || call.text('methodname');
  const args = [...call.all('argumentlist'), ...call.all('arguments')];
  const line = args.map((item) =>
    typeof item === 'object' && item !== null && item.kind === 'table'
      ? psText(item.entries.get('commandline'))
      : psText(item),
  );
  if (/^create$/i.test(name)) return runLine(line.join(' '), context);
  return (call.input ?? []).map((item) => callMember(item, name.toLowerCase(), args, context));
};

const passOn: CmdletRun = (call) => call.input ?? call.all('inputobject');
const swallow: CmdletRun = () => [];
const unknownText: CmdletRun = (call) => [psUnknown(...(call.input ?? []), ...call.all('inputobject'))];

export const flowCmdlets: CmdletTable = cmdletTable(flowCmdletRows, {
  invokeExpression,
  invokeCommand,
  startProcess,
  forEachObject,
  whereObject,
  startJob,
  setAlias,
  setVariable,
  getVariable,
  writeHost,
  writeOutput,
  swallow,
  getCommand,
  newObject,
  invokeMethod,
  passOn,
  unknownText,
});

/** Binds the arguments of a function call to its parameters. */
export function bindFunction(
  names: readonly string[],
  words: readonly PsWord[],
): { readonly given: ReadonlyMap<string, PsItem>; readonly rest: readonly PsItem[] } {
  const given = new Map<string, PsItem>();
  const rest: PsItem[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as PsWord;
    if (word.kind === 'value') {
      rest.push(word.item);
      continue;
    }
    const short = word.written.slice(1).toLowerCase();
    const full = names.find((name) => name === short) ?? names.find((name) => name.startsWith(short));
    const next = words[at + 1];
    if (full === undefined) continue;
    if (word.value !== undefined) given.set(full, word.value);
    else if (next?.kind === 'value') {
      given.set(full, next.item);
      at++;
    } else given.set(full, true);
  }
  for (const name of names) if (!given.has(name) && rest.length > 0) given.set(name, rest.shift() as PsItem);
  return { given, rest };
}
