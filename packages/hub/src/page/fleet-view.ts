import { bundlesFor, ringPlaceOf, ringPlaces } from '@anyhook/fleet';
import { type DeviceState, type FleetState, silentMs } from '../fleet-state.js';
import type { ChannelView, DeviceFilter, DeviceRow, FleetView, RingView } from './page-views.js';
import type { PublishedChannel } from './published-policy.js';

/** Rows that the page gets at once; the others are found by the filter. */
const maxRows = 200;

export function fleetView(
  state: FleetState,
  published: ReadonlyMap<string, PublishedChannel | undefined>,
  asked: { readonly filter: DeviceFilter; readonly search: string },
): FleetView {
  const newest = new Map(channelNames(state).map((name) => [name, newestSerial(state, name, published.get(name))]));
  const rows = state.devices.map((device) => rowOf(device, newest, state.at));
  const matches: Readonly<Record<DeviceFilter, (row: DeviceRow) => boolean>> = {
    all: () => true,
    alarms: ({ alarms }) => alarms.length > 0,
    silent: ({ isSilent }) => isSilent,
    behind: ({ isBehind }) => isBehind,
    holes: ({ missing }) => missing > 0,
  };
  const found = rows.filter((row) => matches[asked.filter](row) && row.device.startsWith(asked.search));
  const count = (filter: DeviceFilter) => rows.filter(matches[filter]).length;
  const sum = (of: (row: DeviceRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    at: state.at,
    counts: {
      ...{ all: rows.length, alarms: count('alarms'), silent: count('silent') },
      ...{ behind: count('behind'), holes: count('holes') },
    },
    kept: sum(({ kept }) => kept),
    missing: sum(({ missing }) => missing),
    unsent: sum(({ unsent = 0 }) => unsent),
    channels: channelNames(state).map((name) => channelView(state, name, published.get(name))),
    candidates: state.candidates.slice(0, 10).map((one) => ({ ...one, flips: one.flips.slice(0, 50) })),
    devices: found.sort(worstFirst).slice(0, maxRows),
    matching: found.length,
  };
}

export const channelNames = ({ channels, serials }: FleetState): readonly string[] =>
  [...new Set([...channels, ...serials].map(({ channel }) => channel))].sort();

/** The newest document of a channel: of the policy server if known, else as announced or seen. */
function newestSerial(
  { channels, serials }: FleetState,
  name: string,
  published: PublishedChannel | undefined,
): number {
  if (published?.document) return published.document.serial;
  return Math.max(
    0,
    ...[...channels, ...serials].filter(({ channel }) => channel === name).map(({ serial }) => serial),
  );
}

function rowOf(device: DeviceState, newest: ReadonlyMap<string, number>, now: number): DeviceRow {
  const { report, device: name, enrolled, kept, missing, holes, alarms } = device;
  return {
    ...{ device: name, enrolled, kept, missing, holes, alarms },
    ...(report && {
      ...{ at: report.at, channel: report.channel, serial: report.serial },
      ...{ version: report.version, unsent: report.unsent },
    }),
    isBehind: report !== undefined && report.serial < (newest.get(report.channel) ?? 0),
    isSilent: now - (report?.at ?? enrolled) > silentMs,
  };
}

/** Alarms first, then by the length of silence. */
const worstFirst = (a: DeviceRow, b: DeviceRow): number =>
  b.alarms.length - a.alarms.length || b.missing - a.missing || (a.at ?? a.enrolled) - (b.at ?? b.enrolled);

function channelView(state: FleetState, name: string, published: PublishedChannel | undefined): ChannelView {
  const announced = state.channels.find(({ channel }) => channel === name)?.serial;
  const document = published?.document;
  return {
    channel: name,
    ...(announced !== undefined && { announced }),
    ...(document && { published: document.serial, expires: document.expires }),
    rings: document ? ringViews(state, document) : [],
    ...(published?.problem !== undefined && { problem: published.problem }),
    serials: state.serials
      .filter(({ channel }) => channel === name)
      .map(({ serial, devices }) => ({ serial, devices }))
      .sort((a, b) => b.serial - a.serial),
  };
}

/** Each ring with its devices: those of its places that use its bundle in its mode. */
function ringViews(
  { org, devices }: FleetState,
  document: NonNullable<PublishedChannel['document']>,
): readonly RingView[] {
  const { rings, serial, channel } = document;
  const own = devices
    .filter(({ report }) => report?.channel === channel)
    .map((device) => ({ device, bundles: bundlesFor(document, ringPlaceOf(org, device.device)) }));
  return rings.map((ring) => {
    const inside = own.filter(({ bundles: { enforced, candidate } }) =>
      ring.mode === 'enforce' ? enforced?.serial === ring.serial : candidate?.serial === ring.serial,
    );
    return {
      ...{ mode: ring.mode, serial: ring.serial, part: ring.upTo / ringPlaces, devices: inside.length },
      current: inside.filter(({ device }) => device.report?.serial === serial).length,
    };
  });
}
