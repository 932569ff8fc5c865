import type { Contract, Decision, EventName } from '../core/contract.js';
import type { Verdict } from '../core/verdict.js';

/** How well a host grants each wish at one event; a wish not named is impossible. */
export type CapabilityGrades = Readonly<
  Partial<Record<'deny' | 'ask' | 'allow' | 'rewrite' | 'context' | 'message' | 'stop', string>>
>;

/** What fitting needs to know of a host. */
export interface HostCapabilities {
  readonly title: string;
  readonly contextLimit: number;
  /** Texts for the user reach the model too where a call is refused. */
  readonly sharesMessages?: boolean;
  readonly capabilities: Readonly<Partial<Record<EventName, CapabilityGrades>>>;
}

/** The contract without the rewrites that the host would not obey, so that hooks vote on what will really run. */
export function narrowContract(contract: Contract, host: HostCapabilities, name: EventName): Contract {
  if (!contract.rewrites || contract.rewrites === 'output' || canGrant(host, name, 'rewrite')) return contract;
  return { ...contract, rewrites: false, chains: false };
}

/** Turns wishes that the host cannot grant into the nearest ones, and says so. */
export function fit(verdict: Verdict, host: HostCapabilities, name: EventName): Verdict {
  if (wishesNothing(verdict)) return verdict;
  const notes = [...verdict.notes];
  const gap = (what: string, instead: string) => notes.push(`${host.title} cannot ${what} at ${name}: ${instead}`);
  const decision = fitDecision(verdict.decision, (wish) => canGrant(host, name, wish), gap);
  // The agent's own rules decide then, as if no hook had spoken: for the record, not for the user's screen.
  const quiet = verdict.decision === 'allow' && decision === 'pass' ? notes.pop() : undefined;
  const context = [...verdict.context];
  let { rewrite, stop } = verdict;
  if (rewrite && !canGrant(host, name, 'rewrite')) {
    if (rewrite.of === 'output' && canGrant(host, name, 'context')) {
      context.push(`Ignore the tool output above; a hook replaced it with:\n${rewrite.value}`);
      gap('replace the output', 'the replacement is given as context');
    } else gap(`take a rewritten ${rewrite.of}`, 'the original stands');
    rewrite = undefined;
  }
  if (stop !== undefined && !canGrant(host, name, 'stop')) {
    gap('stop the agent', 'it goes on');
    stop = undefined;
  }
  if (context.length > 0 && !canGrant(host, name, 'context')) {
    gap('give context to the model', 'it was left out');
    context.length = 0;
  }
  const granted = [decision, rewrite && 'rewrite', stop !== undefined && 'stop', context.length > 0 && 'context'];
  const { rewrite: _rewrite, stop: _stop, ...rest } = verdict;
  const kept = truncateContext(context, host.contextLimit, notes);
  const speaks = canGrant(host, name, 'message');
  const loud = speaks ? notes : [];
  const unheard = `${host.title} cannot show messages at ${name}: they are in the record only`;
  if (!speaks && verdict.messages.length > 0 && !notes.includes(unheard)) notes.push(unheard);
  const allNotes = [...notes, ...(quiet === undefined ? [] : [quiet]), ...degradedNotes(granted, host, name)];
  return {
    ...rest,
    decision,
    context: kept,
    ...(rewrite && { rewrite }),
    ...(stop !== undefined && { stop }),
    notes: allNotes.length < 2 ? allNotes : [...new Set(allNotes)],
    messages: loud.length > 0 ? [...new Set([...verdict.messages, ...loud])] : verdict.messages,
  };
}

const wishesNothing = ({ decision, context, messages, notes, rewrite, stop }: Verdict): boolean =>
  decision === 'pass' && context.length + messages.length + notes.length === 0 && !rewrite && stop === undefined;

/** Wishes that the host grants in a weaker way than the contract means them; for the record. */
function degradedNotes(
  wishes: readonly (string | false | undefined)[],
  host: HostCapabilities,
  name: EventName,
): readonly string[] {
  const grades: Readonly<Record<string, string>> = host.capabilities[name] ?? {};
  return wishes
    .filter((wish) => wish && grades[wish] === 'degraded')
    .map((wish) => `${host.title} grants ${wish} at ${name} in a weaker way: see the capability table`);
}

/** Does the host grant this wish at all? */
export const canGrant = (host: HostCapabilities, name: EventName, wish: keyof CapabilityGrades): boolean =>
  (host.capabilities[name]?.[wish] ?? 'impossible') !== 'impossible';

function fitDecision(
  decision: Decision,
  possible: (wish: 'deny' | 'ask' | 'allow') => boolean,
  gap: (what: string, instead: string) => void,
): Decision {
  if (decision === 'pass' || possible(decision)) return decision;
  if (decision === 'ask' && possible('deny')) {
    gap('ask the user', 'denied instead');
    return 'deny';
  }
  gap(decision, decision === 'allow' ? "the agent's own rules decide" : 'it goes on');
  return 'pass';
}

/** Joined context never exceeds the host's limit; what was cut is said in the text and in the notes. */
function truncateContext(texts: readonly string[], limit: number, notes: string[]): readonly string[] {
  const total = texts.reduce((sum, text) => sum + text.length + 2, 0);
  if (total <= limit) return texts;
  const kept: string[] = [];
  let left = limit - 80;
  for (const text of texts) {
    if (left <= 0) break;
    kept.push(text.slice(0, left));
    left -= text.length + 2;
  }
  const note = `[anyhook cut the context from ${total} to ${limit} characters]`;
  notes.push(`the context of ${total} characters was cut to the ${limit} that the agent takes`);
  return [...kept, note];
}
