import { askPacks, type Program, programTable } from '../machine.js';
import { argumentsOf, fileName } from './call-words.js';
import { noteFetched } from './kit.js';

/** Programs besides git that download a whole folder, and their words for it. */
const cloneWords: Readonly<Record<string, RegExp>> = {
  gh: /^repo clone /,
  glab: /^repo clone /,
  hg: /^clone /,
  svn: /^(?:checkout|co|export) /,
};

/** Downloads come from the network, unless the source is a folder of this machine. Packs know the rest. */
const clone: Program = (call, machine) => {
  const words = argumentsOf(call).filter((word) => !word.startsWith('-'));
  const match = cloneWords[call.name]?.exec(`${words.join(' ')} `);
  if (!match) return askPacks;
  const [from = '', to = fileName(from).replace(/\.git$/, '')] = words.slice(match[0].trim().split(' ').length);
  const isElsewhere = call.name.startsWith('g') || (from.includes('://') && !from.startsWith('file:'));
  if (isElsewhere && to !== '') noteFetched(machine, machine.place(to));
  return askPacks;
};

export const clonePrograms = programTable({ 'gh glab hg svn': clone });
