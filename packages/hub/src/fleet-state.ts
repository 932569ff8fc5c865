import type { FlipCount } from '../../../src/fleet/hub-protocol.js';
import { emptyLedger } from './holes.js';
import { countOf, holesIn } from './ranges.js';
import type { HubStore, StoredReport } from './store.js';

/** One device, as the hub sees it. */
export interface DeviceState {
  readonly device: string;
  readonly enrolled: number;
  readonly report?: Omit<StoredReport, 'device' | 'org' | 'candidate'>;
  /** Records that are kept, and that are not although the last report had them. */
  readonly kept: number;
  readonly missing: number;
  readonly breaks: readonly number[];
  /** Why someone should look at it. */
  readonly alarms: readonly string[];
}

/** What a candidate would flip, over all devices that replayed it. */
export interface CandidateState {
  readonly serial: number;
  readonly devices: number;
  readonly total: number;
  readonly same: number;
  readonly flips: readonly FlipCount[];
  readonly notReplayed: number;
  readonly unknown: number;
}

/** The fleet at one moment. */
export interface FleetState {
  readonly org: string;
  readonly at: number;
  readonly channels: readonly { readonly channel: string; readonly serial: number }[];
  /** How many devices have which serial in force. */
  readonly serials: readonly { readonly channel: string; readonly serial: number; readonly devices: number }[];
  readonly candidates: readonly CandidateState[];
  readonly devices: readonly DeviceState[];
}

/** A device that reports less often than this is silent. */
const silentMs = 3 * 24 * 60 * 60 * 1000;

/** Reads the whole state of the fleet. */
export async function readFleetState(store: HubStore, org: string, now: number): Promise<FleetState> {
  const [devices, reports, ledgers, channels] = await Promise.all([
    store.readAll('device'),
    store.readAll('report'),
    store.readAll('ledger'),
    store.readAll('channel'),
  ]);
  const serials = new Map<string, number>();
  for (const { channel, serial } of reports.values())
    serials.set(`${channel} ${serial}`, (serials.get(`${channel} ${serial}`) ?? 0) + 1);
  return {
    org,
    at: now,
    channels: [...channels.values()],
    serials: [...serials].map(([name, count]) => {
      const [channel = '', serial] = name.split(' ');
      return { channel, serial: Number(serial), devices: count };
    }),
    candidates: candidatesIn([...reports.values()]),
    devices: [...devices].map(([device, { enrolled }]): DeviceState => {
      const report = reports.get(device);
      const ledger = ledgers.get(device) ?? emptyLedger;
      const { ranges, breaks } = ledger;
      const missing = countOf(holesIn(ranges, report?.head.sequence ?? 0));
      const isSilent = now - (report?.at ?? enrolled) > silentMs;
      const alarms = [
        ...(isSilent ? [`no report for ${Math.floor((now - (report?.at ?? enrolled)) / 86_400_000)} days`] : []),
        ...(report?.spoolFull ? ['its spool is full'] : []),
        ...(report && report.lost > 0 ? [`${report.lost} records are lost: it no longer has them`] : []),
        ...(breaks.length > 0 ? [`its chain is broken at record ${breaks.join(', ')}`] : []),
        ...(report?.wentBack ? ['it has fewer records than it sent before'] : []),
      ];
      const { device: _device, org: _org, candidate: _candidate, ...rest } = report ?? ({} as StoredReport);
      return { device, enrolled, ...(report && { report: rest }), kept: countOf(ranges), missing, breaks, alarms };
    }),
  };
}

/** Adds up what devices say about candidates, by serial. */
function candidatesIn(reports: readonly StoredReport[]): readonly CandidateState[] {
  const all = new Map<number, CandidateState & { readonly byFlip: Map<string, FlipCount> }>();
  for (const { candidate } of reports) {
    if (!candidate) continue;
    const sum = all.get(candidate.serial);
    const byFlip = sum?.byFlip ?? new Map<string, FlipCount>();
    for (const flip of candidate.flips) {
      const name = `${flip.hook}\n${flip.from}\n${flip.to}`;
      byFlip.set(name, { ...flip, count: flip.count + (byFlip.get(name)?.count ?? 0) });
    }
    all.set(candidate.serial, {
      serial: candidate.serial,
      devices: (sum?.devices ?? 0) + 1,
      total: (sum?.total ?? 0) + candidate.total,
      same: (sum?.same ?? 0) + candidate.same,
      flips: [],
      notReplayed: (sum?.notReplayed ?? 0) + candidate.notReplayed,
      unknown: (sum?.unknown ?? 0) + candidate.unknown,
      byFlip,
    });
  }
  return [...all.values()].map(({ byFlip, ...sum }) => ({
    ...sum,
    flips: [...byFlip.values()].sort((a, b) => b.count - a.count),
  }));
}
