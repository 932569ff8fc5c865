import { dirname, isAbsolute } from 'node:path';
import * as v from 'valibot';
import type { Problem } from '../core/errors.js';
import { type OfflineSettings, offlineRules } from '../core/fleet-standing.js';
import { withoutTrailing } from '../core/trailing.js';
import { checkSchema, parseYaml, strict, withDescription } from '../formats/kit/parse.js';
import { entryExists, isFile, readText } from '../platform/files/files.js';
import { changeableByOthers } from '../platform/files/ownership.js';
import { type OptionalAuditField, optionalAuditFieldNames } from '../records/journal/audit-record.js';
import { type FleetFilePlaces, locksByText } from '../state/fleet-lock.js';
import { fleetNamePattern, fleetNameText } from './documents.js';
import { publicKeyPattern, type SigningKeys } from './keys.js';

/** The fleet that a machine belongs to, from its fleet.yaml. */
export interface FleetSettings {
  /** The file that says so. */
  readonly file: string;
  /** `system`: the administrator's file; `user`: the user's own. */
  readonly origin: 'system' | 'user';
  readonly org: string;
  readonly channel: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly root: SigningKeys & { readonly version: number };
  readonly offline: OfflineSettings;
  readonly lock: boolean;
  readonly pollMs: number;
  /** Where records of decisions go; missing: nowhere. */
  readonly audit?: AuditSettings;
  /** The folder to which the machine writes its report. */
  readonly reports?: string;
}

/** Where the records of decisions go, and what is in them. */
export interface AuditSettings {
  readonly target:
    | { readonly kind: 'otlp'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
    | { readonly kind: 'hub'; readonly url: string; readonly token?: string };
  readonly fields: readonly OptionalAuditField[];
  readonly maxMb: number;
}

const day = 24 * 60 * 60 * 1000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: day };

const duration = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}[mhd]$/, 'expected a duration such as 30m, 12h or 14d'),
  v.transform((text) => Number(text.slice(0, -1)) * (units[text.at(-1) ?? ''] ?? 0)),
);

const name = v.pipe(v.string(), v.regex(fleetNamePattern, `expected ${fleetNameText}`));

const webAddress = v.pipe(
  v.string(),
  v.check(isFetchable, 'expected a URL that begins with https:// (http:// only on this machine), without a query'),
  v.transform((text) => withoutTrailing(text, '/')),
);

const rootKeys = strict({
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  threshold: v.pipe(v.number(), v.integer(), v.minValue(1)),
  keys: v.pipe(
    v.array(v.pipe(v.string(), v.regex(publicKeyPattern, 'expected a public key, ed25519:…'))),
    v.minLength(1, 'expected at least one key'),
  ),
});

const offline = strict({
  warnAfter: v.optional(duration, '3d'),
  thenAfter: v.optional(duration, '14d'),
  // biome-ignore lint/suspicious/noThenProperty: the key of the file; nothing awaits a schema
  then: v.optional(v.picklist(offlineRules), 'keep'),
});

const audit = strict({
  otlp: v.optional(withDescription(webAddress, 'An OTLP/HTTP receiver; records go to its /v1/logs.')),
  headers: v.optional(
    withDescription(v.record(v.string(), v.string()), 'Sent to the OTLP receiver; a value may name a variable, $NAME.'),
  ),
  hub: v.optional(withDescription(webAddress, 'An anyhook hub.')),
  token: v.optional(withDescription(v.string(), 'Lets a machine enrol at the hub.')),
  fields: v.optional(
    withDescription(v.array(v.picklist(optionalAuditFieldNames)), 'Fields that are sent besides the usual ones.'),
    [],
  ),
  maxMb: v.optional(
    withDescription(v.pipe(v.number(), v.minValue(1), v.maxValue(4096)), 'Room for what was not sent; default 256.'),
    256,
  ),
});

const reportFolder = v.pipe(v.string(), v.check(isAbsolute, 'expected the absolute path of a folder'));

const fleetSchema = strict({
  org: withDescription(name, 'The organisation; documents of another one are not taken.'),
  channel: v.optional(withDescription(name, 'The channel; default "stable".'), 'stable'),
  url: withDescription(webAddress, 'Where the documents and bundles are.'),
  root: withDescription(rootKeys, 'The root keys, and how many of them must sign.'),
  offline: v.optional(withDescription(offline, 'What happens when the policy could not be checked for long.'), {}),
  lock: v.optional(withDescription(v.boolean(), 'true: nobody on this machine steps out; default false.'), false),
  audit: v.optional(withDescription(audit, 'Sends a record of each decision; default: none.')),
  reports: v.optional(withDescription(reportFolder, 'A shared folder for the report of each machine; default: none.')),
  pollMinutes: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(24 * 60)), 5),
});

/** Is this an address that policies may come from? */
export function isFetchable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '') return false;
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname))
  );
}

/** The fleet of a machine, or what is wrong with its file; neither if it belongs to none. */
export interface FoundFleet {
  readonly settings?: FleetSettings;
  readonly problems: readonly Problem[];
}

const maxFleetBytes = 64 * 1024;

/** Finds and reads the fleet file. A file that exists and cannot be used is a problem, never nothing. */
export function findFleet({ system, user, systemConfig }: FleetFilePlaces): FoundFleet {
  if (entryExists(system)) return readFleetFile(system, 'system');
  if (!entryExists(user)) return { problems: [] };
  if (entryExists(systemConfig)) {
    const message = `not used: ${systemConfig} is in charge of this machine; an administrator can put the file to ${system}`;
    return { problems: [{ source: user, severity: 'error', message }] };
  }
  return readFleetFile(user, 'user');
}

function readFleetFile(path: string, origin: FleetSettings['origin']): FoundFleet {
  const problem = (message: string): FoundFleet => ({ problems: [{ source: path, severity: 'error', message }] });
  const exposed = isFile(path) ? changeableByOthers([path, dirname(path)], origin) : undefined;
  if (exposed !== undefined) return problem(exposed);
  const text = readText(path, maxFleetBytes);
  if (text === undefined) return problem(`cannot be read: expected a readable file of at most ${maxFleetBytes} bytes`);
  return parseFleetFile(text, path, origin);
}

/** Reads the text of a fleet file. */
export function parseFleetFile(text: string, path: string, origin: FleetSettings['origin']): FoundFleet {
  const parsed = parseYaml(text, path);
  if (!('doc' in parsed)) return parsed;
  const { output, problems } = checkSchema(fleetSchema, parsed.doc);
  if (!output) return { problems };
  const { org, channel, url, root, lock, pollMinutes } = output;
  const wrong = (field: string, message: string): FoundFleet => ({
    problems: [{ source: path, line: parsed.doc.lineOf(field.split('.')), field, severity: 'error', message }],
  });
  if (root.threshold > new Set(root.keys).size)
    return wrong(
      'root.threshold',
      `"root.threshold": expected at most the number of keys, ${new Set(root.keys).size}, got ${root.threshold}`,
    );
  // The hook path reads the lock without a parser: both must agree.
  if (locksByText(text) !== lock) return wrong('lock', '"lock": write it on a line of its own: lock: true');
  const { otlp, hub, token, headers, ...rest } = output.audit ?? { fields: [], maxMb: 0 };
  if (output.audit && (otlp === undefined) === (hub === undefined))
    return wrong('audit', `"audit": expected either "otlp" or "hub", got ${otlp === undefined ? 'neither' : 'both'}`);
  if (otlp === undefined ? headers !== undefined : token !== undefined)
    return wrong(
      otlp === undefined ? 'audit.headers' : 'audit.token',
      otlp === undefined ? '"audit.headers" is for "audit.otlp" only' : '"audit.token" is for "audit.hub" only',
    );
  const target: AuditSettings['target'] | undefined =
    otlp === undefined
      ? hub === undefined
        ? undefined
        : { kind: 'hub', url: hub, ...(token !== undefined && { token }) }
      : { kind: 'otlp', url: otlp, headers: headers ?? {} };
  return {
    problems,
    settings: {
      ...{ file: path, origin, org, channel, url, root, lock },
      offline: {
        warnAfterMs: output.offline.warnAfter,
        thenAfterMs: output.offline.thenAfter,
        rule: output.offline.then,
      },
      pollMs: pollMinutes * 60_000,
      ...(target && { audit: { target, ...rest } }),
      ...(output.reports !== undefined && { reports: output.reports }),
    },
  };
}
