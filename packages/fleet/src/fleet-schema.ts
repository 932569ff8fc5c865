import { isAbsolute } from 'node:path';
import { optionalAuditFieldNames, strict, withDescription } from '@anyhook/anyhook';
import { isLoopbackName, withoutTrailing } from '@anyhook/core';
import * as v from 'valibot';
import { fleetNamePattern, fleetNameText } from './documents.js';
import { offlineRules } from './fleet-standing.js';
import { publicKeyPattern } from './keys.js';

const day = 24 * 60 * 60 * 1000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: day };

/** The description comes before the transformation, because a schema for readers ends there. */
const duration = (says: string) =>
  v.pipe(
    v.string(),
    v.description(says),
    v.regex(/^[1-9]\d{0,4}[mhd]$/, 'expected a duration such as 30m, 12h or 14d'),
    v.transform((text) => Number(text.slice(0, -1)) * (units[text.at(-1) ?? ''] ?? 0)),
  );

const name = v.pipe(v.string(), v.regex(fleetNamePattern, `expected ${fleetNameText}`));

const webAddress = (says: string) =>
  v.pipe(
    v.string(),
    v.description(says),
    v.check(isFetchable, 'expected a URL that begins with https:// (http:// only on this machine), without a query'),
    v.transform((text) => withoutTrailing(text, '/')),
  );

const rootKeys = strict({
  version: v.optional(
    withDescription(
      v.pipe(v.number(), v.integer(), v.minValue(1)),
      'The root document that these keys sign; default 1.',
    ),
    1,
  ),
  threshold: withDescription(v.pipe(v.number(), v.integer(), v.minValue(1)), 'How many of the keys must sign.'),
  keys: withDescription(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(publicKeyPattern, 'expected a public key, ed25519:…'))),
      v.minLength(1, 'expected at least one key'),
    ),
    'Public keys, ed25519:….',
  ),
});

const offline = strict({
  warnAfter: v.optional(duration('After this time without a check, sessions are notified; default 3d.'), '3d'),
  thenAfter: v.optional(duration('After this time without a check, `then` applies; default 14d.'), '14d'),
  // biome-ignore lint/suspicious/noThenProperty: the key of the file; nothing awaits a schema
  then: v.optional(
    withDescription(v.picklist(offlineRules), 'keep: nothing changes; ask or deny: before every action. Default keep.'),
    'keep',
  ),
});

const audit = strict({
  otlp: v.optional(webAddress('An OTLP/HTTP receiver; records go to its /v1/logs.')),
  headers: v.optional(
    withDescription(v.record(v.string(), v.string()), 'Sent to the OTLP receiver; a value may name a variable, $NAME.'),
  ),
  hub: v.optional(webAddress('An anyhook hub.')),
  token: v.optional(withDescription(v.string(), 'Lets a machine enrol at the hub.')),
  fields: v.optional(
    withDescription(v.array(v.picklist(optionalAuditFieldNames)), 'Fields that are sent besides the usual ones.'),
    [],
  ),
  maxMb: v.optional(
    withDescription(v.pipe(v.number(), v.minValue(1), v.maxValue(4096)), 'Space for unsent records; default 256.'),
    256,
  ),
});

const reportFolder = v.pipe(v.string(), v.check(isAbsolute, 'expected the absolute path of a folder'));

export const fleetSchema = strict({
  org: withDescription(name, 'The organisation; documents of another one are not taken.'),
  channel: v.optional(withDescription(name, 'The channel; default "stable".'), 'stable'),
  url: webAddress('Where the documents and bundles are.'),
  root: withDescription(rootKeys, 'The root keys, and how many of them must sign.'),
  offline: v.optional(withDescription(offline, 'What happens when the policy could not be checked for long.'), {}),
  lock: v.optional(withDescription(v.boolean(), 'true: users of this machine cannot leave; default false.'), false),
  audit: v.optional(withDescription(audit, 'Sends a record of each decision; default: none.')),
  reports: v.optional(withDescription(reportFolder, 'A shared folder for the report of each machine; default: none.')),
  pollMinutes: v.optional(
    withDescription(
      v.pipe(v.number(), v.minValue(1), v.maxValue(24 * 60)),
      'How often the server is asked while agents work; default 5.',
    ),
    5,
  ),
});

/** May policies be fetched from this address? */
export function isFetchable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
}
