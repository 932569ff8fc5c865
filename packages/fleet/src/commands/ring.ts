import { examplesText, parseNumberOption } from '@anyhook/anyhook';
import { AnyhookError } from '@anyhook/core';
import { moveRings } from '../publish.js';
import type { AddFleetCommand } from './index.js';
import type { PublisherOptions } from './publisher-options.js';
import { channelChange, parseShare, printChannelResult, withChannelOptions } from './publisher-options.js';

interface Options extends PublisherOptions {
  readonly enforce?: string;
  readonly shadow?: string;
  readonly serial?: string;
}

/** `anyhook fleet ring`: which devices use a bundle, and how. */
export const addFleetRing: AddFleetCommand = (fleet, { io }) => {
  withChannelOptions(fleet.command('ring'))
    .summary('choose which devices enforce a bundle')
    .description(
      'Changes which devices run a bundle (by default the newest), enforced or in shadow mode. A device keeps its place: a 20% ' +
        'ring includes the 10% ring. Devices outside both shares keep their bundle.',
    )
    .option('--enforce <share>', 'devices on which it decides, such as 10%')
    .option('--shadow <share>', 'devices that run it in shadow mode, such as 100%')
    .option('--serial <n>', 'an older bundle than the newest (rollback)')
    .addHelpText(
      'after',
      examplesText(
        'anyhook fleet ring --enforce 10% --shadow 100% --keys ~/acme-keys',
        'anyhook fleet ring --serial 7 --enforce 100% --keys ~/acme-keys',
      ),
    )
    .action((options: Options) => {
      const { enforce, shadow } = options;
      if (enforce === undefined && shadow === undefined)
        throw new AnyhookError('BAD_ARGUMENT', 'expected --enforce <share>, --shadow <share> or both');
      const shares = {
        enforce: parseShare('--enforce', enforce ?? '0%'),
        shadow: parseShare('--shadow', shadow ?? '0%'),
      };
      const serial =
        options.serial === undefined ? undefined : parseNumberOption('--serial', options.serial, [1, 999_999_999]);
      printChannelResult(moveRings(shares, channelChange(options, io), options.dryRun === true, serial), options, io);
    });
};
