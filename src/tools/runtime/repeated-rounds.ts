import type { ActionAnswer } from './run-actions.js';

/** Counts how often a planner wants the same in a row. Looking at a task and waiting for a person are no loop. */
export function createRepeatCounter(): (actions: readonly unknown[], answers: readonly ActionAnswer[]) => number {
  let last: string | undefined;
  let count = 0;
  return (actions, answers) => {
    const isWaiting = answers.every(
      (answer) => answer.action === 'GET_TASK' || (!answer.ok && answer.error.code === 'NEEDS_HUMAN'),
    );
    const wanted = isWaiting ? undefined : JSON.stringify(actions);
    count = wanted !== undefined && wanted === last ? count + 1 : 1;
    last = wanted;
    return count;
  };
}
