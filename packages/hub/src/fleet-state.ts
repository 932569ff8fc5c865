import { addReports, type CandidateSum } from '@anyhook/fleet';
import { emptyLedger } from './holes.js';
import { countOf, holesIn, type Ranges } from './ranges.js';
import { readAgain } from './read-again.js';
import type { HubStore, StoredReport } from './store.js';

/** One device from the hub's point of view. */
export interface DeviceState {
  readonly device: string;
  readonly enrolled: number;
  readonly report?: Omit<StoredReport, 'device' | 'org' | 'candidate'>;
  /** Records that are kept, and those that are missing although the last report had them. */
  readonly kept: number;
  readonly missing: number;
  /** The first missing ranges. */
  readonly holes: Ranges;
  readonly breaks: readonly number[];
  /** Why it needs attention. */
  readonly alarms: readonly string[];
}

export interface FleetState {
  readonly org: string;
  readonly at: number;
  readonly channels: readonly { readonly channel: string; readonly serial: number }[];
  /** How many devices have which serial in force. */
  readonly serials: readonly { readonly channel: string; readonly serial: number; readonly devices: number }[];
  /** What candidates would flip, summed over all devices that replayed them. */
  readonly candidates: readonly CandidateSum[];
  readonly devices: readonly DeviceState[];
}

/** A device that has not reported for this long is silent. */
export const silentMs = 3 * 24 * 60 * 60 * 1000;

/** Reads the state of the fleet, shared by concurrent requests. */
export const openFleet = (store: HubStore, org: string) =>
  readAgain(() => readFleetState(store, org, Date.now()), freshMs);

export type FleetReader = ReturnType<typeof openFleet>;

const freshMs = 1000;

/** The most gaps that are named per device. */
const maxHoles = 20;

async function readFleetState(store: HubStore, org: string, now: number): Promise<FleetState> {
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
    candidates: addReports([...reports.values()]),
    devices: [...devices].map(([device, { enrolled }]): DeviceState => {
      const report = reports.get(device);
      const ledger = ledgers.get(device) ?? emptyLedger;
      const { ranges, breaks } = ledger;
      const holes = holesIn(ranges, report?.head.sequence ?? 0);
      const isSilent = now - (report?.at ?? enrolled) > silentMs;
      const alarms = [
        ...(isSilent ? [`no report for ${Math.floor((now - (report?.at ?? enrolled)) / 86_400_000)} days`] : []),
        ...(report?.spoolFull ? ['its spool is full'] : []),
        ...(report && report.lost > 0 ? [`${report.lost} records are lost: it no longer has them`] : []),
        ...(breaks.length > 0 ? [`its chain is broken at record ${breaks.join(', ')}`] : []),
        ...(report?.wentBack ? ['it has fewer records than it sent before'] : []),
      ];
      const { device: _device, org: _org, candidate: _candidate, ...rest } = report ?? ({} as StoredReport);
      return {
        ...{ device, enrolled, ...(report && { report: rest }) },
        ...{ kept: countOf(ranges), missing: countOf(holes), holes: holes.slice(0, maxHoles), breaks, alarms },
      };
    }),
  };
}
