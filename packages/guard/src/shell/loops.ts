import type { Interpreter } from './interpreter.js';
import type { CompoundList, While } from './parse.js';
import type { ShellFrame } from './state.js';

/** Whether a loop's test is constant: `true`, `:`, `[ 1 ]`, `[[ 1 ]]`, `((1))`. */
export function isAlways({ commands }: CompoundList, kind: While['kind']): boolean {
  const first = commands[0]?.command;
  if (commands.length !== 1 || !first) return false;
  if (first.type === 'ArithmeticCommand')
    return first.expression?.type === 'ArithmeticWord' && /^[1-9]\d*$/.test(first.expression.value);
  if (first.type === 'TestCommand')
    return (
      first.expression.type === 'TestUnary' &&
      first.expression.operator === '-n' &&
      !/[$`]/.test(first.expression.operand.text)
    );
  if (first.type !== 'Command') return false;
  const name = first.name?.value.replace(/^.*\//, '');
  const only = first.args[0];
  if (name === '[' || name === 'test')
    return first.args.length <= 2 && only?.type === 'Word' && !/[$`]|^[!\]-]/.test(only.text);
  return name === (kind === 'while' ? 'true' : 'false') || name === ':' || name === '1';
}

/** Whether a loop runs while its input has lines: `while read -r x`. */
export const isRead = ({ commands }: CompoundList): boolean => {
  const first = commands.length === 1 ? commands[0]?.command : undefined;
  return (
    first?.type === 'Command' && first.name?.value === 'read' && !first.args.some(({ text }) => text.startsWith('-u'))
  );
};

/** `echo x >> file`: the text is available at once, so nothing slows the loop down. */
const appends = (command: CompoundList['commands'][number]['command']): boolean =>
  command.type === 'Command' &&
  ['echo', 'printf', 'cat'].includes(command.name?.value ?? '') &&
  command.redirects.some(
    (one) => one.type === 'Redirect' && one.operator === '>>' && one.target?.value !== '/dev/null',
  );

/** An endless loop that starts background work and never waits exhausts the machine. */
export function noteEndless(isEndless: boolean, body: CompoundList, shell: Interpreter, state: ShellFrame): void {
  const startsWork = body.commands.some(({ background }) => background);
  const pauses = body.commands.some(({ command, background }) => {
    const name = command.type === 'Command' && !background ? command.name?.value : undefined;
    return name !== undefined && ['wait', 'break', 'exit', 'sleep', 'read', 'return'].includes(name);
  });
  if (isEndless && startsWork && !pauses)
    shell.note({ do: 'exhaust', what: 'an endless loop starts processes' }, state.remote);
  if (isEndless && !pauses && body.commands.length === 1 && body.commands.some(({ command }) => appends(command)))
    shell.note({ do: 'exhaust', what: 'an endless loop fills the disk' }, state.remote);
}
