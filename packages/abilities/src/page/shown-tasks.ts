import { recentTasks } from '../tasks/store/recent-tasks.js';
import type { Task } from '../tasks/task.js';

/** A task without its output and settings. */
export type ShownTask = Omit<Task, 'output' | 'settings'>;

const maxTasks = 200;

/** The latest tasks of all projects, newest first. */
export async function shownTasks(state: string): Promise<readonly ShownTask[]> {
  return (await recentTasks(state, maxTasks)).map(({ settings: _settings, ...task }) => task);
}
