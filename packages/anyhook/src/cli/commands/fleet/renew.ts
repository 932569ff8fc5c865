import { renewChannel } from '../../../fleet/publish.js';
import { examplesText } from '../../terminal/context.js';
import {
  channelChange,
  type PublisherOptions,
  printChannelResult,
  withChannelOptions,
} from '../../terminal/fleet-options.js';
import type { AddFleetCommand } from './index.js';

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
