import { type Pack, readPack } from './pack.js';
import { packNamesByTool, packTexts } from './table.js';

const packsByName = new Map<string, Pack>();
const packsByTool = new Map<string, readonly Pack[]>();

/** The shipped packs that know a program. Each is read when it is first needed. */
export function packsOf(programName: string): readonly Pack[] {
  if (!Object.hasOwn(packNamesByTool, programName)) return [];
  const known = packsByTool.get(programName);
  if (known !== undefined) return known;
  const names = packNamesByTool[programName]?.split(' ') ?? [];
  const packs = names.map(shippedPack);
  packsByTool.set(programName, packs);
  return packs;
}

/** The programs that shipped packs know. */
export const packedTools = (): readonly string[] => Object.keys(packNamesByTool);

/** The names of all shipped packs. */
export const shippedPackNames: readonly string[] = Object.keys(packTexts);

function shippedPack(name: string): Pack {
  const known = packsByName.get(name);
  if (known !== undefined) return known;
  const result = readPack(JSON.parse(packTexts[name] ?? 'null'), `${name}.yaml`);
  if (!('pack' in result)) throw new Error(`the shipped pack ${name} is broken: ${result.problems[0]?.message}`);
  packsByName.set(name, result.pack);
  return result.pack;
}
