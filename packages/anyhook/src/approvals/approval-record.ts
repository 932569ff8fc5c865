import { sha256, stableJson } from '@anyhook/core';

/** Prefixes of `tool` for creating a task of an ability, and for running an ability. */
export const taskToolPrefix = 'task:';
export const abilityToolPrefix = 'ability:';

/** The request: one call with all its arguments, and who asks. The task store of the runtime also uses it. */
export interface ApprovalRequest {
  /** The project, and the folder in which the call would run. */
  readonly root: string;
  readonly cwd: string;
  /** The tool's canonical kind, `mcp:server/tool`, or an agent's own name; for a task a prefix and its ability. */
  readonly tool: string;
  /** The final arguments, after every rewrite; for a task `{environment, input}`. */
  readonly input: unknown;
  /** The effects of the call, if the hooks ask about those and not its text: then any call with these is the same. */
  readonly effects?: readonly string[];
  /** The hooks that ask, each with a mark of its version. */
  readonly hooks: readonly { readonly id: string; readonly version: string }[];
  readonly reason: string;
  /** The origin, shown to the person who decides; not part of what is approved. */
  readonly host: string;
  readonly sessionId: string;
  readonly callId?: string;
  /** For a task: who created it, such as `ci_pipeline, job 7`. */
  readonly caller?: string;
}

/** What may leave the machine about a call besides names, for approvers elsewhere. */
export const approvalParts = ['reason', 'call'] as const;
export type ApprovalPart = (typeof approvalParts)[number];

export const personDecisions = ['approved', 'refused'] as const;
export type PersonDecision = (typeof personDecisions)[number];

/** Proof that a person decided, in the channel's fields, such as a typed code or a passkey's signature. */
export interface ApprovalProof {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** A request and its outcome. Times are milliseconds since the epoch. */
export interface ApprovalRecord {
  readonly version: 1;
  readonly id: string;
  readonly key: string;
  readonly request: ApprovalRequest;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** The latest decision about this call, by its id in the journal. */
  readonly decisionId?: string;
  /** Missing until a person decides. */
  readonly decision?: PersonDecision;
  readonly by?: string;
  readonly decidedAt?: number;
  readonly why?: string;
  /** How the person proved to be present, if not at a terminal. */
  readonly proof?: ApprovalProof;
  /** Set if someone other than the user of this machine decided. */
  readonly isElsewhere?: true;
  /** How often a person approved it before and now, and when last; kept when the same is asked again. */
  readonly times?: number;
  readonly approvedAt?: number;
  /** It applies to every such call until it expires, not only to one. */
  readonly repeats?: true;
  /** The call that used the approval. */
  readonly used?: { readonly at: number; readonly sessionId: string; readonly callId?: string };
}

export type ApprovalState = 'pending' | PersonDecision | 'used' | 'expired';

export function approvalState({ decision, used, repeats, expiresAt }: ApprovalRecord, now: number): ApprovalState {
  if (used && !repeats) return 'used';
  if (expiresAt <= now) return 'expired';
  return decision ?? 'pending';
}

/** How many approvals a person gave since a time, for all projects or one. */
export const countApproved = (
  records: readonly ApprovalRecord[],
  { root, since = 0 }: { readonly root?: string | undefined; readonly since?: number | undefined },
): number =>
  records
    .filter(({ request, approvedAt = 0 }) => approvedAt >= since && (root === undefined || request.root === root))
    .reduce((sum, { times = 0 }) => sum + times, 0);

/** The identity of a call for approval. Two requests have the same key only if a person would call them the same call. */
export function approvalKey({ root, cwd, tool, input, effects, hooks }: ApprovalRequest): string {
  const voters = [...hooks].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (effects !== undefined) return sha256(stableJson({ root, effects: [...effects].sort(), hooks: voters }));
  return sha256(stableJson({ root, cwd, tool, input, hooks: voters }));
}

/** A record from a file; undefined if the file does not contain one. */
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
      (request.effects === undefined || Array.isArray(request.effects)) &&
      // A person must see everything that the key covers.
      approvalKey(request as ApprovalRequest) === value.key;
    return isRecord ? (value as ApprovalRecord) : undefined;
  } catch {
    return undefined;
  }
}
