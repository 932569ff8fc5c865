import { type CommandContext, examplesText, exitCodes, print, requireHuman } from '@anyhook/anyhook';
import { AnyhookError, entryExists, removePath, userPaths } from '@anyhook/core';
import { fleetFolder } from '../device-store.js';
import { fleetFilePlaces, fleetLock } from '../fleet-lock.js';
import type { AddFleetCommand } from './index.js';

interface Options {
  readonly yes?: true;
}

/** `anyhook fleet leave`: removes the fleet's hooks from this machine. */
export const addFleetLeave: AddFleetCommand = (fleet, context) => {
  fleet
    .command('leave')
    .summary('leave the fleet')
    .description(
      'Removes the fleet.yaml and the policy of this machine. Refused on a machine that is locked to its fleet.',
    )
    .option('--yes', 'skip the confirmation (only in a terminal that you opened)')
    .addHelpText('after', examplesText('anyhook fleet leave'))
    .action((options: Options) => leave(options, context));
};

async function leave(options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const user = userPaths(io.env, io.home);
  const places = fleetFilePlaces(user);
  const person = requireHuman(io, {
    action: '"anyhook fleet leave"',
    advice: `nothing was written. For scripts: an administrator removes ${places.system}`,
  });
  const lock = fleetLock(user);
  if (lock)
    throw new AnyhookError(
      'UNTRUSTED',
      lock.refusal('"anyhook fleet leave" is refused; remove the file as its administrator'),
    );
  const file = [places.system, places.user].find(entryExists);
  if (file === undefined) throw new AnyhookError('BAD_ARGUMENT', 'this machine is not in a fleet');
  const action = `remove ${file} and the hooks of the fleet`;
  if (!(await person.confirm({ question: `${action.replace(/^r/, 'R')}?`, isYes: options.yes, action }))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was changed');
  }
  removePath(file);
  removePath(fleetFolder(user.state));
  print(io, `removed ${file} and the policy; your own hooks stay`);
}
