import { ErrorCode, type GetPromptResult, McpError, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import type { Opened } from './desk.js';

export const prompts: readonly Prompt[] = [
  {
    name: 'route',
    description: 'which abilities and documents of this project a task leads to, and why',
    arguments: [{ name: 'task', description: 'the task in plain words', required: true }],
  },
];

const longestTask = 20_000;

/** The task with its routing hints, as a message of the user. */
export async function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  opened: Opened,
): Promise<GetPromptResult> {
  if (name !== 'route')
    throw new McpError(
      ErrorCode.InvalidParams,
      `no prompt has the name ${JSON.stringify(name.slice(0, 200))}; known: route`,
    );
  const task = args['task']?.trim();
  if (!task) throw new McpError(ErrorCode.InvalidParams, 'the prompt "route" needs "task": the task in plain words');
  const hints = await opened.route(task.slice(0, longestTask));
  const text = [
    task,
    '',
    'Hints for this project (abilities are used by create_task and run_task, or by their own tools; documents are read first):',
    JSON.stringify(hints, null, 2),
  ].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
