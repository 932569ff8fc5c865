import { isObject, parseJson } from '@anyhook/core';
import type { DeviceIdentity } from './device-identity.js';
import { envelopeText, readEnvelope, requireSignatures, withSignatures } from './envelope.js';
import { type CandidateCounts, type DeviceReport, deviceOf, type FlipCount } from './hub-protocol.js';
import { publicKeyPattern } from './keys.js';
import { DocumentFields, FleetRefusal } from './refusal.js';

/** A report as a file: with the key of the device, which signs it and determines its name. */
interface ReportFile extends DeviceReport {
  readonly publicKey: string;
  /** ISO 8601. */
  readonly created: string;
}

export function signReport(report: DeviceReport, { signer }: DeviceIdentity, now: number): string {
  const file: ReportFile = { ...report, publicKey: signer.publicKey, created: new Date(now).toISOString() };
  const payload = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
  return envelopeText(withSignatures({ kind: 'report', payload, signatures: [] }, [signer]));
}

/** Reads a report file; throws a FleetRefusal unless the device that it names signed it. */
export function readReport(text: string, document: string, org: string): DeviceReport {
  const envelope = readEnvelope(text, document, 'report');
  const value = parseJson(envelope.payload.toString('utf8'));
  const advice = 'leave this file out, and write the report of that device again: "anyhook fleet report --out"';
  if (!isObject(value))
    throw new FleetRefusal({ document, field: 'payload', expected: 'a JSON object', came: 'something else', advice });
  const fields = new DocumentFields(document, value);
  const publicKey = fields.text('publicKey', publicKeyPattern, 'a public key, ed25519:…');
  requireSignatures(envelope, { threshold: 1, keys: [publicKey] }, document, 'key that it names');
  const device = fields.text('device', /^[0-9a-f]{32}$/, '32 hexadecimal digits');
  if (value['org'] !== org) fields.refuse('org', `"${org}"`, JSON.stringify(value['org']), advice);
  if (deviceOf(org, publicKey) !== device)
    fields.refuse('device', 'the name that belongs to its key', `"${device}"`, advice);
  if (value['candidate'] !== undefined) checkCandidate(fields.inside('candidate'));
  return value as unknown as DeviceReport;
}

const most = Number.MAX_SAFE_INTEGER;

function checkCandidate(fields: DocumentFields): void {
  for (const name of ['serial', 'total', 'same', 'notReplayed', 'unknown']) fields.whole(name, 0, most);
  for (const [i, flip] of fields.list('flips', 10_000).entries()) {
    const inside = fields.inside(`flips.${i}`, flip);
    for (const name of ['hook', 'from', 'to']) inside.text(name, /^.{1,200}$/, 'a text');
    inside.whole('count', 1, most);
  }
}

/** The reports of many devices about one candidate, added up. */
export interface CandidateSum extends CandidateCounts {
  readonly devices: number;
  readonly flipped: number;
}

/** Adds up reports by the serial of the candidate, newest first. Of two reports of a device, the later one is used. */
export function addReports(reports: readonly DeviceReport[]): readonly CandidateSum[] {
  const bySerial = new Map<number, CandidateCounts[]>();
  for (const { candidate } of reports) {
    if (!candidate) continue;
    const others = bySerial.get(candidate.serial);
    if (others) others.push(candidate);
    else bySerial.set(candidate.serial, [candidate]);
  }
  return [...bySerial].map(([serial, counts]) => sumOf(serial, counts)).sort((a, b) => b.serial - a.serial);
}

function sumOf(serial: number, counts: readonly CandidateCounts[]): CandidateSum {
  const sum = (of: (one: CandidateCounts) => number) => counts.reduce((total, one) => total + of(one), 0);
  const flips = addFlips(counts.flatMap((one) => one.flips));
  return {
    serial,
    devices: counts.length,
    total: sum(({ total }) => total),
    same: sum(({ same }) => same),
    flipped: flips.reduce((total, { count }) => total + count, 0),
    notReplayed: sum(({ notReplayed }) => notReplayed),
    unknown: sum(({ unknown }) => unknown),
    flips,
  };
}

function addFlips(flips: readonly FlipCount[]): readonly FlipCount[] {
  const counts = new Map<string, FlipCount>();
  for (const flip of flips) {
    const key = JSON.stringify([flip.hook, flip.from, flip.to]);
    counts.set(key, { ...flip, count: (counts.get(key)?.count ?? 0) + flip.count });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
