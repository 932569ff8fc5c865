import type { Agent } from '../agents/agent.js';
import { canaryPayload } from '../agents/canary-payload.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { type CanaryReport, canarySession, canaryVariable, readCanary } from '../core/canary.js';
import { ticks } from '../platform/clock.js';
import { newId } from '../platform/ids.js';
import { runProcess } from '../platform/process/run-process.js';

/** The result of a canary. */
export type CanaryResult = { readonly ms: number } & (
  | { readonly kind: 'back'; readonly news: CanaryReport }
  | { readonly kind: 'silent' | 'failed' | 'slow'; readonly detail: string }
);

export interface CanaryPlan {
  readonly host: Agent;
  readonly install: AgentInstall;
  readonly event: string;
  /** The exact text that the agent runs. */
  readonly command: string;
  /** The project's root. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly patienceMs: number;
}

/** Sends an event through the command of an entry, as the agent would. No hook sees it. */
export async function sendCanary(plan: CanaryPlan): Promise<CanaryResult> {
  const { host, event, command, root, env, patienceMs } = plan;
  const nonce = newId();
  const began = ticks();
  const end = await runProcess({
    file: '/bin/sh',
    args: ['-c', command],
    cwd: root,
    env: { ...env, ...(host.projectVariable && { [host.projectVariable]: root }), [canaryVariable]: nonce },
    stdin: `${JSON.stringify(canaryPayload(host, plan.install, event, { session: canarySession(nonce), cwd: root }))}\n`,
    timeoutMs: patienceMs,
  });
  const ms = Math.round(ticks() - began);
  if (end.kind === 'spawn') return { kind: 'failed', detail: end.error, ms };
  if (end.kind === 'timeout') return { kind: 'slow', detail: `no answer within ${patienceMs} ms`, ms };
  if (end.kind !== 'exit') return { kind: 'failed', detail: end.kind, ms };
  const { stdout, stderr, exitCode } = end;
  const news = readCanary(stdout, nonce) ?? readCanary(stderr, nonce);
  const said = stderr.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
  if (news && isVerdict(host, event, { stdout, exitCode }, nonce)) return { kind: 'back', news, ms };
  if (exitCode !== 0 || said !== '') return { kind: 'failed', detail: `exit ${exitCode}: ${said || 'no output'}`, ms };
  return { kind: 'silent', detail: 'it exited without an answer', ms };
}

/** If the agent can be stopped at this event, the answer must contain a real denial, not only its text. */
function isVerdict(
  host: Agent,
  event: string,
  { stdout, exitCode }: { readonly stdout: string; readonly exitCode: number },
  nonce: string,
): boolean {
  return !canRefuse(host, event) || exitCode === 2 || stdout.includes(nonce);
}

/** Can a hook deny something at this native event? */
export function canRefuse(host: Agent, event: string): boolean {
  const name = Object.hasOwn(host.events, event) ? host.events[event] : undefined;
  return name !== undefined && (host.capabilities[name]?.deny ?? 'impossible') !== 'impossible';
}
