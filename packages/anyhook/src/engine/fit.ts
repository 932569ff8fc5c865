import type { Contract, Decision, EventName, Verdict } from '@anyhook/core';

/** How well an agent supports each part of a verdict at one event; a missing part is impossible. */
export type CapabilityGrades = Readonly<
  Partial<Record<'deny' | 'ask' | 'allow' | 'rewrite' | 'context' | 'message' | 'stop', string>>
>;

/** What fitting needs to know about an agent. */
export interface AgentCapabilities {
  readonly title: string;
  readonly contextLimit: number;
  /** When a call is denied, the model also sees texts for the user. */
  readonly sharesMessages?: boolean;
  /** The agent goes on if anyhook itself fails. */
  readonly passesOnFaults?: true;
  readonly capabilities: Readonly<Partial<Record<EventName, CapabilityGrades>>>;
}

/** The contract without rewrites that the agent would ignore, so hooks judge what will really run. */
export function narrowContract(contract: Contract, agent: AgentCapabilities, name: EventName): Contract {
  if (!contract.rewrites || contract.rewrites === 'output' || canGrant(agent, name, 'rewrite')) return contract;
  return { ...contract, rewrites: false, chains: false };
}

/** Replaces what the agent cannot do with the nearest thing that it can, with a note for each change. */
export function fit(verdict: Verdict, agent: AgentCapabilities, name: EventName): Verdict {
  if (isEmptyVerdict(verdict)) return verdict;
  const notes = [...verdict.notes];
  const noteGap = (what: string, instead: string) => notes.push(`${agent.title} cannot ${what} at ${name}: ${instead}`);
  const decision = fitDecision(verdict.decision, (part) => canGrant(agent, name, part), noteGap);
  // The agent's own rules decide, as if no hook had answered: for the record, not for the user.
  const recordOnlyNote = verdict.decision === 'allow' && decision === 'pass' ? notes.pop() : undefined;
  const context = [...verdict.context];
  let { rewrite, stop } = verdict;
  if (rewrite && !canGrant(agent, name, 'rewrite')) {
    if (rewrite.of === 'output' && canGrant(agent, name, 'context')) {
      context.push(`Ignore the tool output above; a hook replaced it with:\n${rewrite.value}`);
      noteGap('replace the output', 'the replacement is given as context');
    } else noteGap(`take a rewritten ${rewrite.of}`, 'the original is used');
    rewrite = undefined;
  }
  if (stop !== undefined && !canGrant(agent, name, 'stop')) {
    noteGap('stop the agent', 'it continues');
    stop = undefined;
  }
  if (context.length > 0 && !canGrant(agent, name, 'context')) {
    noteGap('give context to the model', 'it was left out');
    context.length = 0;
  }
  const grantedParts = [decision, rewrite && 'rewrite', stop !== undefined && 'stop', context.length > 0 && 'context'];
  const { rewrite: _rewrite, stop: _stop, ...rest } = verdict;
  const fittedContext = truncateContext(context, agent.contextLimit, notes);
  const canShowMessages = canGrant(agent, name, 'message');
  const shownNotes = canShowMessages ? notes : [];
  const hiddenNote = `${agent.title} cannot show messages at ${name}: they are in the record only`;
  if (!canShowMessages && verdict.messages.length > 0 && !notes.includes(hiddenNote)) notes.push(hiddenNote);
  const allNotes = [
    ...notes,
    ...(recordOnlyNote === undefined ? [] : [recordOnlyNote]),
    ...degradedNotes(grantedParts, agent, name),
  ];
  return {
    ...rest,
    decision,
    context: fittedContext,
    ...(rewrite && { rewrite }),
    ...(stop !== undefined && { stop }),
    notes: allNotes.length < 2 ? allNotes : [...new Set(allNotes)],
    messages: shownNotes.length > 0 ? [...new Set([...verdict.messages, ...shownNotes])] : verdict.messages,
  };
}

const isEmptyVerdict = ({ decision, context, messages, notes, rewrite, stop }: Verdict): boolean =>
  decision === 'pass' && context.length + messages.length + notes.length === 0 && !rewrite && stop === undefined;

/** Parts of a verdict that the agent supports in a weaker way than the contract says; for the record. */
function degradedNotes(
  parts: readonly (string | false | undefined)[],
  agent: AgentCapabilities,
  name: EventName,
): readonly string[] {
  const grades: Readonly<Record<string, string>> = agent.capabilities[name] ?? {};
  return parts
    .filter((part) => part && grades[part] === 'degraded')
    .map((part) => `${agent.title} grants ${part} at ${name} in a weaker way: see the capability table`);
}

/** Does the agent support this at all? */
export const canGrant = (agent: AgentCapabilities, name: EventName, part: keyof CapabilityGrades): boolean =>
  (agent.capabilities[name]?.[part] ?? 'impossible') !== 'impossible';

function fitDecision(
  decision: Decision,
  canDecide: (decision: 'deny' | 'ask' | 'allow') => boolean,
  noteGap: (what: string, instead: string) => void,
): Decision {
  if (decision === 'pass' || canDecide(decision)) return decision;
  if (decision === 'ask' && canDecide('deny')) {
    noteGap('ask the user', 'denied instead');
    return 'deny';
  }
  noteGap(decision, decision === 'allow' ? "the agent's own rules decide" : 'it continues');
  return 'pass';
}

/** Cuts the joined context to the agent's limit, and says so in the text and in the notes. */
function truncateContext(texts: readonly string[], limit: number, notes: string[]): readonly string[] {
  const total = texts.reduce((sum, text) => sum + text.length + 2, 0);
  if (total <= limit) return texts;
  const shortened: string[] = [];
  let remaining = limit - 80;
  for (const text of texts) {
    if (remaining <= 0) break;
    shortened.push(text.slice(0, remaining));
    remaining -= text.length + 2;
  }
  const note = `[anyhook cut the context from ${total} to ${limit} characters]`;
  notes.push(`the context of ${total} characters was cut to the ${limit} that the agent accepts`);
  return [...shortened, note];
}
