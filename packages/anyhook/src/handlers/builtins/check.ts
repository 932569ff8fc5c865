import { nearestWord, quoteValue } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { builtinByName, builtinRows } from './index.js';
import { checkFields } from './kit/args.js';

/** The names that hook files may use. */
export const builtinNames = (): readonly string[] =>
  Object.keys(builtinRows()).filter((name) => !name.startsWith('anyhook:'));

/** Imports every builtin that hook files may use, in the order of the table. */
export const loadBuiltins = async (): Promise<readonly Builtin[]> =>
  Promise.all(builtinNames().map(async (name) => (await builtinByName(name)) as Builtin));

/** Returns a problem with the use of a builtin in a hook file, if any. */
export async function checkBuiltin(name: string, args: unknown): Promise<string | undefined> {
  const known = builtinNames();
  const builtin = known.includes(name) ? await builtinByName(name) : undefined;
  if (builtin) {
    const problem = builtin.checkArgs ? builtin.checkArgs(args) : checkFields(args, builtin.params ?? {});
    return problem === undefined ? undefined : `${name}: ${problem}`;
  }
  const near = nearestWord(name, known);
  return `there is no builtin ${quoteValue(name)}${near ? `, did you mean "${near}"?` : ''} (known: ${known.join(', ')})`;
}
