import { nearestWord, sha256 } from '@anyhook/core';
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Ability, Implementation, LoadedAbility } from '../registry/ability.js';
import { environmentsOf } from '../registry/views.js';
import type { TaskCreateResult, TaskRunResult } from '../tasks/task.js';
import { fixedTools } from './fixed-tools.js';
import type { McpTool } from './mcp-tool.js';
import { directRunResult } from './results.js';

export interface McpTools {
  readonly rows: ReadonlyMap<string, McpTool>;
  toolNameOf(ability: string): string | undefined;
}

const toolsCache = new WeakMap<readonly LoadedAbility[], McpTools>();

/** The fixed tools, and one per usable ability unless there are more than `maxAbilityTools` (fixed for a process). */
export function mcpToolsFor(abilities: readonly LoadedAbility[], maxAbilityTools: number): McpTools {
  const tools = toolsCache.get(abilities) ?? buildTools(abilities, maxAbilityTools);
  toolsCache.set(abilities, tools);
  return tools;
}

function buildTools(abilities: readonly LoadedAbility[], maxAbilityTools: number): McpTools {
  const active = abilities.filter(({ state }) => state.kind === 'active');
  const abilitiesByTool =
    active.length > maxAbilityTools ? new Map<string, LoadedAbility>() : toolNames(active, [...fixedTools.keys()]);
  const toolsByAbility = new Map([...abilitiesByTool].map(([name, { ability }]) => [ability.name, name]));
  return {
    rows: new Map([
      ...fixedTools,
      ...[...abilitiesByTool].map(([name, one]) => [name, abilityAsTool(name, one)] as const),
    ]),
    toolNameOf: (ability) => toolsByAbility.get(ability),
  };
}

export function unknownTool(name: string, known: Iterable<string>): string {
  const near = nearestWord(name.slice(0, 200), known);
  const hint = near === undefined ? 'list_abilities shows the abilities' : `did you mean "${near}"?`;
  return `no tool has the name ${JSON.stringify(name.slice(0, 200))}: ${hint}`;
}

/** Clients put the name of the server in front of a tool's name, and allow 64 characters in total. */
const maxNameChars = 48;

/** A tool name for each ability that every MCP client accepts; names are unique and not in `taken`. */
export function toolNames(
  abilities: readonly LoadedAbility[],
  taken: readonly string[],
): ReadonlyMap<string, LoadedAbility> {
  const byToolName = new Map<string, LoadedAbility>();
  const isFree = (name: string) => !byToolName.has(name) && !taken.includes(name);
  // Valid names come first, so that a changed name never takes one of them.
  const ordered = [...abilities].sort((a, b) => Number(needsChange(a)) - Number(needsChange(b)) || byName(a, b));
  for (const one of ordered) byToolName.set(freeName(one.ability.name, isFree), one);
  return new Map([...byToolName].sort(([, a], [, b]) => byName(a, b)));
}

const sanitizeName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameChars);

const needsChange = ({ ability: { name } }: LoadedAbility): boolean => sanitizeName(name) !== name;

const byName = (a: LoadedAbility, b: LoadedAbility): number => (a.ability.name < b.ability.name ? -1 : 1);

function freeName(name: string, isFree: (name: string) => boolean): string {
  const short = sanitizeName(name);
  if (short !== '' && name.length <= maxNameChars && isFree(short)) return short;
  const hash = sha256(name);
  for (let digits = 6; ; digits++) {
    const hashedName = `${short.slice(0, Math.max(0, maxNameChars - digits - 1))}_${hash.slice(0, digits)}`;
    if (isFree(hashedName)) return hashedName;
  }
}

const maxDescriptionChars = 1_000;

/** An ability as its own tool, which creates a task and runs it. */
const abilityAsTool = (name: string, { ability }: LoadedAbility): McpTool => ({
  tool: {
    name,
    title: ability.name,
    description: descriptionOf(ability),
    inputSchema: inputOf(ability),
    annotations: annotationsOf(ability),
  },
  isCheckedByRunner: true,
  startsPrograms: true,
  async run(input, { project, caller, signal, progress, environment }) {
    const result = await project.runner.directRun({
      ability: ability.name,
      input,
      caller,
      signal,
      progress,
      ...(environment !== undefined && { environment }),
    });
    return directRunResult(withToolHint(result), ability.name);
  },
});

/** Adds which tool can set an environment, because this tool's input has no field for it. */
function withToolHint<T extends TaskCreateResult | TaskRunResult>(result: T): T {
  if (result.status !== 'unavailable' || result.error.code !== 'ENVIRONMENT_NOT_ALLOWED') return result;
  const suggestion = `${result.error.suggestion ?? ''} This tool cannot: use create_task with "environment", then run_task.`;
  return { ...result, error: { ...result.error, suggestion: suggestion.trim() } };
}

function descriptionOf(ability: Ability): string {
  const environments = environmentsOf(ability);
  const environmentList = environments === 'all' ? 'all environments' : environments.join(', ');
  const text = [ability.summary, ability.description, `Environments: ${environmentList}.`].filter(Boolean).join('\n');
  return text.length > maxDescriptionChars ? `${text.slice(0, maxDescriptionChars)}…` : text;
}

/** Clients accept only object schemas. */
const inputOf = ({ input }: Ability): Tool['inputSchema'] =>
  input?.['type'] === 'object' ? (input as Tool['inputSchema']) : { ...input, type: 'object' };

/** Only what the registry says; without it, clients assume the worst. */
function annotationsOf(ability: Ability): ToolAnnotations {
  const implementations = ability.type === 'operation' ? Object.values(ability.implementations) : undefined;
  return {
    idempotentHint: ability.idempotent,
    ...(implementations?.every(({ kind }) => kind === 'builtin') && { readOnlyHint: true }),
    ...(implementations && openWorldHint(implementations)),
  };
}

/** A script may do anything; network calls are open-world, and builtins are not. */
function openWorldHint(implementations: readonly Implementation[]): ToolAnnotations {
  if (implementations.every(({ kind }) => kind === 'builtin')) return { openWorldHint: false };
  return implementations.some(
    (implementation) =>
      implementation.kind === 'api' || (implementation.kind === 'mcp' && 'url' in implementation.server),
  )
    ? { openWorldHint: true }
    : {};
}
