import { askPacks, type Program, programTable } from '../machine.js';
import { readWords } from '../packs/options.js';
import { isFullyKnown } from '../value.js';
import { argumentsOf } from './call-words.js';
import { filledLines } from './command-lines.js';
import { isGiven, optionValues } from './kit.js';

/** Programs with a command language, read from words, files or the input. Packs know the commands. */

const redisValues = '-h -p -s -a -u -n -r -i -d -D -X --user --pass --cacert --cert --key --pattern --count'.split(' ');

/** redis-cli without a command takes commands from its input, one per line. */
const redis: Program = (call, machine) => {
  const { operands } = readWords(argumentsOf(call), { values: redisValues, stopsAtOperand: true });
  if (operands.length > 0 || call.stdin === undefined) return askPacks;
  for (const line of filledLines(call.stdin, machine)) machine.run([...call.argv, ...line.split(/\s+/)], { stdin: '' });
  return askPacks;
};

/** mongosh runs its input and files as `--eval` does. */
const mongo: Program = (call, machine) => {
  const words = readWords(argumentsOf(call), { values: ['--eval', '--host', '--port', '-u', '-p', '-f', '--file'] });
  const files = [...optionValues(words, '-f', '--file'), ...words.operands.filter((word) => /\.m?js$/.test(word))];
  const texts = files.map((file) => machine.read(file));
  const hasCode = isGiven(words, '--eval') || files.length > 0;
  if (!hasCode && call.stdin !== undefined) texts.push(call.stdin);
  for (const text of texts) if (isFullyKnown(text)) machine.run([call.name, '--eval', text], { stdin: '' });
  return askPacks;
};

/** terraform takes options from variables; an answer from a pipe is not a person's confirmation. */
const terraform: Program = (call, machine) => {
  const words = argumentsOf(call);
  const subcommand = words.find((word) => !word.startsWith('-')) ?? '';
  const given = ['TF_CLI_ARGS', `TF_CLI_ARGS_${subcommand}`].flatMap((name) => {
    const text = machine.variable(name);
    return isFullyKnown(text) ? text.split(/\s+/).filter((word) => word !== '') : [];
  });
  const isAnswered = subcommand === 'apply' && /^\s*y/i.test(call.stdin ?? '') && !words.includes('-auto-approve');
  const more = [...given, ...(isAnswered ? ['-auto-approve'] : [])].filter((word) => !words.includes(word));
  if (more.length > 0 && subcommand !== '') machine.run([call.name, ...words, ...more], { stdin: '', via: call.name });
  return askPacks;
};

export const commandReaders = programTable({
  'redis-cli valkey-cli keydb-cli': redis,
  'mongosh mongo': mongo,
  'terraform tofu': terraform,
});
