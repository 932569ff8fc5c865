import type { Tool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Ability, Implementation, LoadedAbility } from '../registry/ability.js';
import { environmentsOf } from '../registry/views.js';
import type { TaskCreateResult, TaskRunResult } from '../tasks/task.js';
import type { McpTool } from './mcp-tool.js';
import { directRunResult } from './results.js';

const maxDescriptionChars = 1_000;

/** An ability as its own tool, which creates a task and runs it. */
export const abilityAsTool = (name: string, { ability }: LoadedAbility): McpTool => ({
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
