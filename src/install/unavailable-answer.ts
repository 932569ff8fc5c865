import type { Agent } from '../agents/agent.js';
import { canaryPayload } from '../agents/canary-payload.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { emptyVerdict } from '../core/verdict.js';
import { fit } from '../engine/fit.js';
import type { UnavailableAnswer } from './unavailable-script.js';

/** Messages for people whose entries call an anyhook that cannot be started. Without quotes, because a shell prints them. */
export const unavailableMessages = {
  user: 'anyhook cannot be started on this machine: no hook runs, and nothing guards this agent. To repair it, run: npx anyhook init',
  project:
    'anyhook is not installed here: the hooks of this project do not run. To install it, run: npm install, or npx anyhook init',
} as const;

/**
 * The stdout that brings a message to an agent at any event: to the user if the agent can show it, else to the model.
 * Undefined: the agent can only be told by an error.
 */
export function unavailableAnswer(host: Agent, install: AgentInstall, text: string): string | undefined {
  const native = Object.keys(host.events).find((name) => host.events[name] === 'tool.before');
  if (native === undefined) return undefined;
  const place = { session: '', cwd: '/' };
  const context = { event: native, env: {}, cwd: place.cwd, now: '' };
  const event = host.decode(canaryPayload(host, install, native, place), context);
  const { message, context: contextGrade } = host.capabilities['tool.before'] ?? {};
  for (const [grade, part] of [
    [message, { messages: [text] }] as const,
    [contextGrade, { context: [text] }] as const,
  ]) {
    if ((grade ?? 'impossible') === 'impossible') continue;
    const { stdout, exitCode } = host.encode(event, fit({ ...emptyVerdict, ...part }, host, event.name), context);
    // An answer that names this event would be wrong at other events.
    if (exitCode === 0 && stdout !== '' && !stdout.includes(native)) return stdout;
  }
  return undefined;
}

/** What each agent is told if the user's anyhook cannot be started. */
export const unavailableAnswers = (
  installs: readonly AgentInstall[],
  find: (host: string) => Agent,
): readonly UnavailableAnswer[] =>
  installs.map((install) => ({
    host: install.host,
    answer: unavailableAnswer(find(install.host), install, unavailableMessages.user),
  }));
