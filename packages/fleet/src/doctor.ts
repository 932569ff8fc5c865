import { type DoctorCheck, type FeatureDoctor, type Finding, findingOf } from '@anyhook/anyhook';
import { parseAuditHead, readText, type UserPaths } from '@anyhook/core';
import { readActivePolicy } from './active-policy.js';
import { auditFileIn, shipFileIn } from './audit-files.js';
import { auditProblems, parseShipRecord } from './audit-standing.js';
import { type FleetSettings, findFleet } from './fleet-file.js';
import { fleetFilePlaces } from './fleet-lock.js';
import { standingOf } from './fleet-standing.js';

export const fleetCauses = {
  'fleet-unusable': {
    severity: 'dead',
    title: 'the fleet file cannot be used',
    found:
      'it cannot be read, has a mistake in it, or others may change it: hooks of the fleet do not run, and guarded calls ask',
    fix: 'correct {file}; its administrator may have to',
  },
  'fleet-not-in-force': {
    severity: 'dead',
    title: 'the policy of the fleet is not in force',
    found: 'it was never fetched, or its files are not those that were signed',
    fix: 'run: anyhook fleet fetch',
  },
  'fleet-late': {
    severity: 'warning',
    title: 'the policy of the fleet was not checked for long',
    found: 'the last successful check is older than "offline.warnAfter", or the clock was set back',
    fix: 'run: anyhook fleet fetch',
  },
  'fleet-audit': {
    severity: 'warning',
    title: 'the audit of the fleet has problems',
    found:
      'records of decisions were not sent for longer than "offline.warnAfter", there is no space for more, or some are lost',
    fix: 'run: anyhook fleet status; its last line says why',
  },
} as const;

const finding = (cause: keyof typeof fleetCauses, what: string, placeholders: Readonly<Record<string, string>> = {}) =>
  findingOf(cause, fleetCauses[cause], what, placeholders);

/** Is this machine managed by a fleet, and is its policy in force? */
function checks(user: UserPaths, now: number): readonly DoctorCheck[] {
  const places = fleetFilePlaces(user);
  const { settings, problems } = findFleet(places);
  const [problem] = problems;
  if (!settings) {
    const unusable = problem && finding('fleet-unusable', problem.message, { file: problem.source });
    return unusable ? [{ title: 'the fleet file can be used', findings: [unusable] }] : [];
  }
  const { org, file, lock, offline } = settings;
  const policy = readActivePolicy(settings, user.state);
  const standing = standingOf(policy.store.readCheck(), offline, now);
  const findings = [
    ...(policy.problem === undefined ? [] : [finding('fleet-not-in-force', `${org}: ${policy.problem}`)]),
    ...(standing.text === '' ? [] : [finding('fleet-late', `${org}: ${standing.text}`)]),
    ...auditFindings(settings, policy.store.folder, user.state, now),
  ];
  return [{ title: `${org} is in charge of this machine (${file}${lock ? ', locked' : ''})`, findings }];
}

function auditFindings(
  { org, audit, offline }: FleetSettings,
  folder: string,
  state: string,
  now: number,
): readonly Finding[] {
  if (!audit) return [];
  const [head, sent] = [readText(auditFileIn(state)), readText(shipFileIn(folder))];
  return auditProblems(parseAuditHead(head), parseShipRecord(sent), { now, lateMs: offline.warnAfterMs }).map(
    (problem) => finding('fleet-audit', `${org}: ${problem}`),
  );
}

export const doctor: FeatureDoctor = { causes: fleetCauses, checks };
