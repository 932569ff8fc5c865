import { resolve } from 'node:path';
import { examplesText, type Io, print } from '@anyhook/anyhook';
import { now } from '@anyhook/core';
import { keyNames } from '../documents.js';
import { readKeys } from '../key-folder.js';
import { renewChannel, rotateKeys } from '../publish.js';
import { PublisherTree } from '../publisher-tree.js';
import type { AddFleetCommand } from './index.js';
import {
  channelChange,
  keysOption,
  type PublisherOptions,
  printChannelResult,
  refusePublishingAgent,
  treeOption,
  withChannelOptions,
} from './publisher-options.js';

interface Options {
  readonly tree: string;
  readonly keys: string;
  readonly root?: true;
}

/** `anyhook fleet rotate`: replaces keys. */
export const addFleetRotate: AddFleetCommand = (fleet, { io }) => {
  fleet
    .command('rotate')
    .summary('replace keys; old keys become invalid')
    .description(
      'Creates new policy keys, or with --root new root keys, and signs the next root document, which revokes the old ones. Needs ' +
        'the root keys. New policy keys also sign every channel again. Machines need no new fleet.yaml.',
    )
    .addOption(keysOption())
    .addOption(treeOption())
    .option('--root', 'replace the root keys')
    .addHelpText(
      'after',
      examplesText('anyhook fleet rotate --keys ~/acme-keys', 'anyhook fleet rotate --root --keys /media/usb/acme'),
    )
    .action((options: Options) => rotate(options, io));
};

function rotate({ tree: folder, keys: keyFolder, root: isRoot }: Options, io: Io): void {
  refusePublishingAgent(io);
  const tree = new PublisherTree(resolve(io.cwd, folder));
  const keys = resolve(io.cwd, keyFolder);
  const role = isRoot ? 'root' : 'policy';
  const time = now();
  const { root, written } = rotateKeys({ tree, keys, signers: readKeys(keys), role, now: time });
  print(io, `made ${role} keys ${keyNames(root[role])} in ${keys}; root document ${root.version} revokes the old ones`);
  if (written.waits !== undefined) {
    print(
      io,
      `not published yet: ${written.waits}\nits owner runs: anyhook fleet sign ${written.file}, and then: anyhook fleet renew`,
    );
    return;
  }
  print(io, `wrote ${written.file}`);
  if (role === 'root') return;
  const signers = readKeys(keys);
  for (const channel of tree.channels()) {
    const result = renewChannel({ tree, channel, signers, now: time }, false);
    print(
      io,
      `wrote ${result.written?.file}, serial ${result.document.serial}${result.written?.waits === undefined ? '' : `, waiting: ${result.written.waits}`}`,
    );
  }
}

/** `anyhook fleet renew`: extends the validity of the same policy. */
export const addFleetRenew: AddFleetCommand = (fleet, { io }) => {
  withChannelOptions(fleet.command('renew'))
    .summary('sign the same policy again before it expires')
    .description('Signs the published policy again, with a new serial and expiry date. Run it in a weekly job.')
    .addHelpText('after', examplesText('anyhook fleet renew --keys ~/acme-keys'))
    .action((options: PublisherOptions) =>
      printChannelResult(renewChannel(channelChange(options, io), options.dryRun === true), options, io),
    );
};
