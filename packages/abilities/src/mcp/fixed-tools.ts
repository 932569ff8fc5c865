import { nearestWord } from '@anyhook/core';
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { LoadedAbility } from '../registry/ability.js';
import { findAbilities } from '../registry/find-abilities.js';
import { abilityBrief, abilityView } from '../registry/views.js';
import { type TaskStatus, taskStatuses } from '../tasks/task.js';
import { taskBrief, taskView } from '../tasks/views.js';
import type { McpTool } from './mcp-tool.js';
import { createdResult, runResult, shortTask, toolResult, updatedResult } from './results.js';

const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const textField = (description: string, maxLength = 200) => ({ type: 'string', minLength: 1, maxLength, description });
const key = textField('the key from create_task');
const note = textField('why, for people who read the tasks later', 2_000);
const input = { type: 'object', description: 'must match the input schema in show_ability' };
const environment = textField('such as "dev" or "staging"');
const maxWaitSeconds = 600;

type SchemaProperties = Record<string, object>;

const inputSchema = (properties: SchemaProperties, ...required: string[]): McpTool['tool']['inputSchema'] => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const create: McpTool = {
  tool: {
    name: 'create_task',
    description:
      'Prepares one use of an ability: validates the input and runs the preflight hooks. Returns a task_key for run_task, or says why there is none.',
    inputSchema: inputSchema({ ability: textField('its name in list_abilities'), input, environment, note }, 'ability'),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
  startsPrograms: true,
  async run(args, { project, caller, environment: defaultEnvironment }) {
    const request = args as { ability: string; input?: Record<string, unknown>; environment?: string; note?: string };
    const environmentName = request.environment ?? defaultEnvironment;
    const created = await project.runner.create({
      ...request,
      caller,
      ...(environmentName !== undefined && { environment: environmentName }),
    });
    return createdResult(created, request.ability);
  },
};

const run: McpTool = {
  tool: {
    name: 'run_task',
    description:
      'Runs a task once: runs the guard hooks, then the ability. Returns the output, or says why it was refused or failed.',
    inputSchema: inputSchema(
      {
        task_key: key,
        wait_seconds: {
          type: 'integer',
          minimum: 0,
          maximum: maxWaitSeconds,
          description: 'how long to wait for an approval if a person must give one; default 0',
        },
      },
      'task_key',
    ),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  startsPrograms: true,
  async run(args, { project, caller, signal, progress }) {
    const { task_key, wait_seconds = 0 } = args as { task_key: string; wait_seconds?: number };
    return runResult(
      await project.runner.run({ key: task_key, caller, signal, progress, waitMs: wait_seconds * 1_000 }),
    );
  },
};

const get: McpTool = {
  tool: {
    name: 'get_task',
    description: 'Shows one task in full: its status, input, output and errors.',
    inputSchema: inputSchema(
      { task_key: key, whole: { type: 'boolean', description: 'also include an output that is very long' } },
      'task_key',
    ),
    annotations: readOnly,
  },
  startsPrograms: false,
  async run(args, { project }) {
    const { task_key, whole = false } = args as { task_key: string; whole?: boolean };
    const task = await project.runner.get(task_key);
    if (!task) return unknownTask(task_key);
    const message = `Task ${task_key} of ${task.ability.value}: ${task.status}, ${taskStatuses[task.status]}.`;
    return toolResult({ status: task.status, message, fields: whole ? taskView(task) : shortTask(task) });
  },
};

const list: McpTool = {
  tool: {
    name: 'list_tasks',
    description: 'Lists tasks of this project, newest first.',
    inputSchema: inputSchema({
      status: { type: 'string', enum: Object.keys(taskStatuses) },
      ability: textField('only those of this ability'),
      mine: { type: 'boolean', description: 'only those of this session' },
      limit: { type: 'integer', minimum: 1, maximum: 200, description: 'default 20' },
      before: textField('only those older than the task with this key'),
    }),
    annotations: readOnly,
  },
  startsPrograms: false,
  async run(args, { project, caller }) {
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
};

const update: McpTool = {
  tool: {
    name: 'update_task',
    description: 'Changes the input or note of a task that has not run. New input is validated.',
    inputSchema: { ...inputSchema({ task_key: key, input, note }, 'task_key'), minProperties: 2 },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  startsPrograms: true,
  async run(args, { project, caller }) {
    const { task_key, ...changes } = args as { task_key: string; input?: Record<string, unknown>; note?: string };
    return updatedResult(await project.runner.update({ key: task_key, caller, ...changes }), task_key);
  },
};

const remove: McpTool = {
  tool: {
    name: 'delete_task',
    description: 'Deletes a task and its records. A running task is not deleted.',
    inputSchema: inputSchema({ task_key: key }, 'task_key'),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  startsPrograms: false,
  async run(args, { project }) {
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

const listTool: McpTool = {
  tool: {
    name: 'list_abilities',
    description: 'Lists the abilities of this project, each with its name and a summary.',
    inputSchema: inputSchema({
      query: textField('only those with one of these words in name, summary, description or keywords; best first'),
      environment: textField('only those that may be used in this environment'),
      limit: { type: 'integer', minimum: 1, maximum: 500, description: `default ${defaultLimit}` },
    }),
    annotations: readOnly,
  },
  startsPrograms: false,
  async run(args, { project: { abilities }, toolNameOf }) {
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
};

const showTool: McpTool = {
  tool: {
    name: 'show_ability',
    description: 'Shows one ability in full: its input schema, environments and documents to read with it.',
    inputSchema: inputSchema({ ability: textField('its name in list_abilities') }, 'ability'),
    annotations: readOnly,
  },
  startsPrograms: false,
  async run(args, { project: { abilities }, toolNameOf }) {
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
};

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

/** The tools that are always available, by name. */
export const fixedTools: ReadonlyMap<string, McpTool> = new Map(
  [listTool, showTool, create, run, get, list, update, remove].map((row) => [row.tool.name, row]),
);
