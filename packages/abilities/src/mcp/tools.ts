import { nearestWord } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import { abilityAsTool } from './ability-as-tool.js';
import type { McpTool } from './mcp-tool.js';
import { fixedTools } from './task-tools.js';
import { toolNames } from './tool-names.js';

/** All tools at one moment. */
export interface McpTools {
  readonly rows: ReadonlyMap<string, McpTool>;
  /** The name of an ability's own tool, if it has one. */
  toolNameOf(ability: string): string | undefined;
}

const toolsCache = new WeakMap<readonly LoadedAbility[], McpTools>();

/**
 * The fixed tools, and a tool for each usable ability, unless there are more than `maxAbilityTools`, which is
 * the same for a whole process.
 */
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

/** The error text for an unknown tool. */
export function unknownTool(name: string, known: Iterable<string>): string {
  const near = nearestWord(name.slice(0, 200), known);
  const hint = near === undefined ? 'list_abilities shows the abilities' : `did you mean "${near}"?`;
  return `no tool has the name ${JSON.stringify(name.slice(0, 200))}: ${hint}`;
}
