import { sha256 } from '@anyhook/core';
import type { DecisionRecord, RunRecord } from './record.js';

/** Marks a line of the spool whose decision belongs to the audit of an organisation. */
export interface AuditMark {
  readonly device: string;
  /** Optional fields that are sent as well. */
  readonly fields: readonly OptionalAuditField[];
  /** Size limit of unsent records, in megabytes. */
  readonly maxMb: number;
}

/** The place of a record in the chain of its device. */
interface ChainLink {
  /** Counts from 1, without gaps. */
  readonly sequence: number;
  /** The hash of the line before. */
  readonly previous: string;
}

/** The hash of a line, which the next line contains. */
export const auditHash = (line: string): string => sha256(line);

/** The first record has this instead of a hash. */
export const noAuditHash = '0'.repeat(64);

/** The source of an audit record. */
interface AuditSource extends ChainLink {
  readonly device: string;
  readonly record: DecisionRecord;
  /** Decisions before this one that were not recorded. */
  readonly lost: number;
}

interface AuditField {
  readonly says: string;
  readonly of: (source: AuditSource) => unknown;
}

/** Everything about a decision that leaves a machine, in the order of the record. */
export const auditFields = {
  device: { says: 'the random name of the device', of: ({ device }) => device },
  sequence: { says: 'counts the records of the device, without gaps', of: ({ sequence }) => sequence },
  previous: { says: 'SHA-256 of the record before', of: ({ previous }) => previous },
  time: { says: 'when the answer was ready, in milliseconds since the epoch', of: ({ record }) => record.at },
  id: { says: 'the id of the decision: `anyhook why <id>` on that device explains it', of: ({ record }) => record.id },
  host: { says: 'the agent', of: ({ record }) => record.host },
  event: { says: 'the event, such as `tool.before`', of: ({ record }) => record.event },
  caller: {
    says: 'who caused it: `ai_session`, `manual_cli`, `background_job` or `ci_pipeline`',
    of: ({ record }) => record.caller,
  },
  tool: { says: 'the kind of tool, such as `shell`', of: ({ record }) => record.tool },
  decision: { says: '`pass`, `allow`, `ask` or `deny`', of: ({ record }) => record.decision },
  rewrites: { says: 'which part of the call was rewritten', of: ({ record }) => record.rewrites },
  stop: { says: 'true if the agent was told to stop', of: ({ record }) => record.stop },
  alert: {
    says: 'a call bypassed the guard, as this answer told the user: `unasked`, `ran-denied`, `unread` or `unseen`; missing if none did',
    of: ({ record }) => record.alert,
  },
  hookSet: { says: 'the hash of all loaded hooks', of: ({ record }) => record.hookSet },
  hooks: {
    says: 'for each hook that took part: `hook` (its id), `outcome`, `decision`, `ms`, `shadow`',
    of: ({ record }) => record.hooks.map(sentRun),
  },
  ms: { says: 'how long the answer took', of: ({ record }) => record.ms },
  via: { says: '`engine` or `process`', of: ({ record }) => record.via },
  lost: {
    says: 'how many decisions before this one were not recorded for lack of space; missing if none',
    of: ({ lost }) => (lost > 0 ? lost : undefined),
  },
} as const satisfies Readonly<Record<string, AuditField>>;

/** What leaves a machine only if `audit.fields` in its fleet.yaml names it. */
export const optionalAuditFields = {
  session: { says: "the agent's id of the session", of: ({ record }) => record.session },
  call: { says: "the agent's id of the tool call", of: ({ record }) => record.call },
  toolName: { says: "the agent's name of the tool, such as `mcp__server__tool`", of: ({ record }) => record.toolName },
  agent: { says: 'the name or kind of the subagent', of: ({ record }) => record.agent },
  root: { says: "the path of the project's folder", of: ({ record }) => record.root },
  cwd: { says: 'the path of the folder in which the agent worked', of: ({ record }) => record.cwd },
} as const satisfies Readonly<Record<string, AuditField>>;

export type OptionalAuditField = keyof typeof optionalAuditFields;

export const optionalAuditFieldNames = Object.keys(optionalAuditFields) as readonly OptionalAuditField[];

const sentRun = ({ hook, outcome, decision, ms, shadow }: RunRecord) => ({
  hook: sentHookId(hook),
  outcome,
  decision,
  ms,
  ...(shadow && { shadow }),
});

/** A hook's id as it may leave the machine: as a hash if it could be a path or text. */
export const sentHookId = (id: string): string =>
  /^[\w.:@-]{1,120}$/.test(id) ? id : `hook-${sha256(id).slice(0, 12)}`;

/** The record of a decision as one line, without its line end. It is never rewritten: its hash is in the next one. */
export function auditLine(source: AuditSource, fields: readonly OptionalAuditField[]): string {
  const record: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(auditFields)) record[name] = (field as AuditField).of(source);
  for (const name of fields) record[name] = optionalAuditFields[name].of(source);
  return JSON.stringify(record);
}

/** Reads the mark of a line; undefined if it has no valid one. */
export function parseAuditMark(value: unknown): AuditMark | undefined {
  const { device, fields, maxMb } = (value ?? {}) as Partial<AuditMark>;
  if (typeof device !== 'string' || !/^[0-9a-z]{8,64}$/.test(device) || !Array.isArray(fields)) return undefined;
  if (typeof maxMb !== 'number' || !(maxMb > 0)) return undefined;
  return { device, fields: fields.filter((name) => Object.hasOwn(optionalAuditFields, String(name))), maxMb };
}
