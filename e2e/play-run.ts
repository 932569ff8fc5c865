import { findAgent } from '../packages/anyhook/src/agents/index.js';
import type { AgentDriver } from './agents/agent.js';
import type { AgentCase, AgentRunPlan } from './cases/case.js';
import { type Claim, claimOf, contradiction, type Observation } from './cases/observation.js';
import { judgeOddity } from './cases/settings.js';
import type { ModelStep } from './model/step.js';
import { type AgentSession, runSession, type SessionScript } from './session.js';

/** The result of one case in one run. */
export interface CaseOutcome {
  readonly observation?: Observation;
  /** The claim of the capability table, if the case measures a cell. */
  readonly claim?: Claim;
  /** The problem in one line. */
  readonly why?: string;
  /** The end of the agent's output, if there is a problem. */
  readonly printed?: string;
}

const done: ModelStep = { say: 'all done' };

/** Runs the agent of this folder once, and returns the result of each case. */
export async function playRun(
  agent: AgentDriver,
  folder: string,
  scene: AgentRunPlan,
): Promise<ReadonlyMap<AgentCase, CaseOutcome>> {
  const started = {
    ...agent,
    ...(scene.hasPermissionRules && agent.withPermissionRules),
    ...(scene.hasServer && agent.mcp),
    ...(scene.prompts && agent.withPrompts?.(scene.prompts)),
  };
  const { script, turns } = scriptOf(scene, agent);
  const session = await runSession(started, folder, script).catch((error: unknown) => lineOf(error));
  return new Map(
    scene.cases.map((one) => [
      one,
      typeof session === 'string' ? { why: session } : look(one, session, { agent, turn: turns.get(one) ?? 1 }),
    ]),
  );
}

/** All steps of the cases in sequence, and the first turn of each case. */
function scriptOf(plan: AgentRunPlan, agent: AgentDriver) {
  const {
    cases,
    subagent,
    oddity,
    deletesPackage,
    hostileEnv,
    home,
    lateHome,
    withoutHooks,
    firstRun,
    addsPackage,
    undoes,
    killedAt,
    respond,
  } = plan;
  const { prompt = plan.prompts?.[0] ?? 'please do the next step' } = plan;
  const steps: ModelStep[] = [];
  const turns = new Map<AgentCase, number>();
  for (const one of cases) {
    turns.set(one, steps.length + 1);
    steps.push(...(one.steps?.(agent) ?? []));
  }
  const files = Object.assign({}, ...cases.map((one) => one.files ?? {})) as Record<string, string>;
  const asksWhy = cases.some((one) => one.asksWhy);
  const asksDoctor = cases.some((one) => one.asksDoctor);
  const script: SessionScript = {
    prompt,
    steps: [...steps, done],
    files,
    asksWhy,
    asksDoctor,
    expectsAlert: cases.some((one) => one.expectsAlert),
    ...(oddity && { oddity }),
    ...(deletesPackage && { deletesPackage }),
    workplace: plan.workplace ?? 'trusted project',
    ...(hostileEnv && { hostileEnv }),
    ...(home && { home }),
    ...(lateHome && { lateHome }),
    ...(withoutHooks && { withoutHooks }),
    ...(firstRun && { firstRun }),
    ...(addsPackage && { addsPackage }),
    ...(undoes && { undoes }),
    ...(killedAt !== undefined && { killedAt }),
    ...(respond && { respond }),
    ...(subagent && { subagent: subagent(agent) }),
  };
  return { script, turns };
}

interface CasePosition {
  readonly agent: AgentDriver;
  readonly turn: number;
}

function look(one: AgentCase, session: AgentSession, { agent, turn }: CasePosition): CaseOutcome {
  const printed = session.output;
  if (session.isTimedOut) return { why: 'the agent did not end by itself', printed };
  if (session.alerts.length > 0 && !one.expectsAlert) return { why: `a false alert: ${session.alerts[0]}`, printed };
  try {
    const observation = one.observe({ ...session, turn }, agent);
    const shown = judge(one, observation, agent);
    return shown.why === undefined ? shown : { ...shown, why: `${shown.why} (exit code ${session.code})`, printed };
  } catch (error) {
    return { why: `${lineOf(error)} (exit code ${session.code})`, printed };
  }
}

function judge({ cell, oddity }: AgentCase, observation: Observation, agent: AgentDriver): CaseOutcome {
  if (oddity) return judgeOddity(oddity, observation, agent);
  if (!cell) return observation.seen === 'whole' ? { observation } : { observation, why: observation.how };
  const claim = claimOf(cell, findAgent(agent.name).capabilities);
  const why = contradiction(cell, claim, observation);
  return why === undefined ? { observation, claim } : { observation, claim, why };
}

const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ');
