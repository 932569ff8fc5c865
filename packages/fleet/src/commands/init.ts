import { resolve } from 'node:path';
import { examplesText, type Io, parseNumberOption, print } from '@anyhook/anyhook';
import { exists, isWithin, now, quoteValue } from '@anyhook/core';
import { fleetNamePattern, fleetNameText, keyNames } from '../documents.js';
import { isFetchable } from '../fleet-schema.js';
import { initFleet } from '../publish.js';
import type { AddFleetCommand } from './index.js';
import { badArgument, keysOption, refusePublishingAgent, treeOption } from './publisher-options.js';

type Counts = 'rootKeys' | 'rootThreshold' | 'policyKeys' | 'policyThreshold';
type Options = Readonly<Record<'tree' | 'keys' | 'org' | 'url' | Counts, string>>;

/** `anyhook fleet init`: keys, the first root document, and the file for the machines. */
export const addFleetInit: AddFleetCommand = (fleet, { io }) => {
  fleet
    .command('init')
    .summary('create the keys of a fleet')
    .description(
      'Creates the root key, the policy key and the first root document, and writes fleet.yaml for the machines that join. ' +
        'Keep the root key offline: it is needed again only to replace keys. No key is printed.',
    )
    .requiredOption('--org <name>', 'the organisation: lowercase letters, digits and hyphens')
    .requiredOption('--url <url>', 'where the folder will be on the web')
    .addOption(keysOption())
    .addOption(treeOption())
    .option('--root-keys <n>', 'how many root keys', '1')
    .option('--root-threshold <n>', 'how many of them must sign', '1')
    .option('--policy-keys <n>', 'how many policy keys', '1')
    .option('--policy-threshold <n>', 'how many of them must sign', '1')
    .addHelpText(
      'after',
      examplesText('anyhook fleet init --org acme --url https://policy.acme.dev --keys ~/acme-keys'),
    )
    .action((options: Options) => init(options, io));
};

function init(options: Options, io: Io): void {
  refusePublishingAgent(io);
  const { org, url } = options;
  if (!fleetNamePattern.test(org)) throw badArgument(`--org: expected ${fleetNameText}, got ${quoteValue(org)}`);
  if (!isFetchable(url)) throw badArgument(`--url: expected a URL that begins with https://, got ${quoteValue(url)}`);
  const [tree, keys] = [resolve(io.cwd, options.tree), resolve(io.cwd, options.keys)];
  if (isWithin(keys, tree))
    throw badArgument(`--keys: expected a folder outside of ${tree}, which is published, got ${keys}`);
  if (exists(`${tree}/root/1.json`))
    throw badArgument(`${tree}: there is a fleet already; "anyhook fleet rotate" replaces its keys`);
  const count = (option: string, text: string) => parseNumberOption(option, text, [1, 20]);
  const counts = {
    rootKeys: count('--root-keys', options.rootKeys),
    rootThreshold: count('--root-threshold', options.rootThreshold),
    policyKeys: count('--policy-keys', options.policyKeys),
    policyThreshold: count('--policy-threshold', options.policyThreshold),
  };
  if (counts.rootThreshold > counts.rootKeys || counts.policyThreshold > counts.policyKeys)
    throw badArgument('a threshold cannot be higher than the number of its keys');
  const { fleetFile, root } = initFleet({ tree, keys, org, url: url.replace(/\/+$/, ''), ...counts, now: now() });
  print(io, `made root keys ${keyNames(root.root)} and policy keys ${keyNames(root.policy)} in ${keys}`);
  print(io, 'keep them out of every repository; move the root key to a place that is offline');
  print(io, `wrote ${tree}/root/1.json and ${fleetFile}, which machines join with`);
  print(io, 'next: anyhook fleet publish <folder with hooks>');
}
