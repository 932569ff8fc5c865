import { type Hook, type LoadedHook, shellLineOf } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { agents as allAgents } from '../agents/index.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { formats } from '../formats/index.js';
import type { Project } from '../hooks/load.js';

/** The possible statuses of a hook in an agent's own settings. */
export type ImportVerdict =
  /** It runs in all agents, or in all that have its event. */
  | { readonly kind: 'everywhere'; readonly without: readonly string[] }
  /** Only its own agent runs it, but all could. */
  | { readonly kind: 'possible' }
  | { readonly kind: 'stays'; readonly why: string }
  /** Another tool, for which anyhook has an equivalent. */
  | { readonly kind: 'known-tool'; readonly name: string; readonly why: string };

export interface ImportableHook {
  readonly hook: Hook;
  readonly owner: Agent;
  readonly verdict: ImportVerdict;
  /** Further agents that have the same hook. */
  readonly alsoIn: readonly string[];
}

/** Tools that users have as hooks, and what anyhook says about them. */
const knownTools: readonly { readonly name: string; readonly pattern: RegExp; readonly why: string }[] = [
  { name: 'cc-safety-net', pattern: /\bcc-safety-net\b/, why: 'shell-guard also does this; you can keep both' },
  { name: 'lefthook', pattern: /\blefthook\b/, why: 'it runs hooks of git, which stay with git' },
];

export const knownToolOf = (text: string) => knownTools.find(({ pattern }) => pattern.test(text));

/** Finds every hook that an agent of this user runs itself. Only reads. */
export function importableHooks({ hooks, config }: Project, connected: readonly Agent[]): readonly ImportableHook[] {
  const found = hooks.flatMap((loaded): readonly ImportableHook[] => {
    const { hook } = loaded;
    const owner =
      hook.scope === 'project' || hook.package ? undefined : allAgents.find((agent) => agentRunsHook(agent, hook));
    if (!owner) return [];
    return [{ hook, owner, verdict: verdictOf(loaded, owner, connected, config.share !== false), alsoIn: [] }];
  });
  return mergeTwins(found);
}

function verdictOf(
  { hook, state }: LoadedHook,
  owner: Agent,
  connected: readonly Agent[],
  isShared: boolean,
): ImportVerdict {
  if (hook.scope === 'managed') return { kind: 'stays', why: 'set by your organisation: not changed' };
  if (hook.unloadable !== undefined) return { kind: 'stays', why: 'it cannot be loaded: see anyhook hooks validate' };
  const tool = knownToolOf(JSON.stringify(hook.handler));
  if (tool) return { kind: 'known-tool', name: tool.name, why: tool.why };
  const others = connected.filter((agent) => agent !== owner);
  const has = (agent: Agent) =>
    Object.values(agent.events).some((event) => hook.events.includes(event) && event !== 'other');
  const isOwnersOnly =
    formats[hook.dialect]?.events[hook.nativeEvent]?.byName || hook.events.every((event) => event === 'other');
  if (isOwnersOnly || (others.length > 0 && !others.some(has)))
    return { kind: 'stays', why: `only ${owner.title} has it; it stays there` };
  if (state.kind === 'disabled' && !state.waits) return { kind: 'stays', why: `switched off: ${state.why}` };
  if (state.kind === 'disabled' || !isShared) return { kind: 'possible' };
  return { kind: 'everywhere', without: others.filter((agent) => !has(agent)).map(({ title }) => title) };
}

/** The same command at the same event in several agents is shown once. */
function mergeTwins(found: readonly ImportableHook[]): readonly ImportableHook[] {
  const byKey = new Map<string, ImportableHook>();
  for (const one of found) {
    const key = [commandOf(one.hook), one.hook.events.join(), one.verdict.kind].join('\n');
    const twin = byKey.get(key);
    const isOther = twin !== undefined && twin.owner !== one.owner;
    if (isOther) byKey.set(key, { ...twin, alsoIn: [...new Set([...twin.alsoIn, one.owner.title])] });
    else byKey.set(twin ? `${key}\n${one.hook.id}` : key, one);
  }
  return [...byKey.values()];
}

/** The program of a hook, without the shell that its agent starts for it. */
function commandOf({ handler }: Hook): string {
  if (handler.kind !== 'command') return JSON.stringify(handler);
  return shellLineOf(handler) ?? [handler.command, ...(handler.args ?? [])].join(' ');
}
