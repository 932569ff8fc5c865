import type { ActionAnswer } from './run-actions.js';

/** Counts how often in a row a planner requests the same actions. Reading a task and waiting for a person do not count. */
export function createRepeatCounter(): (actions: readonly unknown[], answers: readonly ActionAnswer[]) => number {
  let lastSignature: string | undefined;
  let count = 0;
  return (actions, answers) => {
    const isWaiting = answers.every(
      (answer) => answer.action === 'GET_TASK' || (!answer.ok && answer.error.code === 'NEEDS_HUMAN'),
    );
    const signature = isWaiting ? undefined : JSON.stringify(actions);
    count = signature !== undefined && signature === lastSignature ? count + 1 : 1;
    lastSignature = signature;
    return count;
  };
}
