import type { LoadedAbility } from '../../abilities/ability.js';
import { nearestWord } from '../../core/errors.js';
import { abilityAsTool } from './ability-as-tool.js';
import type { McpTool } from './mcp-tool.js';
import { fixedTools } from './task-tools.js';
import { toolNames } from './tool-names.js';

/** All tools at one moment. */
export interface McpTools {
  readonly rows: ReadonlyMap<string, McpTool>;
  /** The name of an ability's own tool, if it has one. */
  toolOf(ability: string): string | undefined;
}

const kept = new WeakMap<readonly LoadedAbility[], McpTools>();

/**
 * The fixed tools, and a tool for each usable ability, unless there are more than `most`. `most` is the same for a
 * whole process.
 */
export function mcpToolsFor(abilities: readonly LoadedAbility[], most: number): McpTools {
  const known = kept.get(abilities) ?? namedTools(abilities, most);
  kept.set(abilities, known);
  return known;
}

function namedTools(abilities: readonly LoadedAbility[], most: number): McpTools {
  const active = abilities.filter(({ state }) => state.kind === 'active');
  const named = active.length > most ? new Map<string, LoadedAbility>() : toolNames(active, [...fixedTools.keys()]);
  const names = new Map([...named].map(([name, { ability }]) => [ability.name, name]));
  return {
    rows: new Map([...fixedTools, ...[...named].map(([name, one]) => [name, abilityAsTool(name, one)] as const)]),
    toolOf: (ability) => names.get(ability),
  };
}

/** The error text for an unknown tool. */
export function unknownTool(name: string, known: Iterable<string>): string {
  const near = nearestWord(name.slice(0, 200), known);
  const hint = near === undefined ? 'list_abilities shows the abilities' : `did you mean "${near}"?`;
  return `no tool has the name ${JSON.stringify(name.slice(0, 200))}: ${hint}`;
}
