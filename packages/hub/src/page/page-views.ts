import type { CandidateSum, CentralAnswer, CentralApproval, RingMode } from '@anyhook/fleet';
import type { DeviceState } from '../fleet-state.js';
import type { PersonRight } from '../settings.js';

/** The JSON types of the page. */

export interface HubHello {
  readonly org: string;
  readonly name: string;
  readonly may: PersonRight;
}

/** A part of the devices, and its progress. */
export interface RingView {
  readonly mode: RingMode;
  readonly serial: number;
  /** The share of all places that it has, from 0 to 1. */
  readonly part: number;
  readonly devices: number;
  /** Devices that have the newest document. */
  readonly current: number;
}

/** A channel: what was announced, what is published, and what devices have. */
export interface ChannelView {
  readonly channel: string;
  readonly announced?: number;
  readonly published?: number;
  readonly expires?: number;
  readonly rings: readonly RingView[];
  /** Why the rings are unknown. */
  readonly problem?: string;
  readonly serials: readonly { readonly serial: number; readonly devices: number }[];
}

/** Devices that need attention, by kind. */
export const deviceFilters = {
  all: 'all devices',
  alarms: 'with an alarm',
  silent: 'silent',
  behind: 'behind the newest policy',
  holes: 'with records missing',
} as const;

export type DeviceFilter = keyof typeof deviceFilters;

/** A row of the list of devices. */
export interface DeviceRow extends Pick<DeviceState, 'device' | 'enrolled' | 'kept' | 'missing' | 'holes' | 'alarms'> {
  readonly at?: number;
  readonly channel?: string;
  readonly serial?: number;
  readonly version?: string;
  readonly unsent?: number;
  readonly isBehind: boolean;
  readonly isSilent: boolean;
}

export interface FleetView {
  readonly at: number;
  readonly counts: Readonly<Record<DeviceFilter, number>>;
  readonly kept: number;
  readonly missing: number;
  readonly unsent: number;
  readonly channels: readonly ChannelView[];
  readonly candidates: readonly CandidateSum[];
  readonly devices: readonly DeviceRow[];
  readonly matching: number;
}

export interface QuestionView {
  readonly asked: CentralApproval;
  readonly state: 'pending' | 'approved' | 'refused' | 'expired';
  readonly answer?: Pick<CentralAnswer, 'by' | 'decidedAt' | 'reason'> & { readonly passkey: string };
}
