import type { AgentDriver } from '../agents/agent.js';
import { agentDrivers } from '../agents/index.js';
import { claudeRulePlans } from '../claude-rules/sessions.js';
import { agentFiles } from './agent-files.js';
import { anyhookAsks, approvedOnce, approvedOnPage } from './approve.js';
import { offByEnvironment, offVariables, selfApproved, switchedOffByGitFile } from './attack.js';
import type { AgentRunPlan } from './case.js';
import { engineAnswers } from './engine.js';
import { guardedShell, guardHome } from './guard.js';
import { journalExplains } from './journal.js';
import { outlivesProject } from './launcher.js';
import { mcpCases } from './mcp.js';
import { modPlans } from './mod.js';
import { addedPackage, firstRun, firstRunHome } from './package.js';
import { unbuiltPlugin } from './plugin.js';
import { hasJsonSettings, oddityCases } from './settings.js';
import { spareGuard } from './spare.js';
import { spareVerdictPlans } from './spare-verdicts.js';
import { subagentCases } from './subagent.js';
import { allowedWithoutApproval, formatCases, stopAfter, stopBefore, timeoutCases, toolCases } from './tool.js';
import {
  blockedPrompt,
  refusedStart,
  startCases,
  stopBlockedAlways,
  stopBlockedOnce,
  stoppedPrompt,
  stoppedStart,
} from './turn.js';
import { takenBack, takenBackAfterKill, takenBackBesideOthers, undoHome } from './undo.js';
import { workplaceCases } from './workplace.js';

/** The runs of every agent. One run shows as many cases as can be combined. */
const runPlans: readonly AgentRunPlan[] = [
  {
    cases: [
      ...startCases,
      ...formatCases,
      ...toolCases,
      ...timeoutCases,
      stopBlockedOnce,
      engineAnswers,
      journalExplains,
    ],
    prompt: 'please do the plain-prompt',
  },
  { cases: [stopBlockedAlways] },
  { cases: [blockedPrompt], prompt: 'an unwanted-prompt' },
  { cases: [stoppedPrompt], prompt: 'a stopping-prompt' },
  { cases: [refusedStart] },
  { cases: [stoppedStart] },
  { cases: [stopBefore] },
  { cases: [stopAfter] },
  { cases: [allowedWithoutApproval], hasPermissionRules: true },
  { cases: [approvedOnce], needsApproval: true },
  { cases: [approvedOnPage], needsApproval: true, needsPage: true, agents: ['codex'] },
  { cases: mcpCases, hasServer: true },
  {
    cases: subagentCases,
    prompt: 'please start a subagent',
    subagent: (agent) => [agent.shell('echo forbidden-marker > subagent.txt'), { say: 'subagent done' }],
  },
  { cases: [outlivesProject], deletesPackage: true, rotates: true },
  { cases: [unbuiltPlugin], rotates: true },
  { cases: [switchedOffByGitFile, selfApproved], rotates: true },
  { cases: [guardedShell], home: guardHome },
  { cases: [agentFiles] },
  { cases: [addedPackage], addsPackage: true, rotates: true },
  { cases: [firstRun], firstRun: true, home: firstRunHome },
  ...[
    { cases: [takenBack] },
    { cases: [takenBackBesideOthers] },
    { cases: [takenBackAfterKill], killedAt: 'half' },
  ].map(
    (one): AgentRunPlan => ({
      ...one,
      undoes: true,
      firstRun: true,
      home: undoHome,
      agents: ['claude-code', 'codex'],
    }),
  ),
  ...modPlans,
  { cases: [spareGuard], rotates: true },
  ...spareVerdictPlans,
  { cases: [offByEnvironment], hostileEnv: offVariables },
  ...workplaceCases.map(({ workplace, ...one }) => ({ cases: [one], workplace, rotates: true as const })),
  ...oddityCases.map((one) => ({ cases: [one], oddity: one.oddity })),
  ...claudeRulePlans,
];

/** Runs that rotate are done by one agent out of this many. */
const rotationSize = 3;

/**
 * The runs that an agent supports: it may have no subagents, permission rules, MCP or JSON settings, or it asks people itself. With a
 * rotation, runs that rotate are left to a third of the agents, and three rotations in a row cover all of them.
 */
export const runPlansFor = (agent: AgentDriver, rotation?: number): readonly AgentRunPlan[] =>
  runPlans.filter(
    ({ subagent, hasPermissionRules, hasServer, needsApproval, oddity, prompts, agents, rotates }, position) =>
      (!rotates ||
        rotation === undefined ||
        (agentDrivers.findIndex(({ name: agentName }) => agentName === agent.name) + position + rotation) %
          rotationSize ===
          0) &&
      (!agents || agents.includes(agent.name)) &&
      (!subagent || agent.subagentCalls) &&
      (!hasPermissionRules || agent.withPermissionRules) &&
      (!hasServer || agent.mcp) &&
      (!prompts || agent.withPrompts) &&
      (!oddity || hasJsonSettings(agent)) &&
      (!needsApproval || anyhookAsks(agent)),
  );
