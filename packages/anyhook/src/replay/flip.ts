import { type Decision, type Event, hasCall, textWithoutFolder } from '@anyhook/core';
import { type HookStatement, outcomeText, type ReplayOutcome } from './outcome.js';
import type { RecordedEvent } from './recording.js';

/** One side of a comparison. */
export interface DecisionSide {
  readonly outcome: ReplayOutcome;
  readonly statements: readonly HookStatement[];
  /** Describes what a hook did at this event on this side. */
  readonly describeHook: (hook: string) => string;
}

/** A decision that changed. */
export interface Flip {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly host: string;
  readonly session: string;
  readonly event: string;
  readonly tool?: string;
  /** The subject in one line. */
  readonly about: string;
  readonly before: string;
  readonly after: string;
  /** The hook that made the difference; undefined if no single hook did. */
  readonly hook?: string;
  readonly why: string;
  /** The hook's reason at that time, if it no longer gives it. */
  readonly reason?: string;
  /** Other hooks that made the same difference. */
  readonly also?: readonly string[];
}

export function flipOf(recorded: RecordedEvent, event: Event, before: DecisionSide, after: DecisionSide): Flip {
  const { id, at, host: agent, session } = recorded.decision;
  const [cause, ...others] = causesOf(before, after);
  return {
    id,
    at: new Date(at).toISOString(),
    host: agent,
    session,
    event: event.name,
    ...(hasCall(event) && { tool: event.call.nativeName }),
    about: subjectOf(event, recorded.decision.root),
    before: outcomeText(before.outcome),
    after: outcomeText(after.outcome),
    ...(cause && { hook: cause.hook }),
    why: cause?.why ?? 'no single hook made the difference',
    ...(cause?.reason !== undefined && { reason: cause.reason }),
    ...(others.length > 0 && { also: others.map(({ hook }) => hook) }),
  };
}

type FlipCause = Pick<Flip, 'why' | 'reason'> & { readonly hook: string };

const strength: Readonly<Record<Decision, number>> = { pass: 0, allow: 1, ask: 2, deny: 3 };

function causesOf(before: DecisionSide, after: DecisionSide): readonly FlipCause[] {
  const oldStrength = strength[before.outcome.decision];
  const newStrength = strength[after.outcome.decision];
  if (newStrength > oldStrength)
    return deciding(after).map((statement) => ({
      hook: statement.hook,
      why: statement.reason ?? `says ${statement.decision}`,
    }));
  const lostCause = ({ hook, reason }: HookStatement): FlipCause => ({
    hook,
    why: after.describeHook(hook),
    ...(reason !== undefined && { reason }),
  });
  if (newStrength < oldStrength) return deciding(before).map(lostCause);
  const effect = before.outcome.stop === after.outcome.stop ? 'rewrite' : 'stop';
  const statementsWithEffect = ({ statements }: DecisionSide) =>
    statements.filter(({ gave, shadow }) => !shadow && gave.includes(effect));
  const newStatements = statementsWithEffect(after);
  const effectText = { rewrite: 'rewrites it', stop: 'stops the agent' }[effect];
  if (newStatements.length > 0) return newStatements.map(({ hook, reason }) => ({ hook, why: reason ?? effectText }));
  return statementsWithEffect(before).map(lostCause);
}

/** The hooks that made the decision; if the agent cannot ask, an ask became a deny. */
function deciding({ outcome, statements }: DecisionSide): readonly HookStatement[] {
  const statementsFor = (decision: Decision) =>
    oneForEachHook(statements.filter((one) => !one.shadow && one.decision === decision));
  const deciders = statementsFor(outcome.decision);
  return deciders.length > 0 || outcome.decision !== 'deny' ? deciders : statementsFor('ask');
}

const oneForEachHook = (statements: readonly HookStatement[]): readonly HookStatement[] => [
  ...new Map(statements.map((one) => [one.hook, one])).values(),
];

const maxChars = 200;

function subjectOf(event: Event, root: string): string {
  const text = hasCall(event) ? inputText(event.call.input) : 'prompt' in event ? String(event.prompt ?? '') : '';
  const line = textWithoutFolder(text, root).replace(/\s+/g, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}

/** The most useful field, else all fields. */
function inputText(input: Readonly<Record<string, unknown>>): string {
  const main = ['command', 'path', 'url', 'query', 'prompt'].map((field) => input[field]);
  const text = main.find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string' ? text : JSON.stringify(input);
}
