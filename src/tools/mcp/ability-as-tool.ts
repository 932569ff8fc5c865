import type { Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Ability, Implementation, LoadedAbility } from '../../abilities/ability.js';
import { environmentsOf } from '../../abilities/views.js';
import type { Created, Ran } from '../tasks/task.js';
import type { McpTool } from './mcp-tool.js';
import { directRunResult } from './results.js';

const longestDescription = 1_000;

/** An ability as its own tool, which creates a task and runs it. */
export const abilityAsTool = (name: string, { ability }: LoadedAbility): McpTool => ({
  tool: {
    name,
    title: ability.name,
    description: descriptionOf(ability),
    inputSchema: inputOf(ability),
    annotations: annotationsOf(ability),
  },
  isCheckedLater: true,
  isHeavy: true,
  async run(input, { opened, caller, signal, progress, environment }) {
    const end = await opened.runner.directRun({
      ability: ability.name,
      input,
      caller,
      signal,
      progress,
      ...(environment !== undefined && { environment }),
    });
    return directRunResult(withWay(end), ability.name);
  },
});

/** The tool's input has no field for an environment: says which tool has one. */
function withWay<T extends Created | Ran>(end: T): T {
  if (end.status !== 'unavailable' || end.error.code !== 'ENVIRONMENT_NOT_ALLOWED') return end;
  const suggestion = `${end.error.suggestion ?? ''} This tool cannot: use create_task with "environment", then run_task.`;
  return { ...end, error: { ...end.error, suggestion: suggestion.trim() } };
}

function descriptionOf(ability: Ability): string {
  const environments = environmentsOf(ability);
  const where = environments === 'all' ? 'all environments' : environments.join(', ');
  const text = [ability.summary, ability.description, `Environments: ${where}.`].filter(Boolean).join('\n');
  return text.length > longestDescription ? `${text.slice(0, longestDescription)}…` : text;
}

/** Clients accept only object schemas. */
const inputOf = ({ input }: Ability): Tool['inputSchema'] =>
  input?.['type'] === 'object' ? (input as Tool['inputSchema']) : { ...input, type: 'object' };

/** Only what the registry says; without it, clients assume the worst. */
function annotationsOf(ability: Ability): ToolAnnotations {
  const ways = ability.type === 'operation' ? Object.values(ability.implementations) : undefined;
  return {
    idempotentHint: ability.idempotent,
    ...(ways?.every(({ kind }) => kind === 'builtin') && { readOnlyHint: true }),
    ...(ways && openWorld(ways)),
  };
}

/** A script may do anything; network calls are open-world, and builtins are not. */
function openWorld(ways: readonly Implementation[]): ToolAnnotations {
  if (ways.every(({ kind }) => kind === 'builtin')) return { openWorldHint: false };
  return ways.some((way) => way.kind === 'api' || (way.kind === 'mcp' && 'url' in way.server))
    ? { openWorldHint: true }
    : {};
}
