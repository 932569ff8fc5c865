import {
  type CanaryReport,
  canaryLine,
  canarySession,
  canaryVariable,
  emptyVerdict,
  isoNow,
  newId,
  readCanary,
  runProcess,
  ticks,
  type Verdict,
  version,
} from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { canaryPayload } from '../agents/canary-payload.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { entryStart } from './entry-start.js';

export type CanaryResult = {
  readonly ms: number;
} /** `denied`: the answer is the agent's own form of a denial. False if the event cannot be denied. */ & (
  | { readonly kind: 'answered'; readonly report: CanaryReport; readonly denied: boolean }
  | { readonly kind: 'silent' | 'failed' | 'slow'; readonly detail: string }
);

interface CanaryPlan {
  readonly agent: Agent;
  readonly install: AgentInstall;
  readonly event: string;
  /** The exact text that the agent runs. */
  readonly command: string;
  /** The agent's folder. */
  readonly folder: string;
  /** The folder that the agent calls its project. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

/** Sends an event through the command of an entry, as the agent would. No hook sees it. */
export async function sendCanary(plan: CanaryPlan): Promise<CanaryResult> {
  const { agent, install, event, command, folder, project, env, timeoutMs } = plan;
  const nonce = newId();
  const payload = canaryPayload(agent, install, event, { session: canarySession(nonce), cwd: folder });
  const stdin = `${JSON.stringify(payload)}\n`;
  const start = await entryStart(install, command, { cwd: folder, env });
  const began = ticks();
  const end = await runProcess({
    ...start,
    cwd: folder,
    env: { ...env, ...(agent.projectVariable && { [agent.projectVariable]: project }), [canaryVariable]: nonce },
    stdin,
    timeoutMs,
  });
  const ms = Math.round(ticks() - began);
  if (end.kind === 'spawn') return { kind: 'failed', detail: end.error, ms };
  if (end.kind === 'timeout') return { kind: 'slow', detail: `no answer within ${timeoutMs} ms`, ms };
  if (end.kind !== 'exit') return { kind: 'failed', detail: end.kind, ms };
  const { stdout, stderr, exitCode } = end;
  const report = readCanary(stdout, nonce) ?? readCanary(stderr, nonce);
  const firstErrorLine = stderr.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
  if (report) {
    if (!canDeny(agent, event)) return { kind: 'answered', report, denied: false, ms };
    if (isDenial(plan, { stdout, exitCode, stdin, payload, nonce, report }))
      return { kind: 'answered', report, denied: true, ms };
    return { kind: 'failed', detail: `exit ${exitCode}: the answer does not deny the call`, ms };
  }
  if (exitCode !== 0 || firstErrorLine !== '')
    return { kind: 'failed', detail: `exit ${exitCode}: ${firstErrorLine || 'no output'}`, ms };
  return { kind: 'silent', detail: 'it exited without an answer', ms };
}

interface CanaryAnswer {
  readonly stdout: string;
  readonly exitCode: number;
  readonly stdin: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly nonce: string;
  readonly report: CanaryReport;
}

/** Is the answer exactly this agent's form of a denial? Another version of anyhook may use other words. */
function isDenial({ agent, install, event, folder, env }: CanaryPlan, answer: CanaryAnswer): boolean {
  const { stdout, exitCode, stdin, payload, nonce, report } = answer;
  if (report.version !== version) return exitCode === 2 || stdout.includes(nonce);
  const context = { env, cwd: folder, now: isoNow(), text: stdin, ...(install.commandNamesEvent && { event }) };
  const denial: Verdict = { ...emptyVerdict, decision: 'deny', reason: canaryLine(nonce, report) };
  const wire = agent.encode(agent.decode(payload, context), denial, context);
  return wire.stdout.trim() === stdout.trim() && wire.exitCode === exitCode;
}

/** Can a hook deny something at this native event? */
export function canDeny(agent: Agent, event: string): boolean {
  const name = Object.hasOwn(agent.events, event) ? agent.events[event] : undefined;
  return name !== undefined && (agent.capabilities[name]?.deny ?? 'impossible') !== 'impossible';
}
