import { Document, isScalar, visit } from 'yaml';
import type { Agent, Grade, VerdictEffect } from '../../packages/anyhook/src/agents/agent.js';
import { flow } from '../../packages/anyhook/src/formats/flow/codec.js';
import { isTelemetryOn } from '../../packages/anyhook/src/telemetry/settings.js';
import type { EventName } from '../../packages/core/src/contract.js';
import { contractVersion } from '../../packages/flow/src/policy.js';
import { documentedAgents, type Quirk, type QuirksOf, quirksInFolder } from './documented-agents.js';

/** One thing that a policy needs from an agent. */
interface Need {
  /** Name of the event in the contract, and ours. */
  readonly event: string;
  readonly on: EventName;
  readonly effect: VerdictEffect;
  readonly what: string;
}

const needs: Readonly<Record<string, readonly Need[]>> = {
  workflow_steering: [
    {
      event: 'userPromptSubmit',
      on: 'prompt.submit',
      effect: 'context',
      what: 'the state of the workflow at a prompt',
    },
    { event: 'postToolUse', on: 'tool.after', effect: 'context', what: 'the next phase after a subagent' },
  ],
  quality_gate: [
    { event: 'postToolUse', on: 'tool.after', effect: 'context', what: 'findings in a written file, for the model' },
    { event: 'postToolUse', on: 'tool.after', effect: 'message', what: 'findings in a written file, for the user' },
  ],
  stop_goal_fit: [
    { event: 'stop', on: 'agent.stop', effect: 'message', what: 'warnings about unfinished work' },
    { event: 'stop', on: 'agent.stop', effect: 'deny', what: 'a block in strict mode' },
  ],
  config_protection: [
    { event: 'preToolUse', on: 'tool.before', effect: 'deny', what: 'a block of changes to configuration' },
  ],
};

/** What is lost if an agent does not have the event. */
const lost: Readonly<Record<string, string>> = {
  agentSpawn: 'no record of the start of a session, and no context at it',
  userPromptSubmit: 'steering context injection unavailable: no reminder of the phase at a prompt',
  preToolUse: 'config-protection policy unavailable: nothing can veto a tool call',
  permissionRequest: 'hooks on permission requests do not run; the agent asks its user by itself',
  postToolUse: 'per-file quality gate unavailable, no steering after subagents',
  stop: 'stop-goal-fit policy unavailable: unfinished work ends unchecked',
  subagentStart: 'hooks on the start of subagents do not run, and it is not recorded',
  subagentStop: 'hooks on the end of subagents do not run, and it is not recorded',
};

/** What is lost if an agent supports only half of an event. */
const lostPart: Readonly<Partial<Record<EventName, string>>> = {
  'tool.failure': 'a failed tool is seen as a finished one, or not at all',
  'session.end': 'the end of a session is not seen, only that of a turn',
  'agent.stop': 'only the end of a session is seen, where nothing can be blocked',
};

const none = 'none';

/** packages/anyhook/conformance/<agent>.yaml for every agent. */
export async function declarationFiles(
  agents: readonly Agent[] = documentedAgents,
  quirksOf: QuirksOf = quirksInFolder,
): Promise<readonly [string, string][]> {
  const files: [string, string][] = [];
  for (const agent of agents) {
    const text = yamlOf(declarationOf(agent, await quirksOf(agent)));
    files.push([`packages/anyhook/conformance/${agent.name}.yaml`, `${header}${text}`]);
  }
  return files;
}

const header =
  '# Generated from packages/anyhook/src/agents/*/codec.ts and quirks.yaml by scripts/generate.ts. Do not edit; run "npm run generate".\n';

export function yamlOf(value: unknown): string {
  const doc = new Document(value);
  visit(doc, {
    Seq: (_, node) => {
      if (node.items.every(isScalar)) node.flow = true;
    },
  });
  return doc.toString({ lineWidth: 120 });
}

/** The required configuration for an agent's level. */
const levelNeeds = {
  all: '"anyhook init --flow" does what the levels need, in the user config and in the settings of the agent',
  L0: 'telemetry in the user config, its events registered by "anyhook init"',
  L1: 'workflow-steering and stop-goal-fit as entries of a config, registered by "anyhook init"',
  L2: 'config-protection and quality-gate as well; FLOW_AGENTS_GOAL_FIT_STRICT=true for blocks at a stop',
};

const noNeeds = {
  L0: 'nothing: telemetry is on by default',
  L1: 'nothing: the policies run by default',
  L2: 'FLOW_AGENTS_GOAL_FIT_STRICT=true for blocks at a stop',
};

/** The parts of the contract that an agent with anyhook supports, and its gaps. */
export function declarationOf(agent: Agent, quirks: readonly Quirk[]) {
  return {
    conformance_level: levelOf(agent),
    contract_version: contractVersion,
    host: agent.name,
    title: agent.title,
    host_versions: versionRange(quirks.map(({ versions }) => versions)),
    source: agent.documentedOnly
      ? 'read in its documentation'
      : agent.isProtocol
        ? 'the contract'
        : 'measured on the agent',
    telemetry: isTelemetryOn(undefined, agent.telemetryByDefault === true)
      ? 'on by default'
      : 'on where the user or managed config has "telemetry"',
    level_needs: agent.runsDefaultPolicies ? noNeeds : levelNeeds,
    event_coverage: Object.fromEntries(Object.keys(flow.events).map((name) => [name, coverageOf(agent, name)])),
    policy_coverage: Object.fromEntries(Object.entries(needs).map(([name, own]) => [name, policyOf(agent, own)])),
    gaps: [...Object.keys(flow.events).flatMap((name) => eventGaps(agent, name)), ...policyGaps(agent)],
  };
}

/**
 * L0: the start of a session. L1: steering reaches the model, and if the agent has stops, a warning at a stop reaches
 * the user or the model. L2: tools and stops can be blocked, written files are seen.
 */
export function levelOf(agent: Agent): 'L0' | 'L1' | 'L2' | 'none' {
  const blocks = (on: EventName) => ['exact', 'emulated'].includes(gradeOf(agent, on, 'deny'));
  const steers = (on: EventName) => gradeOf(agent, on, 'context') !== 'impossible';
  if (!has(agent, 'session.start')) return 'none';
  if (!steers('prompt.submit') && !steers('session.start')) return 'L0';
  const speaksAtStop = (['message', 'context', 'deny'] as const).some(
    (effect) => gradeOf(agent, 'agent.stop', effect) !== 'impossible',
  );
  if (has(agent, 'agent.stop') && !speaksAtStop) return 'L0';
  return blocks('tool.before') && blocks('agent.stop') && has(agent, 'tool.after') ? 'L2' : 'L1';
}

const nativesOf = (agent: Agent, name: string): readonly string[] => namesOf(agent, flow.events[name]?.events ?? []);

const namesOf = (agent: Agent, events: readonly EventName[]): readonly string[] =>
  Object.entries(agent.events)
    .filter(([, event]) => events.includes(event))
    .map(([native]) => native);

/** Some agents distinguish an event by a field of another event's payload; then only its capabilities are known. */
const has = (agent: Agent, event: EventName): boolean =>
  Object.values(agent.events).includes(event) || agent.capabilities[event] !== undefined;

const gradeOf = (agent: Agent, on: EventName, effect: VerdictEffect): Grade =>
  (has(agent, on) && agent.capabilities[on]?.[effect]) || 'impossible';

const missingOf = (agent: Agent, name: string): readonly EventName[] =>
  (flow.events[name]?.events ?? []).filter((event) => !has(agent, event));

function coverageOf(agent: Agent, name: string) {
  const native = nativesOf(agent, name);
  if (native.length === 0) return { native, fidelity: 'none' };
  return { native, fidelity: missingOf(agent, name).length === 0 ? 'full' : 'reduced' };
}

function policyOf(agent: Agent, own: readonly Need[]) {
  const triggers = own.map(({ event, on, effect, what }) => {
    const grade = gradeOf(agent, on, effect);
    return { event, native: namesOf(agent, [on]), effect, for: what, grade, guidance: guidanceOf(effect, grade) };
  });
  const granted = triggers.filter(({ grade }) => grade !== 'impossible').length;
  return { coverage: granted === triggers.length ? 'full' : granted > 0 ? 'partial' : 'none', triggers };
}

/** What the agent enforces is hard; a text for the model is soft, even if it always arrives. */
const guidanceOf = (effect: VerdictEffect, grade: Grade): 'must-do' | 'soft' =>
  effect === 'deny' && (grade === 'exact' || grade === 'emulated') ? 'must-do' : 'soft';

interface Gap {
  readonly event: string;
  readonly policy?: string;
  readonly gap: string;
  readonly degradation: string;
  readonly approximation: string;
}

function eventGaps(agent: Agent, name: string): readonly Gap[] {
  if (nativesOf(agent, name).length === 0) {
    const steering = gradeOf(agent, 'session.start', 'context') !== 'impossible' && name === 'userPromptSubmit';
    const approximation = steering ? 'steering at the start of a session, which does not come at each turn' : none;
    return [{ event: name, gap: 'no native equivalent', degradation: lost[name] ?? '', approximation }];
  }
  return missingOf(agent, name).map((event) => ({
    event: name,
    gap: `no native event for ${event}`,
    degradation: lostPart[event] ?? `hooks on ${event} do not run`,
    approximation: none,
  }));
}

function policyGaps(agent: Agent): readonly Gap[] {
  return Object.entries(needs).flatMap(([policy, own]) =>
    own
      .filter(({ event }) => nativesOf(agent, event).length > 0)
      .map((need) => ({ ...need, grade: gradeOf(agent, need.on, need.effect) }))
      .filter(({ grade }) => grade === 'impossible' || grade === 'degraded')
      .map(({ event, on, effect, what, grade }): Gap => {
        if (grade === 'degraded')
          return {
            event,
            policy,
            gap: `${effect} is degraded`,
            degradation: `${what}: a weaker effect`,
            approximation: insteadOfDegraded(effect),
          };
        const degradation = `${what}: not possible`;
        return {
          event,
          policy,
          gap: `${effect} is impossible`,
          degradation,
          approximation: insteadOf(agent, on, effect),
        };
      }),
  );
}

const insteadOfDegraded = (effect: VerdictEffect): string =>
  effect === 'message'
    ? 'the text is shown where the agent shows the output of hooks, if at all'
    : "the agent's own weaker way";

function insteadOf(agent: Agent, on: EventName, effect: VerdictEffect): string {
  const can = (other: VerdictEffect) => gradeOf(agent, on, other) !== 'impossible';
  if (effect === 'deny')
    return can('message') ? 'a warning to the user instead of a block' : 'a note in the record only';
  if (effect === 'context' && on === 'prompt.submit' && gradeOf(agent, 'session.start', 'context') !== 'impossible')
    return 'steering at the start of a session, which does not come at each turn';
  if (effect === 'context') return can('message') ? 'a warning to the user only' : 'a note in the record only';
  return can('context') ? 'the model reads it, the user does not' : 'a note in the record only';
}

/** `>=2.1.197 <2.2` from the versions of quirks; plain text if they are not such numbers. */
export function versionRange(given: readonly string[]): string {
  const all = [
    ...new Set(given.flatMap((text) => (text.split(';')[0] ?? '').split(',').map((part) => part.trim()))),
  ].sort();
  const exact = all
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .map((version) => version.split('.').map(Number));
  const [lowest] = exact.sort(byNumbers);
  const highest = exact.at(-1);
  if (!lowest || !highest) return all.map((version) => (/^\d+$/.test(version) ? `${version}.x` : version)).join(', ');
  return `>=${lowest.join('.')} <${highest[0]}.${(highest[1] ?? 0) + 1}`;
}

const byNumbers = (a: readonly number[], b: readonly number[]): number =>
  a.map((part, i) => part - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
