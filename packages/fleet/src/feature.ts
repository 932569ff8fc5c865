import type { Feature, PolicySource } from '@anyhook/anyhook';
import { now, parseAuditHead, readText } from '@anyhook/core';
import { auditProblems, parseShipRecord } from './audit-standing.js';
import { isWorkDue, startWork } from './due-work.js';
import { fleetAge } from './fleet-age.js';
import { fleetLock } from './fleet-lock.js';
import type { FleetOfMachine } from './fleet-policy.js';
import { parseCheckRecord, standingOf } from './fleet-standing.js';

/** Notices at the start of a session if the policy is old, or its audit has problems. */
export function policyNotices({
  org,
  offline,
  checkFile,
  audit,
  auditFile,
  shipFile,
}: FleetOfMachine): readonly string[] {
  const { text } = standingOf(parseCheckRecord(readText(checkFile)), offline, now());
  const problems = audit
    ? auditProblems(parseAuditHead(readText(auditFile)), parseShipRecord(readText(shipFile)), {
        now: now(),
        lateMs: offline.warnAfterMs,
      })
    : [];
  return [
    ...(text === '' ? [] : [`the policy of ${org}: ${text}; see "anyhook fleet status"`]),
    ...problems.map((problem) => `the audit of ${org}: ${problem}; see "anyhook fleet status"`),
  ];
}

const policy: PolicySource<FleetOfMachine> = {
  load: () => import('./fleet-policy.js'),
  notices: policyNotices,
  isWorkDue,
  startWork,
};

/** The rows of this package in `packages/anyhook/src/features.ts`. */
export const fleet: Feature = {
  name: 'fleet',
  builtins: { [fleetAge.name]: fleetAge },
  guardedCommands: {
    personal: ['fleet join', 'fleet leave'],
    changing: ['fleet init', 'fleet publish', 'fleet ring', 'fleet renew', 'fleet rotate', 'fleet sign'],
  },
  lock: fleetLock,
  policy,
  approvalChannel: () => import('./approval-channel.js'),
  atTerminal: () => import('./at-terminal.js'),
};
