import { javascriptActions } from '../../.cache/code/sinks/javascript.js';
import { rareActions } from '../../.cache/code/sinks/others.js';
import { pythonActions } from '../../.cache/code/sinks/python.js';
import { listOfWords } from '../word-lists.js';
import type { CodeActionName } from './actions.js';
import type { Flow } from './flow.js';
import type { ScannedLanguage } from './traits.js';

/** The effects of a language's functions: for each action the names, separated by blanks. */
export type ActionTable = Readonly<Partial<Record<CodeActionName, string>>>;

/** The inverted table: from a name to its action. */
function actionsByName(...tables: readonly ActionTable[]): ReadonlyMap<string, CodeActionName> {
  const found = new Map<string, CodeActionName>();
  for (const table of tables)
    for (const [action, names] of Object.entries(table))
      for (const name of names.split(/\s+/)) if (name !== '') found.set(name, action as CodeActionName);
  return found;
}

const actionTables: Readonly<Partial<Record<ScannedLanguage, () => ActionTable>>> = {
  python: pythonActions,
  javascript: javascriptActions,
};

const actions = new Map<ScannedLanguage, ReadonlyMap<string, CodeActionName>>();

/** The actions of a language, built on first use of the language. */
function actionsOf(language: ScannedLanguage): ReadonlyMap<string, CodeActionName> {
  let known = actions.get(language);
  if (!known) {
    known = actionsByName(actionTables[language]?.() ?? rareActions()[language] ?? {});
    actions.set(language, known);
  }
  return known;
}

/** Prefixes of names without effects. */
export const emptyBeginnings = listOfWords(
  'globalThis. global. window. self. builtins. __builtins__. __builtin__. _G. CORE.GLOBAL. base.',
);

function plainName(name: string, language: ScannedLanguage): string {
  let plain = name;
  for (const start of emptyBeginnings) if (plain.startsWith(start)) plain = plain.slice(start.length);
  // `__import__('urllib.request')` gives urllib, and programs then use its request.
  if (language === 'python') return plain.replace(/\.(\w{1,40})\.\1\./, '.$1.');
  if (language !== 'javascript') return plain;
  if (plain.startsWith('process().')) plain = `process.${plain.slice(10)}`;
  plain = plain.replaceAll('.promises', '').replaceAll('.default.', '.');
  for (const module of ['fs-extra.', 'graceful-fs.'])
    if (plain.startsWith(module)) plain = `fs.${plain.slice(module.length)}`;
  return plain.endsWith('Sync') ? plain.slice(0, -4) : plain;
}

/** The action of a name in its language; names from modules that were imported with `*` count too. */
export function actionOf(name: string, flow: Flow): CodeActionName | undefined {
  const table = actionsOf(flow.language);
  const found = table.get(plainName(name, flow.language));
  if (found !== undefined) return found;
  for (const module of flow.openModules) {
    const inModule = table.get(plainName(`${module}.${name}`, flow.language));
    if (inModule !== undefined) return inModule;
  }
  return undefined;
}
