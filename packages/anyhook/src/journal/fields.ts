import type { HookReport, Rewritable } from '@anyhook/core';
import type { AnsweredEvent } from './record.js';
import { cutName } from './safe-name.js';

/** A rare field of decisions. The record, the store, `why` and `log export` need only this row. */
interface DecisionField<Value> {
  /** Undefined: the record does not have it. */
  readonly of: (answered: AnsweredEvent) => Value | undefined;
  /** The text of `why` next to the session; missing if `why` shows nothing, or shows more elsewhere. */
  readonly says?: (value: Value) => string;
  /** It is a column of `log export --csv`, after the decision. */
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

/** A rare field of a hook's runs. The order of the rows is that of the store: add new rows at the end. */
interface RunField<Value> {
  readonly of: (report: HookReport) => Value | undefined;
  /** Reads it from the store; undefined if it is not a valid value. */
  readonly read: (stored: unknown) => Value | undefined;
  /** The stored placeholder if it is missing but a later field exists. */
  readonly none: 0 | null | readonly [];
  /** The text of `why` about the run; missing if `why` shows nothing, or shows more elsewhere. */
  readonly says?: (value: Value) => string;
}

const runField = <Value>(row: RunField<Value>): RunField<Value> => row;
/** Stored as 1. */
const readFlag = (stored: unknown): true | undefined => (stored === 1 ? true : undefined);

export const runFields = {
  /** It ran again, with the final input. */
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
  /** It ran in a prestarted interpreter. */
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

/** The texts of `why` about a decision and about a run. */
export const decisionFieldTexts = (record: DecisionFields): readonly string[] => textsOf(decisionFields, record);
export const runFieldTexts = (run: RunFields): readonly string[] => textsOf(runFields, run);

const runRows = Object.entries(runFields) as readonly (readonly [keyof RunFields, RunField<unknown>])[];

/** The stored fields of a run: a list that ends with the last field that is set. */
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
