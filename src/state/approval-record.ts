import { stableJson } from '../core/json.js';
import { sha256 } from '../platform/hash.js';

/** What `tool` begins with where a task is to be created for an ability, and where an ability is to run. */
export const taskToolPrefix = 'task:';
export const abilityToolPrefix = 'ability:';

/** What is asked: one call with all its arguments, and who asks. The store of the runtime's tasks is the same. */
export interface ApprovalRequest {
  /** The project, and the folder in which the call would run. */
  readonly root: string;
  readonly cwd: string;
  /** The tool by its canonical kind, `mcp:server/tool`, or an agent's own name; of a task its ability, after one of the words above. */
  readonly tool: string;
  /** The arguments as they would be used, after every rewrite; of a task `{environment, input}`. */
  readonly input: unknown;
  /** The hooks that ask, each with what tells its versions apart. */
  readonly hooks: readonly { readonly id: string; readonly version: string }[];
  readonly reason: string;
  /** Where it came from; for the person who decides, no part of what is approved. */
  readonly host: string;
  readonly sessionId: string;
  readonly callId?: string;
  /** Of a task: who wants it, such as `ci_pipeline, job 7`. */
  readonly caller?: string;
}

export const personDecisions = ['approved', 'refused'] as const;
export type PersonDecision = (typeof personDecisions)[number];

/** A question and what became of it. Times are milliseconds since the epoch. */
export interface ApprovalRecord {
  readonly version: 1;
  readonly id: string;
  readonly key: string;
  readonly request: ApprovalRequest;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Missing while nobody has decided. */
  readonly decision?: PersonDecision;
  readonly by?: string;
  readonly decidedAt?: number;
  readonly why?: string;
  /** The call that used the approval. */
  readonly used?: { readonly at: number; readonly sessionId: string; readonly callId?: string };
}

export type ApprovalState = 'pending' | PersonDecision | 'used' | 'expired';

export function approvalState({ decision, used, expiresAt }: ApprovalRecord, now: number): ApprovalState {
  if (used) return 'used';
  if (expiresAt <= now) return 'expired';
  return decision ?? 'pending';
}

/** What an approval is bound to. Two requests have the same key only when a person would call them the same call. */
export function approvalKey({ root, cwd, tool, input, hooks }: ApprovalRequest): string {
  const voters = [...hooks].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sha256(stableJson({ root, cwd, tool, input, hooks: voters }));
}

/** A record that was read from a file; undefined where it is none. */
export function parseApprovalRecord(text: string): ApprovalRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<ApprovalRecord> | null;
    const { request } = value ?? {};
    const isRecord =
      value?.version === 1 &&
      typeof value.id === 'string' &&
      typeof value.key === 'string' &&
      typeof value.askedAt === 'number' &&
      typeof value.expiresAt === 'number' &&
      typeof request === 'object' &&
      Array.isArray(request?.hooks) &&
      // What a person reads must be what the key stands for.
      approvalKey(request as ApprovalRequest) === value.key;
    return isRecord ? (value as ApprovalRecord) : undefined;
  } catch {
    return undefined;
  }
}
