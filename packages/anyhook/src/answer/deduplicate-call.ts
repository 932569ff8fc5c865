import { join } from 'node:path';
import {
  callsAnyhook,
  type Event,
  emptyVerdict,
  entryKind,
  hasCall,
  now,
  readText,
  stableJson,
  ticks,
  type Verdict,
  withoutUndefined,
  withRewrite,
} from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import type { CallStoreDeps } from '../sessions/call-store.js';

/** The entry of an agent's settings that sent an event. */
export interface EventEntry {
  /** The agent that the entry was written for; another agent may run it too. */
  readonly agent: Agent;
  /** Which of the agent's entries; without a name it is the user's. */
  readonly name?: string | undefined;
}

export interface SentCall {
  readonly event: Event;
  readonly agent: Agent;
  readonly entry: EventEntry;
  /** Folders that the agent may treat as its project. */
  readonly folders: readonly (string | undefined)[];
}

/** Can another entry send the same call? So if this one is the project's, or the project has one as well. */
export function mayHaveDuplicate({ event, agent, entry, folders }: SentCall): boolean {
  if (entry.name !== undefined || entry.agent !== agent) return true;
  const files = agent.projectEntryFiles ?? [];
  const places = new Set(folders.filter((folder) => folder !== undefined));
  return [...places].some((folder) =>
    files.some((file) => hasEntry(join(folder, file.replace('{event}', event.nativeName)))),
  );
}

const maxBytes = 1024 * 1024;

/** A file that is too large to read is assumed to have an entry. */
function hasEntry(file: string): boolean {
  // Usually the file is missing, and a failed open costs ten times as much as a stat.
  if (entryKind(file) !== 'file') return false;
  const text = readText(file, maxBytes);
  return text === undefined || callsAnyhook(text);
}

export interface CallAnswers<Answer> {
  readonly stateDir: string;
  readonly budgetMs: number | undefined;
  evaluate(budgetMs: number | undefined): Promise<Answer>;
  /** The answer of an entry that repeats another entry's decision. */
  repeat(verdict: Verdict): Answer;
}

/** Evaluates a call once: the first entry decides, the others repeat the decision without its texts. */
export async function evaluateOnce<Answer extends { readonly verdict: Verdict }>(
  { event, agent, entry }: SentCall,
  { stateDir, budgetMs, evaluate, repeat }: CallAnswers<Answer>,
): Promise<Answer> {
  const deadline = ticks() + (budgetMs ?? defaultBudgetMs);
  const entryName = `${entry.agent.name}/${entry.name ?? 'user'}`;
  const claim = await tryClaimCall(stateDir, duplicateKey(event), entryName, { now, ticks });
  if (claim?.kind === 'join') {
    const ownerAnswer = await claim.wait(deadline);
    if (ownerAnswer) return repeat({ ...emptyVerdict, ...ownerAnswer });
  }
  let verdict: Verdict | undefined;
  try {
    const remainingMs = budgetMs === undefined ? undefined : Math.max(1, deadline - ticks());
    const answer = await evaluate(remainingMs);
    verdict = answer.verdict;
    return answer;
  } finally {
    // If this fails, the other entries evaluate the call themselves.
    if (claim?.kind === 'own')
      await claim.finish(verdict && callAnswer(verdict), rewrittenCallKey(event, agent, verdict)).catch(() => {});
  }
}

const defaultBudgetMs = 600_000;

/** If the store cannot be used, the call is evaluated twice, but always answered. */
async function tryClaimCall(stateDir: string, key: string, entry: string, deps: CallStoreDeps) {
  try {
    const { claimCall } = await import('../sessions/call-store.js');
    return await claimCall(stateDir, key, entry, deps);
  } catch {
    return undefined;
  }
}

const callAnswer = ({ decision, reason, rewrite, stop }: Verdict) => ({
  decision,
  ...withoutUndefined({ reason, rewrite, stop }),
});

/** The call as the next entry sees it, if the agent passes rewritten input from one entry to the next. */
function rewrittenCallKey(event: Event, agent: Agent, verdict: Verdict | undefined): string | undefined {
  const { rewrite } = verdict ?? {};
  if (!agent.chainsEntries || rewrite === undefined || verdict?.decision === 'deny') return undefined;
  return duplicateKey(withRewrite(event, rewrite));
}

/** Equal for the same call: same agent, session and canonical event, without fields in which an agent's entries differ. */
function duplicateKey(event: Event): string {
  const { raw: _raw, timestamp: _at, nativeName: _name, transcriptPath: _path, ...rest } = event;
  if (!hasCall(event)) return stableJson(rest);
  const { nativeName, ...call } = event.call;
  return stableJson({ ...rest, call: call.kind === 'other' ? event.call : call });
}
