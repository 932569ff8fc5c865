import { shellWord } from '../core/shell-quote.js';
import type { ToolCall } from '../core/tool.js';
import { nameOf, wordsOfName } from '../core/tool-name.js';
import type { Language } from './machine.js';

/** Shell text in a call. */
export interface ToolCommand {
  readonly text: string;
  /** The folder that the call names for it, as written. */
  readonly cwd?: string;
  /** The machine or container that the call names. */
  readonly remote?: string;
}

/** The texts of a call that something runs. */
export interface ToolTexts {
  readonly commands: readonly ToolCommand[];
  readonly code: readonly { readonly language: Language; readonly text: string }[];
  readonly sql: readonly string[];
}

const maxObjects = 200;
const maxDepth = 6;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Fields whose text is a command, whatever the tool is called. */
const commandFields = words(
  'command commands cmd cmds commandline command_line shell_command shellcommand bash_command bash shell terminal_command run_command',
);
/** Fields that are one if the tool's name says that it runs something. */
const runFields = words('script scripts code args argv arguments program exec run');
/** Fields that are one if the tool types into a terminal. */
const typedFields = words('input text keys stdin line lines content');
const runningWords = words(
  'terminal shell bash sh zsh exec execute run eval keys stdin pty console tmux ssh subprocess process spawn command cmd',
);
const terminalWords = words('terminal shell bash sh zsh keys stdin pty console tmux ssh');
const folderFields = words('cwd workdir working_directory workingdirectory working_dir directory dir folder');
const hostFields = words('host hostname server container container_id pod instance machine ssh_host');
const argumentFields = words('args argv arguments params');
const sqlFields = words('sql query statement queries statements');
const sqlWords = words(
  'sql query postgres postgresql mysql sqlite mariadb db database clickhouse bigquery snowflake duckdb supabase neon psql',
);
const languageWords: Readonly<Record<string, Language>> = {
  python: 'python',
  py: 'python',
  ipython: 'python',
  jupyter: 'python',
  notebook: 'python',
  javascript: 'javascript',
  js: 'javascript',
  node: 'javascript',
  typescript: 'javascript',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
};
const codeFields = words('code script source program cell expression snippet python javascript');

/** Commands, code and SQL that a call gives to something that runs them. */
export function toolTexts(call: ToolCall): ToolTexts {
  const isUnknown = call.kind === 'mcp' || call.kind === 'other';
  if (call.kind !== 'shell' && !isUnknown) return { commands: [], code: [], sql: [] };
  const name = wordsOfName(nameOf(call));
  const server = wordsOfName(call.mcp?.server ?? '');
  const language = isUnknown ? (languageIn(name) ?? languageIn(server)) : undefined;
  const found: { commands: ToolCommand[]; code: { language: Language; text: string }[]; sql: string[] } = {
    commands: [],
    code: [],
    sql: [],
  };
  const runs = call.kind === 'shell' || name.some((word) => runningWords.has(word));
  const types = name.some((word) => terminalWords.has(word));
  const asksDatabase = isUnknown && [...name, ...server].some((word) => sqlWords.has(word));
  for (const fields of objectsIn([call.input, ...(call.hidden ?? [])])) {
    const ownLanguage = language ?? languageIn(wordsOfName(String(fields.get('language') ?? '')));
    for (const [field, value] of fields) {
      if (ownLanguage && codeFields.has(field))
        found.code.push(...textsOf(value).map((text) => ({ language: ownLanguage, text })));
      else if (commandFields.has(field) || (runs && runFields.has(field)) || (types && typedFields.has(field)))
        found.commands.push(...commandsOf(field, value, fields));
      if (asksDatabase && sqlFields.has(field)) found.sql.push(...textsOf(value));
    }
  }
  return found;
}

const languageIn = (names: readonly string[]): Language | undefined => {
  const word = names.find((name) => Object.hasOwn(languageWords, name));
  return word === undefined ? undefined : languageWords[word];
};

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.slice(0, maxObjects) : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );

function commandsOf(field: string, value: unknown, fields: ReadonlyMap<string, unknown>): readonly ToolCommand[] {
  const isProgram = fields.has('command') || fields.has('cmd') || fields.has('program');
  // The words behind a program are read together with it.
  if (argumentFields.has(field) && isProgram) return [];
  const texts = textsOf(value);
  const isList = field.endsWith('s') && !argumentFields.has(field);
  const lines = Array.isArray(value) && !isList ? [texts.map(shellWord).join(' ')] : texts;
  const rest = [...argumentFields].map((name) => fields.get(name)).find((one) => one !== undefined);
  const behind = typeof rest === 'string' ? rest : textsOf(rest).map(shellWord).join(' ');
  const where = { ...textField(fields, folderFields, 'cwd'), ...textField(fields, hostFields, 'remote') };
  return lines
    .filter((line) => line !== '')
    .map((line) => ({ text: isProgram && behind !== '' ? `${line} ${behind}` : line, ...where }));
}

function textField<Name extends string>(
  fields: ReadonlyMap<string, unknown>,
  names: ReadonlySet<string>,
  as: Name,
): { readonly [key in Name]?: string } {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === 'string' && value !== '') return { [as]: value } as { readonly [key in Name]?: string };
  }
  return {};
}

/** All objects in some values, with the names of their fields in lower case. */
function objectsIn(values: readonly unknown[]): readonly ReadonlyMap<string, unknown>[] {
  const found: ReadonlyMap<string, unknown>[] = [];
  const open: [value: unknown, depth: number][] = values.map((value) => [value, 0]);
  for (let at = 0; at < open.length && at < maxObjects; at++) {
    const [value, depth] = open[at] as [unknown, number];
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue;
    const entries = Object.entries(value).slice(0, maxObjects);
    if (!Array.isArray(value)) found.push(new Map(entries.map(([name, inner]) => [fieldName(name), inner])));
    for (const [, inner] of entries) open.push([inner, depth + 1]);
  }
  return found;
}

/** `shellCommand` and `shell-command` are `shell_command`. */
const fieldName = (name: string): string => wordsOfName(name.slice(0, 100)).join('_');
