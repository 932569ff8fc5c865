import type { Builtin } from '@anyhook/anyhook';
import { ask, deny, guardedEvents, now, parseAuditHead, pass, readText } from '@anyhook/core';
import { type CheckRecord, type OfflineSettings, parseCheckRecord, standingOf } from './fleet-standing.js';

/** The hook for a fleet policy that could not be checked for too long. */
export const fleetAgeName = 'anyhook:fleet-age';

interface FleetAgeArgs {
  readonly org: string;
  readonly checkFile: string;
  /** The head of the audit, if there is one. */
  readonly auditFile?: string;
  readonly offline: OfflineSettings;
}

/** The record as last read; a fresh policy stays fresh for a while. */
const known = new Map<string, { readonly check: CheckRecord | undefined; readonly readAt: number }>();
const rereadMs = 60_000;

/** Asks or denies if the policy was not checked for as long as its offline rule allows, or if its audit is full. */
export const fleetAge: Builtin = {
  name: fleetAgeName,
  summary: 'asks or denies because the policy of the fleet is too old, or its audit has no space',
  events: guardedEvents,
  dependsOnState: true,
  run(event, args) {
    const { org, checkFile, auditFile, offline } = args as FleetAgeArgs;
    if (!guardedEvents.includes(event.name)) return pass();
    const time = now();
    const decide = (reason: string) => (offline.rule === 'deny' ? deny(reason) : ask(reason));
    if (auditFile !== undefined && isAuditFull(auditFile, time))
      return decide(
        `the audit of ${org} has no space, so this action could not be recorded: see "anyhook fleet status" in a terminal`,
      );
    const kept = known.get(checkFile);
    const isFresh = kept !== undefined && Math.abs(time - kept.readAt) < rereadMs;
    const isCurrent = isFresh && standingOf(kept.check, offline, time).kind !== 'lapsed';
    const check = isCurrent ? kept.check : parseCheckRecord(readText(checkFile));
    if (!isCurrent) known.set(checkFile, { check, readAt: time });
    const { kind, text } = standingOf(check, offline, time);
    if (kind !== 'lapsed') return pass();
    return decide(`the policy of ${org} may be out of date: ${text}; run "anyhook fleet fetch" in a terminal`);
  },
};

/** When each audit last had space; while it has none, every event checks. */
const hadRoomAt = new Map<string, number>();
const roomMs = 10_000;

function isAuditFull(file: string, time: number): boolean {
  if (Math.abs(time - (hadRoomAt.get(file) ?? 0)) < roomMs) return false;
  if (parseAuditHead(readText(file))?.isFull) return true;
  hadRoomAt.set(file, time);
  return false;
}
