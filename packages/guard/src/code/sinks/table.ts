import type { CodeActionName } from '../actions.js';

/** What functions of a language do: for each action the names, with a blank between them. */
export type ActionTable = Readonly<Partial<Record<CodeActionName, string>>>;

/** The table turned round: from a name to what it does. */
export function actionsByName(...tables: readonly ActionTable[]): ReadonlyMap<string, CodeActionName> {
  const found = new Map<string, CodeActionName>();
  for (const table of tables) {
    for (const [action, names] of Object.entries(table)) {
      for (const name of names.split(/\s+/)) if (name !== '') found.set(name, action as CodeActionName);
    }
  }
  return found;
}
