import { type Pack, readPack } from './pack.js';
import { packTable } from './table.js';
import { blocksOf, contentOfBlock, toolsOfBlock } from './table-text.js';

interface PackIndex {
  readonly blocks: ReadonlyMap<string, string>;
  /** A line `name: tool tool ` per pack: searching it is as fast as a map, and costs nothing to make. */
  readonly toolLines: string;
}

let index: PackIndex | undefined;
const packsByName = new Map<string, Pack>();
const packsByTool = new Map<string, readonly Pack[]>();

/** The shipped packs that know a program. Each is read when it is first needed. */
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
  const { toolLines } = packIndex();
  const names = new Set<string>();
  const word = ` ${programName} `;
  for (let at = toolLines.indexOf(word); at >= 0; at = toolLines.indexOf(word, at + 1)) {
    const start = toolLines.lastIndexOf('\n', at) + 1;
    names.add(toolLines.slice(start, toolLines.indexOf(':', start)));
  }
  return [...names];
}

/** The programs that shipped packs know. */
export const packedTools = (): readonly string[] => [
  ...new Set([...packIndex().blocks.values()].flatMap((block) => toolsOfBlock(block).split(' '))),
];

/** The names of all shipped packs. */
export const shippedPackNames = (): readonly string[] => [...packIndex().blocks.keys()];

function packIndex(): PackIndex {
  if (index !== undefined) return index;
  const blocks = blocksOf(packTable);
  let toolLines = '';
  for (const [name, block] of blocks) toolLines += `${name}: ${toolsOfBlock(block)} \n`;
  index = { blocks, toolLines };
  return index;
}

function shippedPack(name: string): Pack {
  const known = packsByName.get(name);
  if (known !== undefined) return known;
  const result = readPack(contentOfBlock(packIndex().blocks.get(name) ?? ''), `${name}.yaml`);
  if (!('pack' in result)) throw new Error(`the shipped pack ${name} is broken: ${result.problems[0]?.message}`);
  packsByName.set(name, result.pack);
  return result.pack;
}

/** Finds the packs of a program: the shipped ones, then those of users and projects, which can only add to them. */
export function packFinder(own: readonly Pack[]): (programName: string) => readonly Pack[] {
  if (own.length === 0) return packsOf;
  const byTool = new Map<string, Pack[]>();
  for (const pack of own) {
    for (const tool of new Set(pack.tools)) byTool.set(tool, [...(byTool.get(tool) ?? []), pack]);
  }
  return (programName) => [...packsOf(programName), ...(byTool.get(programName) ?? [])];
}
