import type { Program } from '../machine.js';
import { readWords } from '../packs/options.js';
import { parseShell } from '../shell/parse.js';
import { marks, type Value } from '../value.js';

const options = {
  values: ['-u', '--unset', '-C', '--chdir', '-S', '--split-string', '-P', '-a', '--argv0'],
  flags: ['--ignore-environment', '--null', '--debug'],
  stopsAtOperand: true,
};

/** `env [options] [NAME=value …] [command]`; without a command it prints the environment. */
export const env: Program = (call, machine) => {
  const { options: given, operands } = readWords(call.argv.slice(1), options);
  const split = given
    .filter(({ name }) => name === '-S' || name === '--split-string')
    .flatMap(({ value = '' }) => splitText(value));
  const words = [...split, ...operands].filter((word, index) => !(index === 0 && word === '-'));
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*(?:%%|\(\))?=/.test(word));
  if (first < 0) return marks.environment;
  const variables = Object.fromEntries(
    words.slice(0, first).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  // `env 'BASH_FUNC_ls%%=() { …; }' bash`: bash takes functions from its environment.
  for (const [name, text] of Object.entries(variables))
    if (/^BASH_FUNC_.*[%)]$/.test(name)) machine.runShell(text.replace(/^\(\)/, ''), { via: 'env' });
  const folder = given.find(({ name }) => name === '-C' || name === '--chdir')?.value;
  const startsWithOption = words[first]?.startsWith('-');
  return machine.run(startsWithOption ? ['env', ...words.slice(first)] : words.slice(first), {
    via: 'env',
    env: variables,
    ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
    ...(folder === undefined ? {} : { cwd: machine.place(folder).path }),
  });
};

/** The words of `-S`, which `env` splits as a shell does. */
function splitText(text: Value): readonly Value[] {
  const command = parseShell(`env ${text}`).commands[0]?.command;
  return command?.type === 'Command' ? command.args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text)) : [text];
}
