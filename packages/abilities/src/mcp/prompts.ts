import { ErrorCode, type GetPromptResult, McpError, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import type { ProjectAbilities } from './ability-source.js';

export const prompts: readonly Prompt[] = [
  {
    name: 'route',
    description: 'which abilities and documents of this project a task leads to, and why',
    arguments: [{ name: 'task', description: 'the task in plain words', required: true }],
  },
];

const howTo =
  'Hints for this project (use abilities with create_task and run_task, or with their own tools; read documents first):';
const noHints = 'No ability or document of this project matches well; list_abilities shows all abilities.';
const maxTaskChars = 20_000;

/** The task with its routing hints, as a message of the user. */
export async function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  project: ProjectAbilities,
): Promise<GetPromptResult> {
  if (name !== 'route')
    throw new McpError(
      ErrorCode.InvalidParams,
      `no prompt has the name ${JSON.stringify(name.slice(0, 200))}; known: route`,
    );
  const task = args['task']?.trim();
  if (!task) throw new McpError(ErrorCode.InvalidParams, 'the prompt "route" needs "task": the task in plain words');
  const hints = await project.route(task.slice(0, maxTaskChars));
  const text = [task, '', ...(hints.length > 0 ? [howTo, ...hints] : [noHints])].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
