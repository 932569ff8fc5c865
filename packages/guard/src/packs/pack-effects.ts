import type { Effect } from '../effect.js';
import { type Call, type LaunchOptions, type Machine, printedInContainer } from '../machine.js';
import { contentOf } from '../places/scope.js';
import { forKnownReceiver, isFullyKnown, marks, sentContent, shownValue, sourcesOf, type Value } from '../value.js';
import { runEditor } from './editor-commands.js';
import type { OptionUse } from './options.js';
import type { Pack } from './pack.js';
import type { Shape, TypedOperand } from './shape.js';
import type { PackEffect } from './shape-effects.js';

/** A shape that matches a call, with the words of its typed operands. */
export interface ShapeMatch {
  readonly shape: Shape;
  /** The literal operands of the shape: `delete` in `kubectl delete pod x`. */
  readonly words: Value[];
  readonly named: Map<string, readonly Value[]>;
  /** The commands and texts to run. */
  readonly runs: { readonly operand: TypedOperand; readonly words: readonly Value[] }[];
  readonly options: readonly OptionUse[];
}

interface EffectContext {
  readonly match: ShapeMatch;
  readonly call: Call;
  readonly machine: Machine;
  /** For messages: `kubectl delete`. */
  readonly title: string;
  readonly target: string | undefined;
}

/** Applies the effects of a shape; returns the known parts of the program's output. */
export function applyShape(pack: Pack, match: ShapeMatch, call: Call, machine: Machine): readonly Value[] {
  const title = [call.name, ...match.words.map(shownValue)].join(' ').slice(0, 100);
  const value = match.options.findLast((use) => pack.target.includes(use.name))?.value;
  const target = value === undefined ? undefined : shownValue(value);
  const context: EffectContext = { match, call, machine, title, target };
  return match.shape.effects.flatMap((effect) => applyEffect(effect, context) ?? []);
}

/** The effect itself, if nothing else happens; undefined if it reads or runs something. */
function plainEffects(
  effect: PackEffect,
  { match, machine, title, target }: EffectContext,
): readonly Effect[] | undefined {
  const places = (name: string) => pathsOf(match, name).map((path) => machine.place(path));
  const named = target === undefined ? {} : { target };
  switch (effect.do) {
    case 'delete':
      return places(effect.name).map((at) => ({ do: 'delete', at, recursive: effect.recursive }));
    case 'permit': {
      const mode = match.named.get('mode')?.[0];
      const known = mode !== undefined && isFullyKnown(mode) ? { mode } : {};
      return places(effect.name).map((at) => ({ do: 'permit', at, recursive: effect.recursive, ...known }));
    }
    case 'move':
      return places(effect.to).flatMap((to) => places(effect.from).map((from) => ({ do: 'move', from, to })));
    case 'run':
    case 'push':
      return [effect];
    case 'shell':
      return [{ do: 'shell', over: 'network' }];
    case 'discard':
    case 'rewrite':
    case 'forget':
      return [{ do: effect.do, what: effect.text }];
    case 'destroy':
      return [{ do: 'destroy', kind: effect.kind, what: effect.text || title, ...named }];
    default:
      return 'text' in effect && effect.do !== 'reveal' && effect.do !== 'gives text'
        ? [{ do: effect.do, what: effect.text || title, ...named }]
        : undefined;
  }
}

const pathsOf = ({ named }: ShapeMatch, name: string): readonly Value[] =>
  (named.get(name) ?? []).filter((path) => path !== '-');

function applyEffect(effect: PackEffect, context: EffectContext): Value | readonly Value[] | undefined {
  const { match, call, machine, title, target } = context;
  const paths = (name: string): readonly Value[] => pathsOf(match, name);
  const plain = plainEffects(effect, context);
  if (plain) for (const one of plain) machine.note(one);
  if (effect.do === 'write') for (const path of paths(effect.name)) machine.write(path, effect.how);
  if (effect.do === 'send') noteSend(effect, context);
  if (effect.do === 'read')
    return (match.named.get(effect.name) ?? []).map((path) =>
      path === '-' ? (call.stdin ?? marks.any) : machine.read(path),
    );
  if (effect.do === 'reveal') return machine.secret(effect.text);
  if (effect.do === 'run it') return match.runs.map((run) => runOperand(run, context));
  if (effect.do === 'run file')
    return paths(effect.name).map((path) =>
      machine.run([path.includes('/') ? path : `./${path}`], inputOf(call, title)),
    );
  if (effect.do === 'sql')
    return sqlTexts(effect.file, context).map(
      (sql) => machine.runSql(sql, target) + marks.any + sourcesOf(sql).replaceAll(marks.secret, ''),
    );
  if (effect.do === 'ex') return runEx(effect.file, context);
  if (effect.do === 'gives text') return `${effect.text}\n`;
  return effect.do === 'gives' ? outputOf(effect.what, context) : undefined;
}

function runEx(file: string | undefined, { match, call, machine, title }: EffectContext): readonly Value[] | undefined {
  const given = match.named.get('ex') ?? [call.stdin ?? ''];
  const texts = file === undefined ? given : pathsOf(match, file).map((path) => machine.read(path));
  const files = pathsOf(match, 'file');
  // The commands of all options apply to the same files, in order.
  runEditor(texts.join('\n'), machine, title, files);
  // `ed file <<< ,p` prints the file.
  return printsFile(given.join('\n')) ? files.map((path) => machine.read(path)) : undefined;
}

const printsFile = (commands: Value): boolean =>
  /(?:^|\n)[ \t]*[%,$\d]{0,9}[pnl](?:rint)?[ \t]*(?:$|\n)/.test(commands);

function sqlTexts(file: string | undefined, { match, call, machine }: EffectContext): readonly Value[] {
  if (file === undefined) return match.named.get('sql') ?? (call.stdin === undefined ? [] : [call.stdin]);
  return (match.named.get(file) ?? []).map((path) =>
    path === '-' || path === '/dev/stdin' ? (call.stdin ?? '') : machine.read(path),
  );
}

function noteSend(effect: Extract<PackEffect, { do: 'send' }>, { match, call, machine }: EffectContext): void {
  const hosts = effect.to === undefined ? [] : (match.named.get(effect.to) ?? []);
  const host = shownValue(hosts[0] ?? '');
  if (effect.what === 'secret') {
    machine.note({ do: 'send', secret: true, host });
    return;
  }
  const isPath = [...match.shape.operands, ...match.shape.options].some(
    (one) => 'operand' in one && one.operand?.name === effect.what && one.operand.type.startsWith('path'),
  );
  const sources = effect.what === 'stdin' ? [call.stdin ?? ''] : (match.named.get(effect.what) ?? []);
  for (const source of sources) {
    const text = isPath && source !== '-' ? contentOf(machine, source) : source === '-' ? (call.stdin ?? '') : source;
    const what = isPath ? { what: shownValue(source) } : {};
    machine.note({ do: 'send', ...sentContent(forKnownReceiver(text)), host, ...what });
  }
}

/** Runs a command or text that the shape found; returns its output. */
function runOperand(
  { operand, words }: ShapeMatch['runs'][number],
  { match, call, machine, title, target }: EffectContext,
): Value {
  const hosts = [...match.shape.operands].flatMap((one) =>
    one.is === 'typed' && one.operand.type === 'host' ? (match.named.get(one.operand.name) ?? []) : [],
  );
  const remote = shownValue(hosts[0] ?? target ?? call.name);
  const options: LaunchOptions = { ...inputOf(call, title), ...(operand.remote && { remote }) };
  const text = words[0] ?? '';
  if (operand.type === 'code' && operand.language) return machine.runCode(operand.language, text, options);
  // The value of an option such as `--rsh=<cmd>` is one text with all words of a command.
  const isOneText = operand.type === 'shell' || match.shape.options.some((one) => one.operand === operand);
  const printed = isOneText ? machine.runShell(text, options) : machine.run(words, options);
  return operand.remote ? printedInContainer(machine, printed) : printed;
}

const inputOf = (call: Call, via: string): LaunchOptions => ({
  via,
  ...(call.stdin !== undefined && { stdin: call.stdin }),
});

function outputOf(what: Extract<PackEffect, { do: 'gives' }>['what'], { call, machine, title }: EffectContext): Value {
  if (what === 'nothing') return '';
  if (what === 'stdin') return call.stdin ?? marks.any;
  if (what === 'secret') return machine.secret(title);
  if (what === 'decoded') return marks.decoded + sourcesOf(call.stdin);
  if (what !== 'unpacked') return marks[what];
  // Compressed text that is spelled out in the command hides its content; a file or a download keeps its source.
  return (
    (call.stdin !== undefined && isFullyKnown(call.stdin) ? marks.decoded : '') + sourcesOf(call.stdin) || marks.any
  );
}
