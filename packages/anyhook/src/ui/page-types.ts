import type { Decision } from '@anyhook/core';
import type { AgentTurn, KeptProject } from '@anyhook/undo';
import type { BegunEvent } from '../answer/engine-watch.js';
import type { HookTrace } from '../answer/why-report.js';
import type { ApprovalRecord, ApprovalState } from '../approvals/approval-record.js';
import type { DoctorSection } from '../doctor/finding.js';
import type { HookSupport } from '../doctor/grades.js';
import type { HookCount, OutcomeStats, RecordedSession } from '../journal/query.js';
import type { DecisionRecord, DetailRecord, RunRecord } from '../journal/record.js';
import type { ReplayReport } from '../replay/replay.js';
import type { EngineReport } from '../resident/control-engine.js';
import type { RowField } from './decision-rows.js';

/** The JSON types of the page. */

/** One line of the live stream. */
export type LiveMessage =
  | { readonly kind: 'start'; readonly now: number; readonly rows: readonly DecisionRow[]; readonly trouble?: string }
  | { readonly kind: 'decided'; readonly rows: readonly DecisionRow[] }
  /** Subjects by id, for decisions that were sent without one. */
  | { readonly kind: 'texts'; readonly texts: Readonly<Record<string, string>> }
  | { readonly kind: 'begun'; readonly event: BegunEvent }
  | { readonly kind: 'ended'; readonly n: number }
  /** The engine sends news itself, or its end was noticed. */
  | { readonly kind: 'engine'; readonly isWatched: boolean }
  | { readonly kind: 'status'; readonly engine: EngineReport | null }
  | { readonly kind: 'waiting'; readonly approvals: readonly ApprovalView[] }
  /** The journal cannot be read; without a text, it can be read again. */
  | { readonly kind: 'trouble'; readonly text?: string };

/** The fields of a decision in a list, with its subject once its details are stored. */
export type DecisionRow = Pick<DecisionRecord, RowField> & {
  readonly hooks: readonly RowHook[];
  readonly text?: string;
};

/** A hook that took part; its effect is set unless it let the call pass. */
export interface RowHook {
  readonly hook: string;
  readonly outcome?: RunRecord['outcome'];
  readonly decision?: Decision;
  readonly shadow?: true;
}

/** Everything about one decision. */
export type WhyView = DecisionRecord & { readonly detail?: DetailRecord; readonly trace: readonly HookTrace[] };

/** What a page shows, and what it may do. */
export interface HelloView {
  readonly version: string;
  readonly user: string;
  /** The folder that `anyhook ui` was started in. */
  readonly folder: string;
  readonly agents: readonly { readonly name: string; readonly title: string }[];
  /** How the user can prove presence; missing if decisions are only possible in a terminal. */
  readonly presence?: readonly ('passkey' | 'code')[];
  readonly whyNoDecisions?: string;
}

type ShownApprovalField =
  | 'id'
  | 'askedAt'
  | 'expiresAt'
  | 'decisionId'
  | 'decision'
  | 'by'
  | 'decidedAt'
  | 'why'
  | 'times';

/** An approval request, without secrets. */
export interface ApprovalView extends Pick<ApprovalRecord, ShownApprovalField> {
  readonly state: ApprovalState;
  readonly request: Omit<ApprovalRecord['request'], 'hooks'> & { readonly hooks: readonly string[] };
  readonly usedAt?: number;
  /** How presence was proved, if it was decided on the page. */
  readonly proof?: string;
  /** Contains a secret, which is not shown. */
  readonly isRedacted?: true;
  /** The last approved call of the same tool, project and hooks. */
  readonly approvedBefore?: { readonly input: unknown; readonly at: number };
}

/** What a page must do to prove presence. */
export interface PresenceQuestion {
  readonly nonce: string;
  /** For a passkey: the bytes to sign, base64url, and the keys that may sign. */
  readonly challenge: string;
  readonly passkeys: readonly string[];
}

/** One hook with its activity in the last week. */
export interface HookHealth {
  readonly id: string;
  readonly dialect?: string;
  readonly source?: string;
  readonly events?: readonly string[];
  readonly mode?: string;
  readonly handler?: string;
  /** Why it does not run. */
  readonly idle?: string;
  readonly stats?: OutcomeStats;
  /** Its decisions as a shadow, which had no effect. */
  readonly shadowStats?: OutcomeStats;
  readonly counts: readonly HookCount[];
  readonly failure?: {
    readonly id: string;
    readonly at: number;
    readonly reason?: string;
    readonly logs?: readonly string[];
  };
}

export type SessionView = RecordedSession;

export interface MatrixView {
  readonly hosts: readonly { readonly name: string; readonly title: string }[];
  readonly hooks: readonly {
    readonly id: string;
    readonly dialect: string;
    readonly nativeEvent: string;
    readonly hosts: Readonly<Record<string, HookSupport>>;
  }[];
}

export type DoctorView = readonly DoctorSection[];

/** What one agent would do with the hooks' verdict; without a decision if it has no such event. */
export interface OutcomeOnAgent {
  readonly name: string;
  readonly title: string;
  readonly decision?: Decision;
  /** What it cannot do. */
  readonly notes: readonly string[];
}

/** Recorded events decided again: the latest changes first. */
export type WhatIfView = ReplayReport & { readonly notices: readonly string[] };

/** A file whose rules can be tried on the page. */
export interface RuleFile {
  readonly path: string;
  /** It does not exist yet. */
  readonly isNew: boolean;
  readonly hooks: readonly string[];
}

/** The text of such a file. */
export interface RuleText {
  readonly path: string;
  readonly text: string;
  readonly isRedacted?: true;
}

/** Problems of a typed text, and what it would change; without a report if it cannot be used. */
export interface TypedRuleView {
  readonly problems: readonly {
    readonly line?: number;
    readonly severity: 'error' | 'warning';
    readonly message: string;
  }[];
  readonly report?: WhatIfView;
}

/** The turns of agents that can be undone, in the tracked projects. */
export interface UndoView {
  readonly projects: readonly Pick<KeptProject, 'root' | 'turns' | 'bytes'>[];
  /** The project whose turns are listed. */
  readonly root: string;
  readonly turns: readonly UndoTurnView[];
}

export interface UndoTurnView extends Pick<AgentTurn, 'at' | 'endedAt' | 'host' | 'session' | 'prompt'> {
  /** As `anyhook undo --turn` takes it. */
  readonly number: number;
  readonly files: number;
  /** When it was undone. */
  readonly undoneAt?: number;
}
