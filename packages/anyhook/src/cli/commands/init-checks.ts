import { AnyhookError, homeIn, userName } from '@anyhook/core';
import type { InitPlan } from '../../install/init-plan.js';
import { folderAction, looseningOf } from '../../install/loosening.js';
import type { CommandContext } from '../terminal/context.js';
import { requireHuman, surroundingStarter, usesTerminal } from '../terminal/human.js';
import { exitCodes, type Io, print } from '../terminal/io.js';
import { wrap } from '../terminal/text.js';
import type { InitCommandOptions, InitRun } from './init-run.js';

/** May `init` write here? If not, says why, and what to do. Showing what would be written is always allowed. */
export function isAllowedHere(options: InitCommandOptions, context: CommandContext): boolean {
  const { io } = context;
  if (options.dryRun) return true;
  const refusal = insideAgentText(io) ?? rootText(io) ?? (options.yes ? undefined : noTerminalText(io));
  if (refusal === undefined) return true;
  if (options.json) throw new AnyhookError('UNTRUSTED', refusal);
  io.stderr.write(`anyhook: ${refusal}\n`);
  context.exitCode = exitCodes.error;
  return false;
}

function insideAgentText(io: Io): string | undefined {
  const starter = surroundingStarter(io);
  if (!starter) return undefined;
  const text = `init is for a person, and this runs inside ${starter.agent} (${starter.sign}). Nothing was written. Ask the user to run it: npx anyhook init`;
  return wrap(`anyhook: ${text}`, 80, 0).slice('anyhook: '.length);
}

/** With sudo, the settings of root would change, or root would own those of the user. */
function rootText({ env, home }: Io): string | undefined {
  const { SUDO_USER } = env;
  if (!SUDO_USER || SUDO_USER === 'root' || userName() !== 'root') return undefined;
  const own = homeIn(env) ?? home;
  const isRoots = /^(?:\/root|\/var\/root)$/.test(own);
  const what = isRoots ? `This is root's home (${own}), not yours.` : `Files in ${own} would then belong to root.`;
  return `${what} Run it without sudo.`;
}

function noTerminalText(io: Io): string | undefined {
  if (usesTerminal(io)) return undefined;
  return [
    'init asks one question, and there is no terminal. Nothing was written.',
    '  anyhook init --yes                        what is recommended',
    '  anyhook init --yes --preset shell-guard   only this',
    '  anyhook init --yes --scope project        into the repository, for a team',
  ].join('\n');
}

/** May this init replace or relax existing settings? A person decides; a script may only add entries and guards. */
export async function isLooseningAllowed(init: InitRun, plan: InitPlan): Promise<boolean> {
  const { options, context, machine, planner } = init;
  const { io } = context;
  if (options.dryRun) return true;
  const { scope, share } = options;
  const addsFolders = mayAddFolders(context, undefined) && share !== false;
  const actions = looseningOf(machine, planner, plan, { isUnshared: share === false, scope, addsFolders });
  if (actions.length === 0) return true;
  const action = actions.join(', and ');
  const person = requireHuman(io, {
    action: `to ${action}`,
    advice: 'nothing was written; a script may only add entries and guards',
  });
  if (await person.confirm({ action })) return true;
  context.exitCode = exitCodes.error;
  print(io, 'Nothing was written.');
  return false;
}

/** May folders named by variables go into the config? Without a terminal they stay out, and a line says so. */
export const mayAddFolders = ({ io }: CommandContext, dryRun: true | undefined): boolean =>
  dryRun === true || usesTerminal(io);

/** What only a person can decide. */
export function printLeftFolders({ options, context, planner }: InitRun): void {
  const { io } = context;
  if (options.json || mayAddFolders(context, options.dryRun)) return;
  for (const folder of planner.newFolders)
    print(io, `To ${folderAction(folder)}, run "anyhook init" in a terminal: a script may not decide that.`);
}
