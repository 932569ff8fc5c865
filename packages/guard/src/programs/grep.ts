import { grepTable, namesOnly } from '../../.cache/programs/grep.js';
import { describedVariables, type Machine, type Program } from '../machine.js';
import { isSecretVariable, searchedVariables } from '../places/secret-variables.js';
import { hasMark, isFullyKnown, marks, type Value } from '../value.js';
import { inputOf, isGiven, optionValue, optionValues, readCallWords, unknownFrom } from './kit.js';
import { joinLines, linesOf, listedNames, shownNames } from './text-lines.js';

/** Options with a value in ripgrep and ag, but not in grep. */
const onlyRipgrep = new Set(['-g', '-t', '-T', '-j', '-M', '-r', '-E']);

/** Options with which grep prints context lines around the matches. */
const contextOptions = ['-A', '-B', '-C', '--after-context', '--before-context', '--context'];

/** Options with which grep still prints whole lines. */
const keepsLines = new Set(['-v', '-i', '-E', '-F', '-P', '-w', '-x', '-a', '-h', '-e', '--invert-match', '--regexp']);

export const grep: Program = (call, machine) => {
  const isRipgrep = call.name === 'rg' || call.name === 'ag' || call.name === 'ack';
  const values = (grepTable.values ?? []).filter((name) => isRipgrep || !onlyRipgrep.has(name));
  const words = readCallWords(call, {
    values: isRipgrep ? values.filter((name) => name !== '-d' && name !== '-D') : values,
  });
  const program = optionValue(words, '--pre');
  if (program !== undefined) machine.run([program], { via: call.name });
  const hasPattern = isGiven(words, '-e', '-f', '--regexp', '--file', '--files');
  const files = words.operands.slice(hasPattern ? 0 : 1);
  const patterns = optionValues(words, '-f', '--file').map((path) => machine.read(path));
  const input = inputOf(machine, call, files);
  const pattern = optionValue(words, '-e', '--regexp') ?? words.operands[0] ?? '';
  const isInverted = isGiven(words, '-v', '--invert-match');
  const isRecursive = isRipgrep || isGiven(words, '-r', '-R', '--recursive', '--dereference-recursive');
  if (isRecursive && !isInverted && looksForKeys(pattern, files, machine))
    return unknownFrom(input, machine.secret(`files with ${pattern}`));
  if (isGiven(words, ...namesOnly)) return marks.any;
  // A search for tokens among the variables prints them.
  const isForSecrets = !isInverted && pattern.split(/\W+/, 20).some((word) => isSecretVariable(word.toUpperCase()));
  const showsVariables = isForSecrets || (isGiven(words, ...contextOptions) && /env/i.test(pattern));
  if (showsVariables && !isInverted && call.stdin !== undefined && describedVariables(machine) !== '')
    return unknownFrom(input, describedVariables(machine));
  if (hasMark(input, 'environment') && isForSecrets)
    return unknownFrom(input, machine.secret(`variables with ${pattern}`));
  if (hasMark(input, 'environment') && !isInverted && /\w{3}/.test(pattern))
    machine.memory.set(searchedVariables, pattern);
  const isPlain = isFullyKnown(input) && words.options.length === 0;
  const found = isPlain ? plainMatches(input, pattern) : listedNames(input);
  // grep prints a part of its input unchanged: if a shell reads that, any line may be among it.
  if (found === undefined && isFullyKnown(input) && words.options.every(({ name }) => keepsLines.has(name)))
    return input;
  return found ?? shownNames(call, input, machine) ?? unknownFrom(input, ...patterns);
};

/** The beginnings of private keys and tokens. */
const keyPattern =
  /PRIVATE[ .\\s]{1,4}KEY|AKIA|gh[pousr]_|github_pat_|xox[abp]-|sk[-_](?:live|ant|proj)?|AIza|secret_access_key/i;

/** A search through all files of a user for texts like keys, or for the name of a credential. */
function looksForKeys(pattern: Value, files: readonly Value[], machine: Machine): boolean {
  const isKey = keyPattern.test(pattern) || isSecretVariable(pattern.replace(/[^\w]/g, '').toUpperCase());
  return isKey && files.some((file) => ['home', 'root', 'above', 'in-home'].includes(machine.place(file).scope));
}

/** The lines that contain a pattern without special characters. */
function plainMatches(input: string, pattern: Value): string | undefined {
  if (!isFullyKnown(pattern) || !/^[\w \-/]*$/.test(pattern)) return undefined;
  return joinLines(linesOf(input).filter((line) => line.includes(pattern)));
}
