import { type Call, type LaunchOptions, type Machine, printedInContainer } from '../machine.js';
import { contentOf } from '../places/scope.js';
import { forKnownReceiver, isFullyKnown, marks, sentContent, shownValue, sourcesOf, type Value } from '../value.js';
import { runEditor } from './editor-commands.js';
import type { OptionUse } from './options.js';
import type { Pack } from './pack.js';
import type { Shape, TypedOperand } from './shape.js';
import type { PackEffect } from './shape-effects.js';

/** A shape that fits a call, with the words that its typed operands stand for. */
export interface ShapeMatch {
  readonly shape: Shape;
  /** The operands that the shape spells out: `delete` of `kubectl delete pod x`. */
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
  /** For people: `kubectl delete`. */
  readonly title: string;
  readonly target: string | undefined;
}

/** Notes the effects of a shape; returns the parts of what the program prints that are known. */
export function applyShape(pack: Pack, match: ShapeMatch, call: Call, machine: Machine): readonly Value[] {
  const title = [call.name, ...match.words.map(shownValue)].join(' ').slice(0, 100);
  const value = match.options.findLast((use) => pack.target.includes(use.name))?.value;
  const target = value === undefined ? undefined : shownValue(value);
  const context: EffectContext = { match, call, machine, title, target };
  return match.shape.effects.flatMap((effect) => applyEffect(effect, context) ?? []);
}

function applyEffect(effect: PackEffect, context: EffectContext): Value | readonly Value[] | undefined {
  const { match, call, machine, title, target } = context;
  const paths = (name: string): readonly Value[] => (match.named.get(name) ?? []).filter((path) => path !== '-');
  const named = target === undefined ? {} : { target };
  switch (effect.do) {
    case 'delete':
      for (const path of paths(effect.name))
        machine.note({ do: 'delete', at: machine.place(path), recursive: effect.recursive });
      return undefined;
    case 'permit':
      for (const path of paths(effect.name)) {
        const mode = match.named.get('mode')?.[0];
        const known = mode !== undefined && isFullyKnown(mode) ? { mode } : {};
        machine.note({ do: 'permit', at: machine.place(path), recursive: effect.recursive, ...known });
      }
      return undefined;
    case 'write':
      for (const path of paths(effect.name)) machine.write(path, effect.how);
      return undefined;
    case 'move':
      for (const to of paths(effect.to))
        for (const from of paths(effect.from))
          machine.note({ do: 'move', from: machine.place(from), to: machine.place(to) });
      return undefined;
    case 'read':
      return (match.named.get(effect.name) ?? []).map((path) =>
        path === '-' ? (call.stdin ?? marks.any) : machine.read(path),
      );
    case 'reveal':
      return machine.secret(effect.text);
    case 'send':
      noteSend(effect, context);
      return undefined;
    case 'run it':
      return match.runs.map((run) => runOperand(run, context));
    case 'run file':
      return paths(effect.name).map((path) =>
        machine.run([path.includes('/') ? path : `./${path}`], inputOf(call, title)),
      );
    case 'run':
      machine.note({ do: 'run', code: effect.code });
      return undefined;
    case 'shell':
      machine.note({ do: 'shell', over: 'network' });
      return undefined;
    case 'discard':
    case 'rewrite':
    case 'forget':
      machine.note({ do: effect.do, what: effect.text });
      return undefined;
    case 'push':
      machine.note({ do: 'push', force: effect.force, deletes: effect.deletes });
      return undefined;
    case 'destroy':
      machine.note({ do: 'destroy', kind: effect.kind, what: effect.text || title, ...named });
      return undefined;
    case 'sql':
      return sqlTexts(effect.file, context).map(
        (sql) => machine.runSql(sql, target) + marks.any + sourcesOf(sql).replaceAll(marks.secret, ''),
      );
    case 'ex':
      // The commands of all options work on the same files, one after the other.
      runEditor(
        effect.file === undefined
          ? (match.named.get('ex') ?? [call.stdin ?? '']).join('\n')
          : paths(effect.file)
              .map((path) => machine.read(path))
              .join('\n'),
        machine,
        title,
        paths('file'),
      );
      // `ed file <<< ,p` prints the file.
      return printsFile(match.named.get('ex')?.join('\n') ?? call.stdin ?? '')
        ? paths('file').map((path) => machine.read(path))
        : undefined;
    case 'gives text':
      return `${effect.text}\n`;
    case 'gives':
      return outputOf(effect.what, context);
    default:
      machine.note({ do: effect.do, what: effect.text || title, ...named });
      return undefined;
  }
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

/** Runs a command or text that the shape found; returns what it prints. */
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
  switch (what) {
    case 'nothing':
      return '';
    case 'stdin':
      return call.stdin ?? marks.any;
    case 'secret':
      return machine.secret(title);
    case 'decoded':
      return marks.decoded + sourcesOf(call.stdin);
    case 'unpacked':
      // Packed text that the command itself spells out hides what it is; a file or a download is what it was.
      return (
        (call.stdin !== undefined && isFullyKnown(call.stdin) ? marks.decoded : '') + sourcesOf(call.stdin) || marks.any
      );
    default:
      return marks[what];
  }
}
