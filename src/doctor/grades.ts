import type { Agent, Grade, VerdictEffect } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { contractOf, type EventName } from '../core/contract.js';
import type { Hook } from '../core/hook.js';
import { derivations } from '../engine/derive.js';
import { mayBlock, type PermissionsOf } from '../engine/permissions.js';
import { bringsEvent, isRunByAgent } from '../install/entry-needs.js';

/** How well an agent supports a hook. `native`: the agent runs it itself. */
export type HookGrade = Grade | 'native';

/** One hook on one agent. */
export interface HookSupport {
  readonly grade: HookGrade;
  /** How well the agent supports each outcome that the hook may return at its event. */
  readonly wishes: Readonly<Partial<Record<VerdictEffect, Grade>>>;
  /** Native events that produce the hook's event. */
  readonly events: readonly string[];
  /** Why it is not exact, in a few words. */
  readonly why?: string;
}

export interface GradeOptions {
  readonly rowOf: PermissionsOf;
  /** How the agent is connected; undefined for an agent that `init` does not know. */
  readonly install?: Pick<AgentInstall, 'safe' | 'also'> | undefined;
  /** Builtins that never decide or rewrite, by name. */
  readonly tellers?: ReadonlySet<string> | undefined;
}

/** Outcomes that affect the grade. A lost message, allow or stop is reported, but it protects nothing. */
const weighed = ['deny', 'ask', 'rewrite', 'context'] as const satisfies VerdictEffect[];
const order: readonly Grade[] = ['exact', 'emulated', 'degraded', 'impossible'];
const isWorse = (a: Grade, b: Grade): boolean => order.indexOf(a) > order.indexOf(b);

/** The worst grade of the outcomes that a hook may return at its event. */
export function gradeHook(hook: Hook, host: Agent, options: GradeOptions): HookSupport {
  const { install } = options;
  if (isRunByAgent(host, hook)) return { grade: 'native', wishes: {}, events: [], why: 'the agent runs it itself' };
  const native = new Set(Object.values(host.events));
  const ways = derivations.filter(({ to, always }) => always || !native.has(to));
  const about = { host, install: install ?? {}, ways };
  const registered = install?.safe ?? Object.keys(host.events);
  const bringing = (name: EventName) => registered.filter((event) => bringsEvent(event, name, hook, about));
  const fired = hook.events.filter((name) => bringing(name).length > 0);
  const [first] = fired;
  if (first === undefined) {
    const [wanted] = hook.events;
    return { grade: 'impossible', wishes: {}, events: [], why: `never fires ${wanted}` };
  }
  const events = [...new Set(fired.flatMap(bringing))];
  const all = fired.map((name) => gradeAt(name, sourceOf(name, native, ways), hook, host, options));
  const worst = all.reduce((a, b) => (isWorse(b.grade, a.grade) ? b : a));
  return { ...worst, events };
}

/** The event whose answer the agent reads: the hook's own, or the one that it is derived from. */
function sourceOf(
  name: EventName,
  native: ReadonlySet<EventName>,
  ways: readonly { readonly from: EventName; readonly to: EventName }[],
): EventName {
  return native.has(name) ? name : (ways.find(({ to, from }) => to === name && native.has(from))?.from ?? name);
}

function gradeAt(
  name: EventName,
  source: EventName,
  hook: Hook,
  host: Agent,
  options: GradeOptions,
): Omit<HookSupport, 'events'> & { readonly grade: Grade } {
  const derived = source !== name;
  const row = host.capabilities[source] ?? {};
  const wishes: Partial<Record<VerdictEffect, Grade>> = {};
  for (const wish of wishesOf(name, hook, options)) {
    // A denial comes too late at a derived event.
    wishes[wish] = derived && (wish === 'deny' || wish === 'ask') ? 'impossible' : (row[wish] ?? 'impossible');
  }
  if (wishes.ask === 'impossible' && (wishes.deny ?? 'impossible') !== 'impossible') wishes.ask = 'degraded';
  // An agent that stops reads nothing more: what counts there is that a hook can keep it working.
  if (name === 'agent.stop' && wishes.deny === 'exact') delete wishes.context;
  const lost = weighed.filter((wish) => wishes[wish] === 'impossible');
  const granted = weighed.filter((wish) => (wishes[wish] ?? 'impossible') !== 'impossible');
  // What a script returns is not known: a hook is partly supported if the agent supports some of its outcomes.
  if (lost.length > 0 && granted.length === 0)
    return { grade: 'impossible', wishes, why: `no ${lost.join(', no ')} at ${name}` };
  const grades = weighed.flatMap((wish) => (wishes[wish] === 'impossible' ? 'degraded' : (wishes[wish] ?? [])));
  const base: Grade = derived ? 'emulated' : 'exact';
  const grade = grades.reduce<Grade>((a, b) => (isWorse(b, a) ? b : a), base);
  const why = whyNot(grade, wishes, { name, ...(derived && { source: sourceText(name, source) }) });
  return { grade, wishes, ...(why !== '' && { why }) };
}

/** The outcomes that the event, the format and the hook allow, without those that no agent could support. */
function wishesOf(name: EventName, hook: Hook, { rowOf, tellers }: GradeOptions): readonly VerdictEffect[] {
  const contract = contractOf(name);
  const row = rowOf(hook);
  const tellsOnly = hook.handler.kind === 'builtin' && tellers?.has(hook.handler.use) === true;
  const blocks = !tellsOnly && mayBlock(hook, contract, row) && !contract.denyMeans?.startsWith('a wish only');
  const speaks = hook.mode === 'enforce' && !hook.async;
  return [
    ...(blocks ? (['deny'] as const) : []),
    ...(blocks && contract.decisions.includes('ask') ? (['ask'] as const) : []),
    ...(speaks && !tellsOnly && row.rewrites && contract.rewrites && !hook.parallel ? (['rewrite'] as const) : []),
    ...(speaks && row.context && contract.context ? (['context'] as const) : []),
  ];
}

/** The event that stands in for another one, and how that differs. */
function sourceText(name: EventName, source: EventName): string {
  const { differs } = derivations.find(({ from, to }) => from === source && to === name) ?? {};
  return differs === undefined ? source : `${source} (${differs})`;
}

function whyNot(
  grade: Grade,
  wishes: HookSupport['wishes'],
  { name, source }: { readonly name: EventName; readonly source?: string },
): string {
  if (grade === 'exact') return '';
  const weak = weighed.flatMap((wish) => {
    const one = wishes[wish];
    if (one === undefined || one === 'exact') return [];
    if (one === 'impossible') return [wish === 'deny' ? `continues if it denies ${name}` : `no ${wish}`];
    return [`${wish} ${one}`];
  });
  return [...(source ? [`derived from ${source}`] : []), ...weak].join(', ');
}
