import { contractOf, type EventName, type Hook } from '@anyhook/core';
import type { Agent, Grade, VerdictEffect } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { derivations } from '../engine/derive.js';
import { mayBlock, type PermissionsOf } from '../engine/permissions.js';
import { producesEvent } from '../install/entry-needs.js';

/** How well an agent supports a hook. `native`: the agent runs it itself. */
export type HookGrade = Grade | 'native';

export interface HookSupport {
  readonly grade: HookGrade;
  /** How well the agent supports each outcome that the hook may return at its event. */
  readonly effects: Readonly<Partial<Record<VerdictEffect, Grade>>>;
  /** Native events that produce the hook's event. */
  readonly events: readonly string[];
  /** Why it is not exact, in a few words. */
  readonly why?: string;
}

export interface GradeOptions {
  readonly permissionsOf: PermissionsOf;
  /** How the agent is connected; undefined for an agent that `init` does not know. */
  readonly install?: Pick<AgentInstall, 'defaultEvents' | 'alsoDelivers'> | undefined;
  /** Builtins that never decide or rewrite, by name. */
  readonly passiveBuiltins?: ReadonlySet<string> | undefined;
}

/** Outcomes that affect the grade. A lost message, allow or stop is reported, but it protects nothing. */
const gradedOutcomes = ['deny', 'ask', 'rewrite', 'context'] as const satisfies VerdictEffect[];
const order: readonly Grade[] = ['exact', 'emulated', 'degraded', 'impossible'];
const isWorse = (a: Grade, b: Grade): boolean => order.indexOf(a) > order.indexOf(b);

/** The worst grade of the outcomes that a hook may return at its event. */
export function gradeHook(hook: Hook, agent: Agent, options: GradeOptions): HookSupport {
  const { install } = options;
  if (agentRunsHook(agent, hook)) return { grade: 'native', effects: {}, events: [], why: 'the agent runs it itself' };
  const native = new Set(Object.values(agent.events));
  const applicable = derivations.filter(({ to, evenIfNative }) => evenIfNative || !native.has(to));
  const sources = { agent, install: install ?? {}, derivations: applicable };
  const registered = install?.defaultEvents ?? Object.keys(agent.events);
  const nativeEventsFor = (name: EventName) => registered.filter((event) => producesEvent(event, name, hook, sources));
  const fired = hook.events.filter((name) => nativeEventsFor(name).length > 0);
  const [first] = fired;
  if (first === undefined) {
    const [wanted] = hook.events;
    return { grade: 'impossible', effects: {}, events: [], why: `never fires ${hook.match.nativeEvent ?? wanted}` };
  }
  const events = [...new Set(fired.flatMap(nativeEventsFor))];
  const eventGrades = fired.map((name) => gradeAt(name, sourceOf(name, native, applicable), hook, agent, options));
  const worst = eventGrades.reduce((a, b) => (isWorse(b.grade, a.grade) ? b : a));
  return { ...worst, events };
}

/** The event whose answer the agent reads: the hook's own, or the one that it is derived from. */
function sourceOf(
  name: EventName,
  native: ReadonlySet<EventName>,
  derivations: readonly { readonly from: EventName; readonly to: EventName }[],
): EventName {
  return native.has(name) ? name : (derivations.find(({ to, from }) => to === name && native.has(from))?.from ?? name);
}

function gradeAt(
  name: EventName,
  source: EventName,
  hook: Hook,
  agent: Agent,
  options: GradeOptions,
): Omit<HookSupport, 'events'> & { readonly grade: Grade } {
  const derived = source !== name;
  const capabilities = agent.capabilities[source] ?? {};
  const effects: Partial<Record<VerdictEffect, Grade>> = {};
  for (const effect of possibleOutcomes(name, hook, options)) {
    // A denial comes too late at a derived event.
    effects[effect] =
      derived && (effect === 'deny' || effect === 'ask') ? 'impossible' : (capabilities[effect] ?? 'impossible');
  }
  if (effects.ask === 'impossible' && (effects.deny ?? 'impossible') !== 'impossible') effects.ask = 'degraded';
  // An agent that stops reads no context: what matters is that a hook can keep it working.
  if (name === 'agent.stop' && effects.deny === 'exact') delete effects.context;
  const lost = gradedOutcomes.filter((effect) => effects[effect] === 'impossible');
  const granted = gradedOutcomes.filter((effect) => (effects[effect] ?? 'impossible') !== 'impossible');
  // A script's results are unknown: a hook is partly supported if the agent supports some of its outcomes.
  if (lost.length > 0 && granted.length === 0)
    return { grade: 'impossible', effects, why: `no ${lost.join(', no ')} at ${name}` };
  const grades = gradedOutcomes.flatMap((effect) =>
    effects[effect] === 'impossible' ? 'degraded' : (effects[effect] ?? []),
  );
  const base: Grade = derived ? 'emulated' : 'exact';
  const grade = grades.reduce<Grade>((a, b) => (isWorse(b, a) ? b : a), base);
  const why = gradeReason(grade, effects, { name, ...(derived && { source: sourceText(name, source) }) });
  return { grade, effects, ...(why !== '' && { why }) };
}

/** The outcomes that the event, the format and the hook allow, without those that no agent could support. */
function possibleOutcomes(
  name: EventName,
  hook: Hook,
  { permissionsOf, passiveBuiltins }: GradeOptions,
): readonly VerdictEffect[] {
  const contract = contractOf(name);
  const permissions = permissionsOf(hook);
  const isPassive = hook.handler.kind === 'builtin' && passiveBuiltins?.has(hook.handler.use) === true;
  const blocks = !isPassive && mayBlock(hook, contract, permissions) && !contract.denyIsRequest;
  const canRespond = hook.mode === 'enforce' && !hook.async;
  return [
    ...(blocks ? (['deny'] as const) : []),
    ...(blocks && contract.decisions.includes('ask') ? (['ask'] as const) : []),
    ...(canRespond && !isPassive && permissions.rewrites && contract.rewrites && !hook.parallel
      ? (['rewrite'] as const)
      : []),
    ...(canRespond && permissions.context && contract.context ? (['context'] as const) : []),
  ];
}

/** The source of a derived event, and how the two differ. */
function sourceText(name: EventName, source: EventName): string {
  const { difference } = derivations.find(({ from, to }) => from === source && to === name) ?? {};
  return difference === undefined ? source : `${source} (${difference})`;
}

function gradeReason(
  grade: Grade,
  effects: HookSupport['effects'],
  { name, source }: { readonly name: EventName; readonly source?: string },
): string {
  if (grade === 'exact') return '';
  const weak = gradedOutcomes.flatMap((effect) => {
    const grade = effects[effect];
    if (grade === undefined || grade === 'exact') return [];
    if (grade === 'impossible') return [effect === 'deny' ? `continues if it denies ${name}` : `no ${effect}`];
    return [`${effect} ${grade}`];
  });
  return [...(source ? [`derived from ${source}`] : []), ...weak].join(', ');
}
