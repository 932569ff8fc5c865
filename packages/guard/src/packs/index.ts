import { packTables, toolLines } from '../../.cache/packs/index.js';
import { readBlock } from './load-packs.js';
import type { Pack } from './pack.js';

const packsByName = new Map<string, Pack>();
const packsByTool = new Map<string, readonly Pack[]>();

/** The shipped packs for a program. Each is read on first use. */
export function packsOf(programName: string): readonly Pack[] {
  const known = packsByTool.get(programName);
  if (known !== undefined) return known;
  const names = packNamesOf(programName);
  if (names.length === 0) return [];
  const packs = names.map(shippedPack);
  packsByTool.set(programName, packs);
  return packs;
}

function packNamesOf(programName: string): readonly string[] {
  if (programName === '' || /[\s:]/.test(programName)) return [];
  const names = new Set<string>();
  const word = ` ${programName} `;
  for (let at = toolLines.indexOf(word); at >= 0; at = toolLines.indexOf(word, at + 1)) {
    const start = toolLines.lastIndexOf('\n', at) + 1;
    names.add(nameIn(toolLines.slice(start, toolLines.indexOf('\n', start))));
  }
  return [...names];
}

/** The programs in shipped packs. */
export const packedTools = (): readonly string[] => [
  ...new Set(linesOfPacks().flatMap((line) => line.slice(line.indexOf(':') + 2, -1).split(' '))),
];

/** The names of all shipped packs. */
export const shippedPackNames = (): readonly string[] => linesOfPacks().map(nameIn);

/** The name of a pack; it is omitted if it equals that of the first program. */
const nameIn = (line: string): string => line.slice(0, line.indexOf(':')) || (line.split(' ', 2)[1] ?? '');

const linesOfPacks = (): readonly string[] => toolLines.trimStart().split('\n').slice(0, -1);

function shippedPack(name: string): Pack {
  const known = packsByName.get(name);
  if (known !== undefined) return known;
  const [, table = () => ''] = packTables.find(([last]) => name <= last) ?? [];
  const pack = readBlock(table(), name);
  packsByName.set(name, pack);
  return pack;
}

/** Finds the packs for a program: the shipped ones, then those of users and projects, which can only add to them. */
export function packFinder(own: readonly Pack[]): (programName: string) => readonly Pack[] {
  if (own.length === 0) return packsOf;
  const byTool = new Map<string, Pack[]>();
  for (const pack of own) for (const tool of new Set(pack.tools)) byTool.set(tool, [...(byTool.get(tool) ?? []), pack]);
  return (programName) => [...packsOf(programName), ...(byTool.get(programName) ?? [])];
}
