import { resolve } from 'node:path';
import { type Io, jsonOption, print, printJson, requireHuman } from '@anyhook/anyhook';
import { AnyhookError, now, quoteValue, withoutUndefined } from '@anyhook/core';
import { type Command, Option } from 'commander';
import { fleetNamePattern, fleetNameText, ringPlaces } from '../documents.js';
import { readKeys } from '../key-folder.js';
import type { ChannelChange, ChannelResult } from '../publish.js';
import { PublisherTree } from '../publisher-tree.js';

export interface PublisherOptions {
  readonly tree: string;
  readonly keys: string;
  readonly channel: string;
  readonly expires?: string;
  readonly minVersion?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** The error for an option or argument that cannot be used. */
export const badArgument = (message: string): AnyhookError => new AnyhookError('BAD_ARGUMENT', message);

export const treeOption = (): Option =>
  new Option('--tree <dir>', 'the folder that is put on the web server').default('public');

export const keysOption = (): Option =>
  new Option('--keys <dir>', 'the folder with the private keys').makeOptionMandatory();

/** The options of a command that writes the next document of a channel. */
export const withChannelOptions = (command: Command): Command =>
  command
    .addOption(treeOption())
    .addOption(keysOption())
    .option('--channel <name>', 'the channel', 'stable')
    .option('--expires <days>', 'days until the policy expires (default: 90)')
    .option('--min-version <version>', 'the oldest version of anyhook that may use it')
    .option('--dry-run', 'show what would be published without writing it')
    .addOption(jsonOption());

/** The parameters for a change of a channel, from the options. */
export function channelChange(options: PublisherOptions, io: Io): ChannelChange {
  refusePublishingAgent(io);
  const { expires, minVersion, channel } = options;
  if (!fleetNamePattern.test(channel))
    throw badArgument(`--channel: expected ${fleetNameText}, got ${quoteValue(channel)}`);
  const days = expires === undefined ? undefined : Number(expires);
  if (days !== undefined && !(days > 0 && days <= 3650))
    throw badArgument(`--expires: expected days from 1 to 3650, got ${quoteValue(expires)}`);
  if (minVersion !== undefined && !/^\d+\.\d+\.\d+$/.test(minVersion))
    throw badArgument(`--min-version: expected a version such as 1.2.0, got ${quoteValue(minVersion)}`);
  return {
    tree: new PublisherTree(resolve(io.cwd, options.tree)),
    channel,
    signers: readKeys(resolve(io.cwd, options.keys)),
    now: now(),
    ...withoutUndefined({ expiresMs: days && days * 24 * 60 * 60 * 1000, minVersion }),
  };
}

export const refusePublishingAgent = (io: Io): void =>
  void requireHuman(io, {
    action: '"anyhook fleet"',
    advice: 'an agent must not publish the policy that guards it',
    confirm: false,
  });

/** A share of the devices, such as 10%, as a number of places. */
export function parseShare(option: string, text: string): number {
  const percent = /^\d{1,3}(?:\.\d{1,2})?%$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
  if (percent >= 0 && percent <= 100) return Math.round((percent / 100) * ringPlaces);
  throw badArgument(`${option}: expected a share such as 10% or 0.5%, got ${quoteValue(text)}`);
}

/** Prints what was, or would be, published. */
export function printChannelResult({ document, written }: ChannelResult, { json }: PublisherOptions, io: Io): void {
  if (json) {
    printJson(io, { written: written !== undefined, ...written, document });
    return;
  }
  const { channel, serial, rings, expires } = document;
  print(io, `${channel}, serial ${serial}, valid until ${new Date(expires).toISOString().slice(0, 10)}`);
  for (const [i, { upTo, serial: bundle, mode }] of rings.entries())
    print(io, `  ${mode === 'enforce' ? 'enforced' : 'shadow  '}  serial ${bundle} on ${shareText(upTo, i === 0)}`);
  if (rings.length === 0) print(io, '  no device uses a bundle of this channel');
  if (written?.waits !== undefined)
    print(io, `not published yet: ${written.waits}\nits owner runs: anyhook fleet sign ${written.file}`);
  else
    print(io, written ? `wrote ${written.file}: put the folder on your web server` : 'nothing was written (--dry-run)');
}

const shareText = (upTo: number, isFirst: boolean): string =>
  upTo === ringPlaces
    ? isFirst
      ? 'all devices'
      : 'all other devices'
    : `the first ${(upTo / ringPlaces) * 100}% of devices`;
