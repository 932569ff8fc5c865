import { basename, join } from 'node:path';
import type { Agent } from '../agents/agent.js';
import { agents as allAgents } from '../agents/index.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { type FormatName, type Hook, type LoadedHook, shellLineOf } from '../core/hook.js';
import { isObject } from '../core/json.js';
import { formats, loadLoaders } from '../formats/index.js';
import { type MovedEntry, movableEntries } from '../install/moved-entries.js';
import { readText } from '../platform/files/files.js';
import { maxSettingsBytes } from '../platform/files/settings-file.js';
import { packagePlaces } from '../project/hook-packages.js';
import type { Project } from '../project/load.js';

/** What can be said about a hook that an agent has in its own settings. */
export type ImportVerdict =
  /** It runs in all agents, or in all that have its event. */
  | { readonly kind: 'everywhere'; readonly without: readonly string[] }
  /** Only its own agent runs it, and all could. */
  | { readonly kind: 'possible' }
  /** It stays where it is. */
  | { readonly kind: 'stays'; readonly why: string }
  /** Another tool, which anyhook has something for. */
  | { readonly kind: 'known-tool'; readonly name: string; readonly why: string };

/** One hook of an agent. */
export interface ImportableHook {
  readonly hook: Hook;
  readonly owner: Agent;
  readonly verdict: ImportVerdict;
  /** Further agents that have the same hook. */
  readonly alsoIn: readonly string[];
}

/** Tools that people have as hooks, and what anyhook says about them. */
const knownTools: readonly { readonly name: string; readonly pattern: RegExp; readonly why: string }[] = [
  { name: 'cc-safety-net', pattern: /\bcc-safety-net\b/, why: 'shell-guard does this too; both may stay' },
  { name: 'lefthook', pattern: /\blefthook\b/, why: 'it runs hooks of git, which stay with git' },
];

export const knownToolOf = (text: string) => knownTools.find(({ pattern }) => pattern.test(text));

/** Looks at every hook that an agent of this user runs itself. Only reads. */
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
  if (hook.scope === 'managed') return { kind: 'stays', why: 'set by your organisation: left alone' };
  if (hook.unloadable !== undefined) return { kind: 'stays', why: 'it cannot be loaded: see anyhook validate' };
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

/** What a hook runs, whatever shell its agent starts for it. */
function commandOf({ handler }: Hook): string {
  if (handler.kind !== 'command') return JSON.stringify(handler);
  return shellLineOf(handler) ?? [handler.command, ...(handler.args ?? [])].join(' ');
}

/** Entries of one file that move into a package. */
export interface ImportMove {
  readonly name: string;
  readonly source: string;
  readonly dialect: FormatName;
  /** The base of paths in the file. */
  readonly base: string;
  /** Where the file is in the package. */
  readonly path: string;
  readonly entries: readonly MovedEntry[];
  /** The keys beside the hooks that the format needs, such as a version. */
  readonly head: Readonly<Record<string, unknown>>;
}

/** Plans which entries move. An entry that also holds one of anyhook or of a known tool stays. */
export async function planMoves(chosen: readonly Hook[]): Promise<readonly ImportMove[]> {
  const loaders = await loadLoaders();
  const files = new Map(chosen.map((hook) => [hook.source, hook]));
  return [...files.values()].flatMap(({ source, dialect, root }): readonly ImportMove[] => {
    const loader = loaders[dialect];
    const text = readText(source, maxSettingsBytes);
    if (!loader || text === undefined || !source.endsWith('.json')) return [];
    const events = new Set(chosen.filter((hook) => hook.source === source).map(({ nativeEvent }) => nativeEvent));
    const movable = movableEntries(text, events, (value) => knownToolOf(JSON.stringify(value)) === undefined);
    const folder = '/package';
    const place = packagePlaces(loader, { name: '', folder, dataFolder: '' }).find(
      ({ find, flavour }) =>
        (find.kind === 'file' && find.name === basename(source) && flavour !== 'installed-plugin') ||
        (find.kind === 'folder' && 'endings' in find && find.endings.some((ending) => source.endsWith(ending))),
    );
    if (!movable || movable.entries.length === 0 || !place) return [];
    const path = join(place.dir, basename(source)).slice(folder.length + 1);
    return [
      { name: `imported-${dialect}`, source, dialect, base: root, path, entries: movable.entries, head: movable.head },
    ];
  });
}

/** The text of the file in the package, with entries that moved there before. */
export function movedFileText({ entries, head }: ImportMove, before: string | undefined): string {
  const known: unknown = before === undefined ? {} : JSON.parse(before);
  const old = isObject(known) && isObject(known['hooks']) ? known['hooks'] : {};
  const hooks: Record<string, unknown[]> = Object.fromEntries(
    Object.entries(old).map(([event, list]) => [event, Array.isArray(list) ? [...list] : []]),
  );
  for (const { event, value } of entries) hooks[event] = [...(hooks[event] ?? []), value];
  return `${JSON.stringify({ ...head, hooks }, null, 2)}\n`;
}
