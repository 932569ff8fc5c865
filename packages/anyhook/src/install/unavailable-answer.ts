import { emptyVerdict, guardedEvents } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { canaryPayload } from '../agents/canary-payload.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { fit } from '../engine/fit.js';
import { noAnswerMessage, type Refusal, type UnavailableAnswer } from './unavailable-script.js';

/** Messages if entries call an anyhook that cannot be started. Without quotes, because a shell prints them. */
export const unavailableMessages = {
  user: 'anyhook cannot be started on this machine: no hook runs, and nothing guards this agent. To repair it, run: npx anyhook init',
  project:
    'anyhook is not installed here: the hooks of this project do not run. To install it, run: npm install, or npx anyhook init',
} as const;

/**
 * The stdout that shows a message at any event: to the user if the agent can do that, else to the model. Undefined if
 * the agent only shows errors.
 */
export function unavailableAnswer(agent: Agent, install: AgentInstall, text: string): string | undefined {
  const native = Object.keys(agent.events).find((name) => agent.events[name] === 'tool.before');
  if (native === undefined) return undefined;
  const place = { session: '', cwd: '/' };
  const context = { event: native, env: {}, cwd: place.cwd, now: '' };
  const event = agent.decode(canaryPayload(agent, install, native, place), context);
  const { message, context: contextGrade } = agent.capabilities['tool.before'] ?? {};
  for (const [grade, part] of [
    [message, { messages: [text] }] as const,
    [contextGrade, { context: [text] }] as const,
  ]) {
    if ((grade ?? 'impossible') === 'impossible') continue;
    const { stdout, exitCode } = agent.encode(event, fit({ ...emptyVerdict, ...part }, agent, event.name), context);
    // An answer that names this event would be wrong at other events.
    if (exitCode === 0 && stdout !== '' && !stdout.includes(native)) return stdout;
  }
  return undefined;
}

/** What each agent reads if the user's anyhook gives no answer. */
export const unavailableAnswers = (
  installs: readonly AgentInstall[],
  find: (agentName: string) => Agent,
): readonly UnavailableAnswer[] =>
  installs.map((install) => {
    const installedAgent = find(install.agent);
    const others = installs
      .map((one) => find(one.agent))
      .filter(({ runsEntriesOf }) => runsEntriesOf?.from === installedAgent.name);
    const refusals = new Map<string, Refusal>();
    for (const agent of [installedAgent, ...others])
      for (const refusal of refusalsOf(agent, installs.find((one) => one.agent === agent.name) ?? install)) {
        const known = refusals.get(refusal.event);
        // Two agents share this event name but need different answers; both obey the exit code.
        refusals.set(refusal.event, known && known.stdout !== refusal.stdout ? byExit(refusal.event) : refusal);
      }
    return {
      agent: install.agent,
      answer: unavailableAnswer(installedAgent, install, noAnswerMessage),
      refusals: [...refusals.values()],
    };
  });

const byExit = (event: string): Refusal => ({ event, exitCode: 2, stdout: '' });

/** The refusal of each event before an action that the agent can refuse. */
function refusalsOf(agent: Agent, install: AgentInstall): readonly Refusal[] {
  return Object.entries(agent.events).flatMap(([event, name]) => {
    if (!guardedEvents.includes(name) || agent.passesOnFaults) return [];
    const place = { session: '', cwd: '/' };
    const context = { event, env: {}, cwd: place.cwd, now: '' };
    const decoded = agent.decode(canaryPayload(agent, install, event, place), context);
    const verdict = fit({ ...emptyVerdict, decision: 'deny', reason: noAnswerMessage }, agent, decoded.name);
    const { stdout, exitCode } = agent.encode(decoded, verdict, context);
    return verdict.decision === 'deny' && (stdout !== '' || exitCode === 2) ? [{ event, exitCode, stdout }] : [];
  });
}
