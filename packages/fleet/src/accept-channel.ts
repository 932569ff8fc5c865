import { type ChannelDocument, type RootDocument, readChannelDocument } from './documents.js';
import { readEnvelope, requireSignatures } from './envelope.js';
import { clockTolerance } from './fleet-standing.js';
import { FleetRefusal } from './refusal.js';

/** What a device has seen: nothing older is accepted. */
export interface SeenPolicy {
  /** The highest serial, and the hash of that document. */
  readonly serial: number;
  readonly sha256: string;
}

export interface AcceptOptions {
  readonly org: string;
  readonly channel: string;
  readonly root: RootDocument;
  readonly seen?: SeenPolicy | undefined;
  /** The hash of the text. */
  readonly sha256: string;
  readonly now: number;
  /** The version of this program. */
  readonly version: string;
}

/** Reads a channel document, or throws why it is refused. Signatures are checked before its content. */
export function acceptChannel(text: string, document: string, options: AcceptOptions): ChannelDocument {
  const { org, channel, root, seen, now } = options;
  const refuse = (field: string, expected: string, came: string, advice: string): never => {
    throw new FleetRefusal({ document, field, expected, came, advice });
  };
  const iso = (time: number) => new Date(time).toISOString();
  const envelope = readEnvelope(text, document, 'channel');
  requireSignatures(envelope, root.policy, document, `policy keys of root document ${root.version}`);
  const policy = readChannelDocument(envelope, document);
  const otherPlace = 'it belongs to another fleet or channel: check "url", "org" and "channel" in fleet.yaml';
  if (policy.org !== org) refuse('org', `"${org}"`, `"${policy.org}"`, otherPlace);
  if (policy.channel !== channel) refuse('channel', `"${channel}"`, `"${policy.channel}"`, otherPlace);
  if (root.expires <= now)
    refuse(
      'root.expires',
      'a root document that is valid now',
      iso(root.expires),
      'the owner of the root key runs "anyhook fleet rotate"',
    );
  if (seen && policy.serial < seen.serial)
    refuse(
      'serial',
      `at least ${seen.serial}, which was seen before`,
      `${policy.serial}`,
      'to go back, publish the old content with a new serial: "anyhook fleet publish"',
    );
  if (seen && policy.serial === seen.serial && options.sha256 !== seen.sha256)
    refuse(
      'serial',
      `the same document as before under serial ${seen.serial}`,
      'another one',
      'publish again: each document needs its own serial',
    );
  if (policy.expires <= now)
    refuse('expires', `a time after ${iso(now)}`, iso(policy.expires), 'publish again: "anyhook fleet renew"');
  if (policy.created > now + clockTolerance)
    refuse(
      'created',
      `a time before ${iso(now)}`,
      iso(policy.created),
      'set the clock of this machine, or of the one that published',
    );
  const own = options.version.replace(/[+-].*$/, '');
  if (isOlder(own, policy.minVersion))
    refuse(
      'minVersion',
      `at most ${own}, the version that runs here`,
      policy.minVersion,
      'update anyhook on this machine',
    );
  return policy;
}

/** Throws if the clock of this machine was set back, because expired documents would be valid again. */
export function requireForwardClock(now: number, latest: number | undefined, file: string): void {
  if (latest === undefined || now >= latest - clockTolerance) return;
  throw new FleetRefusal({
    document: 'the clock of this machine',
    field: 'time',
    expected: `a time after ${new Date(latest).toISOString()}, which was seen before`,
    came: new Date(now).toISOString(),
    advice: `set the clock; if it was the earlier time that was wrong, an administrator deletes ${file}`,
  });
}

/** Is the first version older? Both are three numbers; a build from the sources has zeros and counts as new. */
export function isOlder(one: string, other: string): boolean {
  if (one === '0.0.0') return false;
  const [a, b] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (let i = 0; i < 3; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}
