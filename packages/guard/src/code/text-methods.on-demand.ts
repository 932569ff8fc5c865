import type { CodeAction } from './code-action.js';
import { textActions } from './text-actions.js';

/** Functions that make a text or a number of another one. */
export type TextActionName = keyof typeof textActions;

/** What a function gives that changes texts; loaded when code calls one, or a method of a text or a list. */
export const runTextAction = (name: TextActionName, ...given: Parameters<CodeAction>): ReturnType<CodeAction> =>
  (textActions[name] as CodeAction)(...given);

export { formattedText } from './formatted-text.js';
export { listMethod, textMethod } from './text-methods.js';
