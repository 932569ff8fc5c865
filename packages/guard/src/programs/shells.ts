import type { Call, Machine, Program } from '../machine.js';
import { type ReadWords, readWords } from '../packs/options.js';
import { marks, sourcesOf, type Value } from '../value.js';

const options = {
  values: ['-c', '-o', '-O', '+o', '+O', '--rcfile', '--init-file', '--command', '-C', '--init-command'],
  stopsAtOperand: true,
};

/** `bash -c text`, `bash script`, `bash -s`, `bash < text`. */
export const runShellProgram: Program = (call, machine) => {
  // `-c` may be in a cluster (`-lc`, `-ec`); then the text is the first operand.
  const words = withoutPlus(call.argv.slice(1)).map((word) =>
    /^-[a-zA-Z]{2,}$/.test(word) && word.includes('c') ? `${word.replace('c', '')}c` : word,
  );
  const { options: given, operands } = readWords(separateText(words), options);
  const text = given.find(
    ({ name }) => name === '-c' || name === '--command' || name === '-C' || name === '--init-command',
  )?.value;
  if (onlyChecks(call, given)) return '';
  const via = `${call.name} -c`;
  runStartFiles(given, call, machine);
  if (text !== undefined)
    return machine.runShell(text, { via, args: operands.length > 0 ? operands : [call.name], ...input(call) });
  const [script, ...args] = operands;
  const isInteractive = given.some(({ name }) => name === '-s') || script === undefined || script === '-';
  if (isInteractive) return runInput(call, machine, script === '-' ? args : operands);
  return runFile(script, args, call, machine);
};

/** In these shells `-n` means something else. */
const otherMeaningOfN = ['nu', 'xonsh', 'elvish'];

/** `bash -n` reads its text and runs nothing, unless it is interactive. */
function onlyChecks({ name: shell, argv }: Call, given: ReadWords['options']): boolean {
  const isOff = argv.some((word) => /^\+[a-zA-Z]*n/.test(word)) || given.some(({ name }) => name === '-i');
  return !isOff && !otherMeaningOfN.includes(shell) && given.some(({ name }) => name === '-n');
}

/** Files that a shell reads at its start, if this command wrote them. */
function runStartFiles(given: ReadWords['options'], call: Call, machine: Machine): void {
  const named = given.filter(({ name }) => name === '--rcfile' || name === '--init-file').map(({ value }) => value);
  for (const file of [...named, machine.variable('BASH_ENV'), machine.variable('ENV')]) {
    if (file === undefined || !/[^\uE000-\uE00B]/.test(file)) continue;
    const text = machine.read(file);
    if (text !== marks.any && !text.includes(marks.secret)) machine.runShell(text, { via: call.name });
  }
}

/** `+x` disables an option; it is not an operand. */
function withoutPlus(words: readonly Value[]): readonly Value[] {
  const end = words.findIndex((word) => !/^[-+]/.test(word));
  return words.filter(
    (word, index) => !((end < 0 || index < end) && /^\+[a-zA-Z]+$/.test(word) && !/^\+[oO]$/.test(word)),
  );
}

/** `-c` with its text after other options: `bash -c -x text` and `-ec text`. */
function separateText(words: readonly Value[]): readonly Value[] {
  const at = words.findIndex((word) => /^-[a-zA-Z]*c$/.test(word));
  if (at < 0) return words;
  const flags = words[at]?.slice(1, -1) ?? '';
  let textAt = at + 1;
  while (/^[-+][a-zA-Z]/.test(words[textAt] ?? '') || words[textAt] === '--')
    textAt += words[textAt] === '-o' || words[textAt] === '-O' ? 2 : 1;
  const text = words[textAt];
  if (text === undefined) return words;
  const before = [...words.slice(0, at), ...(flags ? [`-${flags}`] : []), ...words.slice(at + 1, textAt)].filter(
    (word) => word !== '--',
  );
  // The words after it are `$0`, `$1` and so on, even `--`.
  return [...before, '-c', text, '--', ...words.slice(textAt + 1)];
}

const input = (call: Call): { readonly stdin?: Value } => (call.stdin === undefined ? {} : { stdin: call.stdin });

/** Text from a pipe or a here-document. */
function runInput(call: Call, machine: Machine, args: readonly Value[]): Value {
  const text = call.stdin;
  if (text === undefined) return marks.any;
  return machine.runShell(text, { via: call.name, args: [call.name, ...args], stdin: '' }) + sourcesOf(text);
}

/** A script file: its text, if this command wrote it; the content of other files is not judged. */
function runFile(path: Value, args: readonly Value[], call: Call, machine: Machine): Value {
  const text = machine.read(path);
  const isOther = text === marks.any || text.includes(marks.secret);
  if (isOther) return marks.any;
  return machine.runShell(text, { via: `${call.name} ${path}`, args: [path, ...args], ...input(call) });
}
