import { join } from 'node:path';
import { type Io, noAuditHash } from '@anyhook/anyhook';
import {
  fillVariables,
  isFolder,
  isObject,
  now,
  parseAuditHead,
  parseObject,
  readText,
  userPaths,
  version,
  writeAtomic,
} from '@anyhook/core';
import { readActivePolicy } from './active-policy.js';
import { auditFileIn } from './audit-files.js';
import { checkFleet } from './check-fleet.js';
import { deviceIdentity } from './device-identity.js';
import { signReport } from './device-report.js';
import { DeviceStore } from './device-store.js';
import type { FetchResult } from './fetch-policy.js';
import type { FleetSettings } from './fleet-file.js';
import type { CandidateCounts, DeviceReport } from './hub-protocol.js';
import { type ShipResult, shipAudit } from './ship-audit.js';

type FleetPlace = Pick<Io, 'env' | 'home'>;

/** The result of a fleet sync. */
export interface FleetSyncResult {
  readonly check?: FetchResult;
  readonly shipped?: ShipResult;
  /** Why the report could not be written to the folder of reports. */
  readonly reportProblem?: string;
}

/** Checks the policy, counts what its candidate would change, sends the audit and writes the report. */
export async function syncFleet(
  settings: FleetSettings,
  place: FleetPlace,
  { checksPolicy = true }: { readonly checksPolicy?: boolean } = {},
): Promise<FleetSyncResult> {
  const check = checksPolicy ? await checkFleet(settings, place) : undefined;
  // An error while counting must not keep records from being sent.
  let problem: Error | undefined;
  const candidate = await countCandidate(settings, place).catch((error: Error) => {
    problem = error;
    return undefined;
  });
  const { audit } = settings;
  const { state } = userPaths(place.env, place.home);
  const shipped = audit
    ? await shipAudit(
        {
          ...{ settings, state, now, version, candidate, serial: serialOf(settings, state) },
          identity: deviceIdentity(state, settings.org),
          fillHeader: (value) => fillVariables(value, place.env),
        },
        audit,
      )
    : undefined;
  const reportProblem = settings.reports === undefined ? undefined : writeReport(settings, place, settings.reports);
  if (problem) throw problem;
  return {
    ...(check && { check }),
    ...(shipped && { shipped }),
    ...(reportProblem !== undefined && { reportProblem }),
  };
}

const serialOf = (settings: FleetSettings, state: string): number =>
  readActivePolicy(settings, state).channel?.serial ?? 0;

/** The candidate is counted when it arrives, and again after a day. */
const recountMs = 24 * 3_600_000;

const candidateFile = (store: DeviceStore): string => join(store.folder, 'candidate.json');

/** What the candidate of this machine would have changed; undefined if it has none. */
export async function countCandidate(
  settings: FleetSettings,
  { env, home }: FleetPlace,
): Promise<CandidateCounts | undefined> {
  const { state } = userPaths(env, home);
  const { store, bundles } = readActivePolicy(settings, state);
  const candidate = bundles.find(({ mode }) => mode === 'shadow');
  if (!candidate) return undefined;
  const kept = parseObject(readText(candidateFile(store)));
  const isFresh = kept?.['folder'] === candidate.folder && now() - Number(kept['at']) < recountMs;
  if (isFresh && isObject(kept['counts'])) return kept['counts'] as unknown as CandidateCounts;
  const { replayCandidate } = await import('@anyhook/anyhook');
  const counts = { serial: candidate.serial, ...(await replayCandidate({ env, home, cwd: home }, now())) };
  writeAtomic(candidateFile(store), `${JSON.stringify({ folder: candidate.folder, at: now(), counts })}\n`);
  return counts;
}

export function deviceReport(
  settings: FleetSettings,
  { env, home }: FleetPlace,
  candidate: CandidateCounts | undefined,
): DeviceReport {
  const { state } = userPaths(env, home);
  const { device } = deviceIdentity(state, settings.org);
  const head = parseAuditHead(readText(auditFileIn(state)));
  const own = head?.device === device ? head : undefined;
  return {
    ...{ device, org: settings.org, channel: settings.channel, serial: serialOf(settings, state), version },
    head: { sequence: own?.sequence ?? 0, hash: own?.hash || noAuditHash },
    oldest: 0,
    unsent: own ? own.sequence - own.acked : 0,
    spoolFull: own?.isFull ?? false,
    ...(candidate && { candidate }),
  };
}

/** Writes the signed report of this machine to a shared folder; returns why that failed. */
export function writeReport(settings: FleetSettings, place: FleetPlace, folder: string): string | undefined {
  const { state } = userPaths(place.env, place.home);
  const kept = parseObject(readText(candidateFile(new DeviceStore(state, settings))));
  const candidate = isObject(kept?.['counts']) ? (kept['counts'] as unknown as CandidateCounts) : undefined;
  const report = deviceReport(settings, place, candidate);
  const text = signReport(report, deviceIdentity(state, settings.org), now());
  if (!isFolder(folder)) return `${folder}: expected a folder that your team shares, got nothing of that name`;
  try {
    writeAtomic(join(folder, `${report.device}.json`), text, 0o644);
    return undefined;
  } catch (error) {
    return `${folder}: ${(error as Error).message}`;
  }
}
