import type { CodeAction } from './code-action.js';
import { programActions } from './run-actions.js';

/** Functions that start programs or run texts. */
export type ProgramActionName = keyof typeof programActions;

/** What a function does that starts a program; loaded when code calls one. */
export const runProgramAction = (name: ProgramActionName, ...given: Parameters<CodeAction>): ReturnType<CodeAction> =>
  (programActions[name] as CodeAction)(...given);

export { asNamedProgram, feedProcess } from './run-actions.js';
