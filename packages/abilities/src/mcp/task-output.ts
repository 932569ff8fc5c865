import type { Task } from '../tasks/task.js';
import { taskView } from '../tasks/views.js';

/** Maximum length of an output, as JSON, in an answer; a longer one must be fetched. */
const maxOutputChars = 50_000;

/** The output of a task, or its length and where to read it. */
export function outputFields({ key, output }: Task): object {
  if (output === undefined) return {};
  const size = JSON.stringify(output)?.length ?? 0;
  if (size <= maxOutputChars) return { output };
  return {
    output_omitted: `the output has ${size} characters: read it with get_task and "whole": true, or as ${taskUri(key)}`,
  };
}

/** A task, without its output if that is very long. */
export function shortTask(task: Task): object {
  const { output: _output, ...view } = taskView(task);
  return { ...view, ...outputFields(task) };
}

const taskUri = (key: string): string => `anyhook://tasks/${encodeURIComponent(key)}`;
