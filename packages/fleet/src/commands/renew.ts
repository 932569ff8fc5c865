import { examplesText } from '@anyhook/anyhook';
import { renewChannel } from '../publish.js';
import type { AddFleetCommand } from './index.js';
import { channelChange, type PublisherOptions, printChannelResult, withChannelOptions } from './publisher-options.js';

/** `anyhook fleet renew`: the same policy, valid for longer. */
export const addFleetRenew: AddFleetCommand = (fleet, { io }) => {
  withChannelOptions(fleet.command('renew'))
    .summary('sign the same policy again before it expires')
    .description(
      'Signs the policy that is published again, with a new serial and a new date of expiry. For a weekly job.',
    )
    .addHelpText('after', examplesText('anyhook fleet renew --keys ~/acme-keys'))
    .action((options: PublisherOptions) =>
      printChannelResult(renewChannel(channelChange(options, io), options.dryRun === true), options, io),
    );
};
