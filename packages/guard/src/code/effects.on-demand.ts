import type { CodeAction } from './code-action.js';
import { fileActions } from './file-actions.js';
import { networkActions } from './network-actions.js';

const actions = { ...fileActions, ...networkActions };

/** Actions of a program on files and the network. */
export type EffectActionName = keyof typeof actions;

/** What a program does with files, other machines and databases; loaded when one does. */
export const runEffectAction = (name: EffectActionName, ...given: Parameters<CodeAction>): ReturnType<CodeAction> =>
  (actions[name] as CodeAction)(...given);

export { databaseMethod } from './database.js';
export { pathMethod } from './file-actions.js';
export { sendMethod } from './network-actions.js';
