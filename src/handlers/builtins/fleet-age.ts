import { type CheckRecord, type OfflineSettings, parseCheckRecord, standingOf } from '../../core/fleet-standing.js';
import { guardedEvents, standIns } from '../../core/stand-in.js';
import { ask, deny, pass } from '../../core/verdict.js';
import { now } from '../../platform/clock.js';
import { readText } from '../../platform/files/files.js';
import type { Builtin } from './builtin.js';

interface FleetAgeArgs {
  readonly org: string;
  readonly checkFile: string;
  readonly offline: OfflineSettings;
}

/** What the record said when it was last read; a policy that is fresh stays so for a while. */
const known = new Map<string, { readonly check: CheckRecord | undefined; readonly readAt: number }>();
const rereadMs = 60_000;

/** Asks or denies when the policy of a fleet could not be checked for as long as its offline rule allows. */
export const fleetAge: Builtin = {
  name: standIns.fleetAge,
  summary: 'asks or denies because the policy of the fleet is too old',
  events: guardedEvents,
  dependsOnState: true,
  run(event, args) {
    const { org, checkFile, offline } = args as FleetAgeArgs;
    if (!guardedEvents.includes(event.name)) return pass();
    const time = now();
    const kept = known.get(checkFile);
    const isFresh = kept !== undefined && Math.abs(time - kept.readAt) < rereadMs;
    const isCurrent = isFresh && standingOf(kept.check, offline, time).kind !== 'lapsed';
    const check = isCurrent ? kept.check : parseCheckRecord(readText(checkFile));
    if (!isCurrent) known.set(checkFile, { check, readAt: time });
    const { kind, text } = standingOf(check, offline, time);
    if (kind !== 'lapsed') return pass();
    const reason = `the policy of ${org} may be out of date: ${text}; run "anyhook fleet fetch" in a terminal`;
    return offline.rule === 'deny' ? deny(reason) : ask(reason);
  },
};
