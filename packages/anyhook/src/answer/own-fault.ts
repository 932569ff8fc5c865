import { contractOf, type Event, emptyVerdict, guardedEvents, maxPayloadDepth, type Verdict } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { fit } from '../engine/fit.js';

/** What is known about the project of an event on which no hook could run. */
export interface FaultedProject {
  /** Block the agent if anyhook itself fails. */
  readonly failClosed: boolean;
  /** Whether the event has hooks. */
  readonly hasHooks: boolean;
}

/** The verdict if no hook could run: asks before an action, or denies where it cannot ask; else the agent goes on. */
export function ownFaultVerdict(
  event: Event,
  agent: Agent,
  why: string,
  { failClosed, hasHooks }: FaultedProject = { failClosed: false, hasHooks: true },
): Verdict {
  const { decisions } = contractOf(event.name);
  const isBefore = guardedEvents.includes(event.name);
  if (isBefore && failClosed)
    return fit(blocked('deny', `${why} (blocked, because failClosed is set)`), agent, event.name);
  const isGuarded = isBefore && hasHooks && !agent.passesOnFaults;
  if (isGuarded && decisions.includes('ask')) return fit(blocked('ask', why), agent, event.name);
  // Where a person is asked anyway, the agent's own prompt is enough.
  if (isGuarded && !decisions.includes('allow')) return fit(blocked('deny', why), agent, event.name);
  return fit({ ...emptyVerdict, notes: [`${why}; ${agent.title} goes on without hooks`] }, agent, event.name);
}

/** Why an event is denied: no program of a hook could read it. */
export const tooDeepMessage = `the payload is nested more than ${maxPayloadDepth} levels deep`;

const blocked = (decision: 'ask' | 'deny', why: string): Verdict => ({
  ...emptyVerdict,
  decision,
  reason: `[anyhook] ${why}, so no hook has checked this`,
});
