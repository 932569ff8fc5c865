import { type Pack, readPack } from './pack.js';
import { blockIn, contentOfBlock } from './table-text.js';

/** A shipped pack, from the table that holds it. */
export function readBlock(table: string, name: string): Pack {
  const result = readPack(contentOfBlock(blockIn(table, name)), `${name}.yaml`);
  if (!('pack' in result)) throw new Error(`the shipped pack ${name} is broken: ${result.problems[0]?.message}`);
  return result.pack;
}
