import type { Agent } from '../agents/agent.js';
import { canaryPayload } from '../agents/canary-payload.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { emptyVerdict } from '../core/verdict.js';
import { fit } from '../engine/fit.js';
import type { MissingAnswerRow } from './missing-script.js';

/** What people read if the anyhook that their entries call cannot be started. No quotes: shells print it. */
export const missingTexts = {
  user: 'anyhook cannot be started on this machine: no hook runs, and nothing guards this agent. To repair it, run: npx anyhook init',
  project:
    'anyhook is not installed here: the hooks of this project do not run. To install it, run: npm install, or npx anyhook init',
} as const;

/**
 * How an agent is told a text by a program that knows nothing of the event: the answer on stdout, for the user if the
 * agent can show that, else for the model. Undefined: the agent can only be told by an error.
 */
export function missingAnswer(host: Agent, install: AgentInstall, text: string): string | undefined {
  const native = Object.keys(host.events).find((name) => host.events[name] === 'tool.before');
  if (native === undefined) return undefined;
  const place = { session: '', cwd: '/' };
  const context = { event: native, env: {}, cwd: place.cwd, now: '' };
  const event = host.decode(canaryPayload(host, install, native, place), context);
  const { message, context: tells } = host.capabilities['tool.before'] ?? {};
  for (const [grade, part] of [[message, { messages: [text] }] as const, [tells, { context: [text] }] as const]) {
    if ((grade ?? 'impossible') === 'impossible') continue;
    const { stdout, exitCode } = host.encode(event, fit({ ...emptyVerdict, ...part }, host, event.name), context);
    // What names the event would be wrong at other events.
    if (exitCode === 0 && stdout !== '' && !stdout.includes(native)) return stdout;
  }
  return undefined;
}

/** How each agent is told that the user's anyhook cannot be started. */
export const missingAnswers = (
  installs: readonly AgentInstall[],
  find: (host: string) => Agent,
): readonly MissingAnswerRow[] =>
  installs.map((install) => ({
    host: install.host,
    answer: missingAnswer(find(install.host), install, missingTexts.user),
  }));
