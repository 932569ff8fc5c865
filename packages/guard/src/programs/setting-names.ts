import type { Call, Machine } from '../machine.js';
import { readWords } from '../packs/options.js';
import { marks, type Value } from '../value.js';
import { argumentsOf } from './call-words.js';
import { isGiven, optionValue, optionValues } from './kit.js';

/** Files with lines of `NAME=value`. Other secrets, such as keys, have no names that could be shown separately. */
const settingsFile = /(?:^|\/)\.env(?:rc|[._-][^/]*)?$|\.env$/;

/** Unknown text for names alone, if a program removes the values from settings that it reads; else undefined. */
export function namesOfSettings(call: Call, input: Value, machine: Machine): Value | undefined {
  if (input === marks.environment) return cutsValues[call.name]?.(call) ? marks.any : undefined;
  if (!input.includes(marks.secret) || ![...machine.secrets].every((what) => settingsFile.test(what))) return undefined;
  return cutsValues[call.name]?.(call) ? marks.any : undefined;
}

const cutsValues: Readonly<Record<string, (call: Call) => boolean>> = {
  cut: (call) => {
    const words = readWords(argumentsOf(call), { values: ['-d', '-f', '--delimiter', '--fields'] });
    return optionValue(words, '-d', '--delimiter') === '=' && optionValue(words, '-f', '--fields') === '1';
  },
  awk: awkCutsValues,
  gawk: awkCutsValues,
  mawk: awkCutsValues,
  sed: sedCutsValues,
  gsed: sedCutsValues,
  grep: grepCutsValues,
  egrep: grepCutsValues,
};

/** `awk -F= '{print $1}'`, optionally with a pattern before it. */
function awkCutsValues(call: Call): boolean {
  const words = readWords(argumentsOf(call), { values: ['-F', '-v', '--field-separator'], stopsAtOperand: true });
  const separator = optionValue(words, '-F', '--field-separator');
  return (
    separator === '=' && /^[^{}]*\{ ?print \$1 ?;? ?\}$/.test((words.operands[0] ?? '').trim().replace(/\s+/g, ' '))
  );
}

/** A step of `sed 's|=.*||'`: the text after the first `=` is replaced. */
const cutStep = /^s([/|#,])=\.[*+]\$?\1[^&\\/|#,]*\1g?p?$/;
/** The same by the kept part, as `sed -n` prints it: only matching lines. */
const keptStep = /^s([/|#,])\^\\?\(\[(?:\^=|[\w-]+)\][*+]\\?\)=\.[*+]\$?\1\\1=?\1p$/;
const commentStep = /^\/\^(?:#|\$)\/d$/;

const sedOptions = ['-e', '--expression', '-E', '-r', '-u', '-n', '--quiet', '--silent'];

function sedCutsValues(call: Call): boolean {
  const words = readWords(argumentsOf(call), { values: ['-e', '--expression'] });
  if (words.options.some(({ name }) => !sedOptions.includes(name))) return false;
  const given = optionValues(words, '-e', '--expression');
  const steps = (given.length > 0 ? given : words.operands.slice(0, 1))
    .flatMap((script) => script.split(';'))
    .map((step) => step.trim());
  const isQuiet = words.options.some(({ name }) => ['-n', '--quiet', '--silent'].includes(name));
  const cuts = (step: string): boolean => cutStep.test(step) || (isQuiet && keptStep.test(step));
  return steps.some(cuts) && steps.every((step) => cuts(step) || commentStep.test(step));
}

/** `grep -o '^[A-Z_]*='`: only the match is printed, which ends at the `=`. */
const namePattern = /^\^(?:(?:\[(?:\^=|[\w-]+)\]|\\w|[A-Za-z0-9_])[*+]?)+=?$/;

function grepCutsValues(call: Call): boolean {
  const words = readWords(argumentsOf(call), { values: ['-e', '--regexp'] });
  const pattern = optionValue(words, '-e', '--regexp') ?? words.operands[0] ?? '';
  return isGiven(words, '-o', '--only-matching') && pattern.length < 100 && namePattern.test(pattern);
}
