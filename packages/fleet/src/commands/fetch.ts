import type { CommandContext } from '@anyhook/anyhook';
import { countNoun, examplesText, exitCodes, jsonOption, print, printJson } from '@anyhook/anyhook';
import { AnyhookError, withoutUndefined } from '@anyhook/core';
import { fleetOf } from '../check-fleet.js';
import type { FetchResult } from '../fetch-policy.js';
import { syncFleet } from '../sync-fleet.js';
import type { AddFleetCommand } from './index.js';

/** `anyhook fleet fetch`: check the policy now. */
export const addFleetFetch: AddFleetCommand = (fleet, context) => {
  fleet
    .command('fetch')
    .summary('check the policy now')
    .description(
      'Asks the server for the policy, installs a new one, and sends pending audit records. Agents do this in the background, every few minutes ' +
        'while they work. An invalid policy is ignored: the last valid one stays in force. Exits 1 if it could not be checked.',
    )
    .addOption(jsonOption())
    .addHelpText('after', examplesText('anyhook fleet fetch'))
    .action((options: { readonly json?: true }) => fetchNow(options, context));
};

async function fetchNow({ json }: { readonly json?: true }, context: CommandContext): Promise<void> {
  const { io } = context;
  const settings = fleetOf(io);
  if (!settings)
    throw new AnyhookError('BAD_ARGUMENT', 'this machine is not in a fleet: see "anyhook fleet join --help"');
  const { check, shipped, reportProblem } = await syncFleet(settings, io);
  const result = check as FetchResult;
  if (result.kind === 'refused' || result.kind === 'unreachable') context.exitCode = exitCodes.error;
  if (shipped?.kind === 'failed' || reportProblem !== undefined) context.exitCode = exitCodes.error;
  if (json) return printJson(io, { ...result, ...withoutUndefined({ audit: shipped, reportProblem }) });
  if (shipped?.kind === 'sent') print(io, `audit: sent ${countNoun(shipped.count, 'record')}`);
  if (shipped?.kind === 'failed') print(io, `audit: some records could not be sent and are kept: ${shipped.why}`);
  if (reportProblem !== undefined) print(io, `the report was not written: ${reportProblem}`);
  if (result.kind === 'busy') return print(io, 'another process is checking it');
  if (result.kind !== 'current') {
    const what = result.kind === 'refused' ? 'not taken' : 'not reached';
    return print(io, `${what}, the last good policy stays: ${result.why}`);
  }
  const state = result.isNew ? 'is in force now' : 'is current';
  print(io, `${settings.org}, ${settings.channel}: serial ${result.channel.serial} ${state}`);
}
