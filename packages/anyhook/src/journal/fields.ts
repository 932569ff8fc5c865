import type { HookReport, Rewritable } from '@anyhook/core';
import type { AnsweredEvent } from './record.js';
import { cutName } from './safe-name.js';

/** A field that few decisions have. Its row is all that the record, the store, `why` and `log export` need. */
interface DecisionField<Value> {
  /** Undefined: the record does not have it. */
  readonly of: (answered: AnsweredEvent) => Value | undefined;
  /** What `why` says beside the session; missing: nothing, or more than that elsewhere. */
  readonly says?: (value: Value) => string;
  /** It is a column of `log export --csv`, behind the decision. */
  readonly isColumn?: true;
}

const field = <Value>(row: DecisionField<Value>): DecisionField<Value> => row;

export const decisionFields = {
  /** The subagent, by name or kind. The record has the agent as `host`. */
  agent: field<string>({
    of: ({ event: { agent } }) => nameOf(agent?.name ?? agent?.type ?? agent?.id),
    says: (name) => `agent ${name}`,
  }),
  /** The session that started this one. */
  parent: field<string>({ of: ({ event }) => nameOf(event.parentSessionId) }),
  /** The part that was rewritten. */
  rewrites: field<Rewritable>({ of: ({ verdict }) => verdict.rewrite?.of, isColumn: true }),
  /** The agent was told to stop. */
  stop: field<true>({ of: ({ verdict }) => (verdict.stop === undefined ? undefined : true) }),
  /** A call bypassed the guard, and this answer told the user. */
  alert: field<NonNullable<AnsweredEvent['alert']>>({ of: ({ alert }) => alert, isColumn: true }),
};

const nameOf = (name: string | undefined): string | undefined => (name === undefined ? undefined : cutName(name));

/** A field that few runs of a hook have. The order of the rows is that of the store: new rows go to the end. */
interface RunField<Value> {
  readonly of: (report: HookReport) => Value | undefined;
  /** From the store: anything else than a value means that there is none. */
  readonly read: (stored: unknown) => Value | undefined;
  /** What the store has in its place if there is none, but a later field. */
  readonly none: 0 | null | readonly [];
  /** What `why` says about the run; missing: nothing, or more than that elsewhere. */
  readonly says?: (value: Value) => string;
}

const runField = <Value>(row: RunField<Value>): RunField<Value> => row;
/** Stored as 1. */
const readFlag = (stored: unknown): true | undefined => (stored === 1 ? true : undefined);

export const runFields = {
  /** It was asked again, with the final input. */
  recheck: runField<true>({ of: ({ recheck }) => recheck || undefined, read: readFlag, none: 0 }),
  /** What it returned besides its decision. */
  gave: runField<NonNullable<HookReport['gave']>>({
    of: ({ gave }) => gave,
    read: (stored) => (Array.isArray(stored) && stored.length > 0 ? stored : undefined),
    none: [],
  }),
  /** For an async hook: the id under which its ending is recorded. */
  job: runField<string>({
    of: ({ job }) => job,
    read: (stored) => (typeof stored === 'string' ? stored : undefined),
    none: null,
  }),
  /** It ran in an interpreter that had been started before. */
  spare: runField<true>({ of: ({ spare }) => spare, read: readFlag, none: 0 }),
};

type ValueOf<Row> = Row extends { of: (from: never) => infer Value } ? NonNullable<Value> : never;
export type DecisionFields = {
  readonly [Name in keyof typeof decisionFields]?: ValueOf<(typeof decisionFields)[Name]>;
};
export type RunFields = { readonly [Name in keyof typeof runFields]?: ValueOf<(typeof runFields)[Name]> };

type Rows<From> = Readonly<Record<string, { readonly of: (from: From) => unknown }>>;

function valuesOf<From>(rows: Rows<From>, from: From): object {
  const found: Record<string, unknown> = {};
  for (const name in rows) {
    const value = rows[name]?.of(from);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

export const decisionFieldsOf = (answered: AnsweredEvent): DecisionFields => valuesOf(decisionFields, answered);
export const runFieldsOf = (report: HookReport): RunFields => valuesOf(runFields, report);

type Speaker = { readonly says?: (value: never) => string };

const textsOf = (rows: Readonly<Record<string, Speaker>>, values: object): readonly string[] =>
  Object.entries(rows).flatMap(([name, { says }]) => {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    return value === undefined || !says ? [] : [says(value as never)];
  });

/** What `why` says about a decision and about a run, from the rows that say something. */
export const decisionFieldTexts = (record: DecisionFields): readonly string[] => textsOf(decisionFields, record);
export const runFieldTexts = (run: RunFields): readonly string[] => textsOf(runFields, run);

const runRows = Object.entries(runFields) as readonly (readonly [keyof RunFields, RunField<unknown>])[];

/** The fields of a run as the store has them: a list that ends with the last one that is there. */
export function storedRunFields(run: RunFields): readonly unknown[] {
  const last = runRows.findLastIndex(([name]) => run[name] !== undefined);
  return runRows.slice(0, last + 1).map(([name, { none }]) => {
    const value = run[name];
    return value === true ? 1 : (value ?? none);
  });
}

export const runFieldsFromStore = (stored: readonly unknown[]): RunFields =>
  Object.fromEntries(
    runRows.flatMap(([name, { read }], at) => {
      const value = read(stored[at]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
