import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import {
  AnyhookError,
  fileStamp,
  isWritableByOthers,
  listFolder,
  quoteValue,
  readText,
  removePath,
  withLock,
  writeAtomic,
} from '@anyhook/core';
import type { Approval } from '../engine/approve.js';
import type { ApprovalProof, ApprovalRecord, ApprovalRequest, PersonDecision } from './approval-record.js';
import { approvalKey, approvalState, parseApprovalRecord } from './approval-record.js';

/** A person must be able to read everything that is approved. */
const maxInputChars = 256 * 1024;
const maxFileBytes = 4 * 1024 * 1024;
const maxRecords = 200;
const retentionMs = 7 * 24 * 60 * 60 * 1000;
/** An agent is waiting: if the lock is not free within this time, the call is denied. */
const lockTimeoutMs = 3_000;

/** Who decided, and for what. */
export interface PersonAnswer {
  readonly by: string;
  readonly why?: string;
  readonly proof?: ApprovalProof;
  /** Someone other than the user of this machine. */
  readonly isElsewhere?: true;
  /** Decide only if the call is unchanged. */
  readonly key?: string;
  /** How long an approval applies to every call that does the same; missing: to one call. */
  readonly forMs?: number;
}

export interface ApprovalStore {
  /** The decision about this call; uses the approval up. Stores a request if there is no answer yet. */
  ask(request: ApprovalRequest): Promise<Approval>;
  /** Whether this call has a valid decision. Does not use the approval up. */
  isAnswered(request: ApprovalRequest): boolean;
  all(): readonly ApprovalRecord[];
  /** Records the id of the asking decision in the journal. */
  link(id: string, decisionId: string): Promise<void>;
  /** Records a person's decision. Throws if no call with this id is pending. */
  decide(id: string, decision: PersonDecision, who: PersonAnswer): Promise<ApprovalRecord>;
}

export const approvalsFolder = (state: string): string => join(state, 'approvals');

/** Requests to a person and their answers, one file each, shared by all processes of a user. */
export function createApprovalStore(
  state: string,
  { now, minutes }: { readonly now: () => number; readonly minutes: number },
): ApprovalStore {
  const dir = approvalsFolder(state);
  const fileOf = (key: string) => join(dir, `${key}${recordSuffix}`);
  const write = (record: ApprovalRecord): void => writeAtomic(fileOf(record.key), `${JSON.stringify(record)}\n`);
  const whileLocked = <T>(act: () => T): Promise<T> => withLock(join(dir, 'lock'), act, { timeoutMs: lockTimeoutMs });
  const expiryTime = () => now() + minutes * 60_000;
  const all = () =>
    recordFiles(dir)
      .flatMap((file) => readRecord(file) ?? [])
      .sort((a, b) => b.askedAt - a.askedAt);

  const answer = (request: ApprovalRequest, key: string): Approval => {
    const known = readRecord(fileOf(key));
    const knownState = known && approvalState(known, now());
    if (known && knownState === 'approved') {
      write({ ...known, used: { at: now(), ...callIds(request) } });
      return { kind: 'approved', ...(known.repeats && { repeats: true }), ...decidedFrom(known) };
    }
    if (known && knownState === 'refused') {
      const { by, why } = known;
      const refusal = { ...(by !== undefined && { by }), ...(why !== undefined && { why }) };
      return { kind: 'refused', ...refusal, ...decidedFrom(known) };
    }
    // Two entries of one agent may report the same call.
    if (known?.used && request.callId !== undefined && isSame(known.used, callIds(request)))
      return { kind: 'approved', ...decidedFrom(known) };
    const pending = knownState === 'pending' ? known : undefined;
    if (!pending) pruneApprovals(dir, now());
    const id = pending?.id ?? newApprovalId(new Set(all().map((record) => record.id)));
    const { times, approvedAt } = known ?? {};
    const earlier = times === undefined || approvedAt === undefined ? {} : { times, approvedAt };
    write({ version: 1, id, key, request, askedAt: pending?.askedAt ?? now(), expiresAt: expiryTime(), ...earlier });
    return { kind: 'pending', id, minutes };
  };

  return {
    async ask(request) {
      try {
        if ((JSON.stringify(request.input) ?? '').length > maxInputChars)
          return { kind: 'impossible', why: `its arguments are longer than ${maxInputChars} characters` };
        if (isWritableByOthers(state))
          return { kind: 'impossible', why: `other users may write to ${state}: "chmod 700" it` };
        const key = approvalKey(request);
        return await whileLocked(() => answer(request, key));
      } catch (error) {
        return { kind: 'impossible', why: `the question could not be stored: ${(error as Error).message}` };
      }
    },
    isAnswered(request) {
      const known = readRecord(fileOf(approvalKey(request)));
      const knownState = known && approvalState(known, now());
      return knownState === 'approved' || knownState === 'refused';
    },
    all,
    link: (id, decisionId) =>
      whileLocked(() => {
        const record = all().find((one) => one.id === id);
        if (record) write({ ...record, decisionId });
      }),
    decide: (id, decision, { by, why, forMs, proof, isElsewhere, key }) =>
      whileLocked(() => {
        const record = all().find((one) => one.id === id && (key === undefined || one.key === key));
        const recordState = record && approvalState(record, now());
        if (!record || recordState !== 'pending')
          throw new AnyhookError(
            'BAD_ARGUMENT',
            `no pending call has the id ${quoteValue(id)}${recordState ? ` (it is ${recordState})` : ''}; see "anyhook approve --list"`,
          );
        if (forMs !== undefined && record.request.effects === undefined)
          throw new AnyhookError(
            'BAD_ARGUMENT',
            `${quoteValue(id)} can be approved for one call only: its hooks do not say what it does`,
          );
        const decisionFields = {
          decision,
          by,
          decidedAt: now(),
          expiresAt: forMs === undefined ? expiryTime() : now() + forMs,
          ...(decision === 'approved' && { times: (record.times ?? 0) + 1, approvedAt: now() }),
          ...(why !== undefined && { why }),
          ...(proof && { proof }),
          ...(isElsewhere && { isElsewhere }),
          ...(forMs !== undefined && { repeats: true as const }),
        };
        const decided: ApprovalRecord = { ...record, ...decisionFields };
        write(decided);
        return decided;
      }),
  };
}

/** Who decided, if not the user of this machine. */
const decidedFrom = ({ proof, by, isElsewhere }: ApprovalRecord): { readonly approver?: string } =>
  // Records of earlier builds only have the proof.
  (isElsewhere || proof?.kind === 'approver') && by !== undefined ? { approver: by } : {};

const recordSuffix = '.json';

const recordFiles = (dir: string): readonly string[] => {
  const entries = listFolder(dir);
  if (typeof entries === 'string') return [];
  return entries
    .filter(({ name, kind }) => kind === 'file' && name.endsWith(recordSuffix))
    .map(({ name }) => join(dir, name));
};

function readRecord(file: string): ApprovalRecord | undefined {
  const text = readText(file, maxFileBytes);
  return text === undefined ? undefined : parseApprovalRecord(text);
}

const callIds = ({ sessionId, callId }: ApprovalRequest) => ({ sessionId, ...(callId !== undefined && { callId }) });

const isSame = (a: Pick<ApprovalRequest, 'sessionId' | 'callId'>, b: typeof a): boolean =>
  a.sessionId === b.sessionId && a.callId === b.callId;

/** Makes room for one more: deletes old records, and the oldest if there are too many. */
function pruneApprovals(dir: string, now: number): void {
  const dated = recordFiles(dir)
    .map((file) => ({ file, at: fileStamp(file)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at);
  for (const [i, { file, at }] of dated.entries()) if (i >= maxRecords - 1 || at < now - retentionMs) removePath(file);
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Short, because a person types it. */
function newApprovalId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
    if (!taken.has(id)) return id;
  }
}
