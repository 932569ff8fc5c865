import type { InitPlan } from '../../install/init-plan.js';
import { folderAction, looseningOf } from '../../install/loosening.js';
import type { CommandContext } from './context.js';
import { requireHuman, usesTerminal } from './human.js';
import type { RecommendedInit } from './init-recommended.js';
import { exitCodes, print } from './io.js';

/** May this init replace or relax existing settings? A person decides; a script may only add entries and guards. */
export async function isLooseningAllowed(init: RecommendedInit, plan: InitPlan): Promise<boolean> {
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
export function printLeftFolders({ options, context, planner }: RecommendedInit): void {
  const { io } = context;
  if (options.json || mayAddFolders(context, options.dryRun)) return;
  for (const folder of planner.newFolders)
    print(io, `To ${folderAction(folder)}, run "anyhook init" in a terminal: a script may not decide that.`);
}
