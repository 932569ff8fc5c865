import type { CommandContext, Io } from '@anyhook/anyhook';
import { countNoun, examplesText, exitCodes, jsonOption, print, printJson, tableLines } from '@anyhook/anyhook';
import { now, parseAuditHead, readText, userPaths } from '@anyhook/core';
import { readActivePolicy } from '../active-policy.js';
import { auditFileIn, shipFileIn } from '../audit-files.js';
import { auditProblems, parseShipRecord } from '../audit-standing.js';
import { fleetOf } from '../check-fleet.js';
import { keyNames } from '../documents.js';
import type { FleetSettings } from '../fleet-file.js';
import { type FleetFilePlaces, fleetFilePlaces } from '../fleet-lock.js';
import { standingOf } from '../fleet-standing.js';
import { type HubRecord, readHubRecord } from '../watch-hub.js';
import type { AddFleetCommand } from './index.js';

/** `anyhook fleet status`: the fleet of this machine, and its state. */
export const addFleetStatus: AddFleetCommand = (fleet, context) => {
  fleet
    .command('status')
    .summary('show fleet status')
    .description(
      'Shows the fleet that this machine belongs to, the policy that is in force, when it was last checked and what went wrong. ' +
        'Exits 1 if the policy is not in force or too old, or its audit has problems.',
    )
    .addOption(jsonOption())
    .addHelpText('after', examplesText('anyhook fleet status', 'anyhook fleet status --json'))
    .action(({ json }: { readonly json?: true }) => {
      const settings = fleetOf(context.io);
      if (!settings)
        return json ? printJson(context.io, { fleet: null }) : print(context.io, 'this machine is not in a fleet');
      showStatus(settings, json === true, context);
    });
};

function showStatus(settings: FleetSettings, isJson: boolean, context: CommandContext): void {
  const { io } = context;
  const policy = readActivePolicy(settings, userPaths(io.env, io.home).state);
  const check = policy.store.readCheck();
  const standing = standingOf(check, settings.offline, now());
  if (policy.problem !== undefined || standing.kind === 'lapsed') context.exitCode = exitCodes.error;
  const serialOf = (mode: 'enforce' | 'shadow') => policy.bundles.find((bundle) => bundle.mode === mode)?.serial;
  const [enforced, candidate] = [serialOf('enforce'), serialOf('shadow')];
  const { file, origin, org, channel, url, root, lock, hasIdleLock, offline } = settings;
  const hub = readHubRecord(policy.store.folder, now());
  const status = {
    fleet: { file, origin, org, channel, url, lock, ...(hasIdleLock && { hasIdleLock }), offline },
    device: policy.store.readDevice(),
    place: policy.place,
    serial: policy.channel?.serial,
    expires: policy.channel && iso(policy.channel.expires),
    enforced,
    candidate,
    standing: standing.kind,
    checkedAt: check?.checkedAt === undefined ? undefined : iso(check.checkedAt),
    problem: policy.problem ?? check?.problem,
    audit: settings.audit && auditStatus(settings, policy.store.folder, userPaths(io.env, io.home).state),
    hub: settings.audit?.target.kind === 'hub' ? (hub ?? null) : undefined,
  };
  if (status.audit && status.audit.problems.length > 0) context.exitCode = exitCodes.error;
  if (isJson) {
    printJson(io, status);
    return;
  }
  const rows: readonly (readonly [string, string])[] = [
    ['in charge', `${org}, by ${file} (${origin === 'system' ? 'set by an administrator' : 'set by you'})`],
    ['lock', lockText(settings, fleetFilePlaces(userPaths(io.env, io.home)))],
    ['policy', `${channel} from ${url}, root keys ${keyNames(root)}`],
    [
      'in force',
      status.serial === undefined ? 'nothing yet' : `document ${status.serial}, valid until ${status.expires}`,
    ],
    [
      'hooks',
      `${enforced === undefined ? 'no bundle decides' : `serial ${enforced} decides`}${candidate === undefined ? '' : `, serial ${candidate} runs in shadow mode`}`,
    ],
    ['checked', status.checkedAt ?? 'never'],
    [
      'offline',
      `${offline.rule} after ${Math.round(offline.thenAfterMs / 3_600_000)} h without a check${standing.text === '' ? '' : `: ${standing.text}`}`,
    ],
    ['audit', auditText(settings, status.audit)],
    ...(status.audit?.problems ?? []).map((problem) => ['', problem] as const),
    ...(status.hub === undefined ? [] : [['hub', hubText(hub)] as const]),
    ...(status.problem === undefined ? [] : [['problem', status.problem] as const]),
  ];
  printRows(rows, io);
}

function lockText({ lock, hasIdleLock }: FleetSettings, { system }: FleetFilePlaces): string {
  if (lock) return 'yes: off, uninstall and leave are refused';
  const leave = '"anyhook fleet leave" ends it';
  return hasIdleLock
    ? `no: lock: true has no effect in your own file; to lock this machine, an administrator moves the file to ${system}; ${leave}`
    : `no: ${leave}`;
}

function auditStatus({ offline }: FleetSettings, folder: string, state: string) {
  const head = parseAuditHead(readText(auditFileIn(state)));
  const sent = parseShipRecord(readText(shipFileIn(folder)));
  return {
    records: head?.sequence ?? 0,
    unsent: head ? head.sequence - head.acked : 0,
    lost: head?.lost ?? 0,
    isFull: head?.isFull ?? false,
    sentAt: sent?.sentAt === undefined ? undefined : iso(sent.sentAt),
    problem: sent?.problem,
    problems: auditProblems(head, sent, { now: now(), lateMs: offline.warnAfterMs }),
  };
}

function auditText({ audit }: FleetSettings, status: ReturnType<typeof auditStatus> | undefined): string {
  if (!audit || !status) return 'no: nothing about decisions leaves this machine';
  const { records, unsent, sentAt, problem } = status;
  const last = sentAt === undefined ? 'nothing was sent yet' : `all sent at ${sentAt}`;
  const more = audit.fields.length === 0 ? '' : `, with ${audit.fields.join(', ')}`;
  return `${records} records to ${audit.target.url}${more}; ${unsent} not sent, ${last}${problem === undefined ? '' : ` (${problem})`}`;
}

/** Is a process connected to the hub, and what does it report? */
function hubText(hub: HubRecord | undefined): string {
  if (!hub) return 'not connected: a connection is open while the resident engine runs';
  const { nudges, approvals, waiting } = hub;
  const calls = waiting === 0 ? 'no call waits for an approver' : `${countNoun(waiting, 'call')} with approvers`;
  return [
    nudges === undefined ? 'nudges arrive' : `no nudges (${nudges})`,
    `${calls}${approvals === undefined ? '' : ` (${approvals})`}`,
  ].join('; ');
}

const iso = (time: number): string => new Date(time).toISOString();

function printRows(rows: readonly (readonly [string, string])[], io: Io): void {
  for (const line of tableLines(rows.map((row) => row.map((text) => ({ text }))))) print(io, line);
}
