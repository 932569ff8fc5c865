import { askPacks, type Program } from '../machine.js';
import { argumentsOf } from './kit.js';
import { wrapperProgram } from './wrappers.on-demand.js';

/** Words after which npm and pnpm start a program. */
const startOrders = new Set(['exec', 'x', 'dlx']);

/** `npm pkg set scripts.test=…` writes a command that somebody starts later. */
const npm: Program = (call, machine) => {
  const words = argumentsOf(call);
  const at = words.indexOf('pkg');
  const startsProgram = words.some((word) => startOrders.has(word));
  if (at < 0 || words[at + 1] !== 'set')
    return (startsProgram ? wrapperProgram(call.name)?.(call, machine) : undefined) ?? askPacks;
  for (const word of words.slice(at + 2)) {
    const script = /^scripts(?:\.[^=]{1,100}|\[[^\]]{1,100}\])=([\s\S]*)$/.exec(word)?.[1];
    if (script !== undefined) machine.runShell(script, { via: `${call.name} pkg set` });
  }
  return askPacks;
};

export const npmPrograms: Readonly<Record<string, Program>> = { npm, pnpm: npm };
