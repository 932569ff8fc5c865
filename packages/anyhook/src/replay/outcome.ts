import { isDeepStrictEqual } from 'node:util';
import type { Decision, Hook, HookReport, Rewrite, Verdict } from '@anyhook/core';
import { hasGap } from './gaps.js';
import type { RecordedEvent } from './recording.js';
import type { Relocate } from './relocate.js';

/** What a decision means for the agent. Texts are not included: another wording is not another decision. */
export interface ReplayOutcome {
  readonly decision: Decision;
  /** The agent was told to stop. */
  readonly stop: boolean;
  /** The rewritten part; without its value if that is unknown. */
  readonly rewrite?: { readonly of: Rewrite['of']; readonly value?: unknown };
}

/** What one hook did at an event. */
export interface HookStatement {
  readonly hook: string;
  readonly decision: Decision;
  /** Its answer did not count. */
  readonly shadow: boolean;
  readonly reason?: string;
  readonly gave: NonNullable<HookReport['gave']>;
}

export function recordedOutcome({ decision, detail }: RecordedEvent): ReplayOutcome {
  const value = detail?.rewrite?.value;
  const isWhole = value !== undefined && !hasGap(value);
  return {
    decision: decision.decision,
    stop: decision.stop === true,
    ...(decision.rewrites && { rewrite: { of: decision.rewrites, ...(isWhole && { value }) } }),
  };
}

export const recordedStatements = ({ decision, detail }: RecordedEvent): readonly HookStatement[] =>
  decision.hooks.map((run, index) => {
    const reason = detail?.hooks?.find((hookDetail) => hookDetail?.at === index)?.reason;
    return {
      hook: run.hook,
      decision: run.decision,
      shadow: run.shadow === true,
      gave: run.gave ?? [],
      ...(typeof reason === 'string' && { reason }),
    };
  });

/** The outcome of a verdict; `toRecording` maps paths back to those of the recording. */
export function outcomeOf({ decision, stop, rewrite }: Verdict, toRecording: Relocate): ReplayOutcome {
  return {
    decision,
    stop: stop !== undefined,
    ...(rewrite && { rewrite: { of: rewrite.of, value: toRecording(rewrite.value) } }),
  };
}

export const statementsIn = ({ hooks }: Verdict): readonly HookStatement[] =>
  hooks.map(({ hook, decision, reason, gave = [] }) => ({
    hook: hook.id,
    decision,
    shadow: isShadow(hook),
    gave,
    ...(reason !== undefined && { reason }),
  }));

const isShadow = ({ mode }: Hook): boolean => mode === 'shadow';

export function isSameOutcome(a: ReplayOutcome, b: ReplayOutcome): boolean {
  if (a.decision !== b.decision || a.stop !== b.stop || a.rewrite?.of !== b.rewrite?.of) return false;
  const areKnown = a.rewrite?.value !== undefined && b.rewrite?.value !== undefined;
  return !areKnown || isDeepStrictEqual(a.rewrite?.value, b.rewrite?.value);
}

/** `deny`, or `pass, input rewritten, stop`. */
export function outcomeText({ decision, stop, rewrite }: ReplayOutcome): string {
  return [decision, ...(rewrite ? [`${rewrite.of} rewritten`] : []), ...(stop ? ['stop'] : [])].join(', ');
}
