import { nearestWord } from '@anyhook/core';
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { fixedToolRows } from '../../.cache/mcp/fixed-tools.js';
import type { LoadedAbility } from '../registry/ability.js';
import { findAbilities } from '../registry/find-abilities.js';
import { abilityBrief, abilityView } from '../registry/views.js';
import { type TaskStatus, taskStatuses } from '../tasks/task.js';
import { taskBrief, taskView } from '../tasks/views.js';
import type { McpTool } from './mcp-tool.js';
import { createdResult, runResult, shortTask, toolResult, updatedResult } from './results.js';

/** A row of fixed-tools.yaml; `properties`, `required` and `minProperties` are of the schema of its input. */
export interface FixedToolRow {
  readonly description: string;
  readonly startsPrograms: boolean;
  readonly annotations: ToolAnnotations;
  readonly properties: Record<string, object>;
  readonly required: string[];
  readonly minProperties?: number;
}

const runs: Readonly<Record<string, McpTool['run']>> = {
  async list_abilities(args, { project: { abilities }, toolNameOf }) {
    const {
      query,
      environment,
      limit = defaultLimit,
    } = args as { query?: string; environment?: string; limit?: number };
    const found = findAbilities(abilities, { query, environment });
    const shown = found.slice(0, limit);
    return toolResult({
      status: 'ok',
      message: `${countSentence(found.length, shown.length)} Use create_task and run_task, or the ability's own tool.`,
      fields: {
        total: found.length,
        abilities: shown.map((one) => ({ ...abilityBrief(one), ...toolField(toolNameOf(one.ability.name)) })),
      },
    });
  },

  async show_ability(args, { project: { abilities }, toolNameOf }) {
    const name = String(args['ability']);
    const found = abilities.find(({ ability }) => ability.name === name);
    if (!found) return unknownAbility(name, abilities);
    const message = `${name}: ${found.ability.summary}`;
    return toolResult({
      status: 'ok',
      message,
      fields: { ability: { ...abilityView(found), ...toolField(toolNameOf(name)) } },
    });
  },

  async create_task(args, { project, caller, environment: defaultEnvironment }) {
    const request = args as { ability: string; input?: Record<string, unknown>; environment?: string; note?: string };
    const environmentName = request.environment ?? defaultEnvironment;
    const created = await project.runner.create({
      ...request,
      caller,
      ...(environmentName !== undefined && { environment: environmentName }),
    });
    return createdResult(created, request.ability);
  },

  async run_task(args, { project, caller, signal, progress }) {
    const { task_key, wait_seconds = 0 } = args as { task_key: string; wait_seconds?: number };
    return runResult(
      await project.runner.run({ key: task_key, caller, signal, progress, waitMs: wait_seconds * 1_000 }),
    );
  },

  async get_task(args, { project }) {
    const { task_key, whole = false } = args as { task_key: string; whole?: boolean };
    const task = await project.runner.get(task_key);
    if (!task) return unknownTask(task_key);
    const message = `Task ${task_key} of ${task.ability.value}: ${task.status}, ${taskStatuses[task.status]}.`;
    return toolResult({ status: task.status, message, fields: whole ? taskView(task) : shortTask(task) });
  },

  async list_tasks(args, { project, caller }) {
    const {
      mine,
      limit = 20,
      ...query
    } = args as {
      status?: TaskStatus;
      ability?: string;
      mine?: boolean;
      limit?: number;
      before?: string;
    };
    const session = mine && caller.session_id !== undefined ? { session: caller.session_id } : {};
    const tasks = await project.runner.list({ ...query, ...session, limit });
    const more = tasks.length === limit ? ' There may be more: give the last key as "before".' : '';
    return toolResult({
      status: 'ok',
      message: `${tasks.length} task${tasks.length === 1 ? '' : 's'}, newest first.${more}`,
      fields: { tasks: tasks.map(taskBrief) },
    });
  },

  async update_task(args, { project, caller }) {
    const { task_key, ...changes } = args as { task_key: string; input?: Record<string, unknown>; note?: string };
    return updatedResult(await project.runner.update({ key: task_key, caller, ...changes }), task_key);
  },

  async delete_task(args, { project }) {
    const { task_key } = args as { task_key: string };
    if (await project.runner.delete(task_key))
      return toolResult({ status: 'deleted', message: `Task ${task_key} was deleted.`, fields: { task_key } });
    const task = await project.runner.get(task_key);
    if (!task) return unknownTask(task_key);
    const message = `Task ${task_key} was not deleted: it is ${task.status}.`;
    return refusedCall('IN_USE', message);
  },
};

function unknownTask(task_key: string) {
  const message = `No task of this project has the key ${JSON.stringify(task_key)}. See list_tasks.`;
  return refusedCall('UNKNOWN_TASK', message);
}

const defaultLimit = 50;

function unknownAbility(name: string, abilities: readonly LoadedAbility[]) {
  const near = nearestWord(
    name,
    abilities.map(({ ability }) => ability.name),
  );
  const hint = near === undefined ? 'See list_abilities.' : `Did you mean "${near}"?`;
  const message = `No ability has the name ${JSON.stringify(name)}. ${hint}`;
  return refusedCall('UNKNOWN_ABILITY', message);
}

const toolField = (tool: string | undefined): object => (tool === undefined ? {} : { tool });

const countSentence = (found: number, shown: number): string =>
  `${found === 1 ? 'There is 1 ability' : `There are ${found} abilities`}${shown < found ? `; ${shown} are shown` : ''}.`;

const refusedCall = (code: string, message: string) =>
  toolResult({ status: 'refused', message, isError: true, fields: { error: { code, message } } });

export const fixedTools: ReadonlyMap<string, McpTool> = new Map(
  Object.entries(fixedToolRows).map(
    ([name, { description, startsPrograms, annotations, properties, required, ...more }]) => [
      name,
      {
        tool: {
          name,
          description,
          inputSchema: { type: 'object', properties, required, additionalProperties: false, ...more },
          annotations,
        },
        startsPrograms,
        run: runs[name] as McpTool['run'],
      },
    ],
  ),
);
