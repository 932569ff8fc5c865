import type { ToolInput, ToolMap, ToolRow } from '../../core/tool.js';
import { type Fields, objectValue, textValue } from '../kit/json-fields.js';
import { withoutPaths, withPaths } from '../kit/patch.js';

type PackFunctions = Required<Pick<ToolRow, 'pack' | 'unpack'>>;

/** A list for which hooks see one text, with a line for each element. A changed text becomes a list of one. */
function listAsLines(field: string, canonical: string, textOf: (item: unknown) => string | undefined): PackFunctions {
  return {
    pack({ [canonical]: value, ...rest }) {
      return value === undefined ? rest : { ...rest, [field]: [value] };
    },
    unpack(input) {
      const { [field]: value, ...rest } = input;
      const texts = items(value).map(textOf);
      const allReadable = texts.length > 0 && texts.every((part) => part !== undefined);
      return allReadable ? { ...rest, [canonical]: texts.join('\n') } : input;
    },
  };
}

/** `files: [{path, start_line, end_line}]` ↔ `path` of one, `paths` of several. */
const files: PackFunctions = {
  pack({ path, paths, ...rest }) {
    const all = path === undefined ? paths : [path];
    return Array.isArray(all) ? { ...rest, files: all.map((one) => ({ path: one })) } : rest;
  },
  unpack(input) {
    const { files: value, ...rest } = input;
    const all = items(value).map((item) => textValue(item) ?? textValue(objectValue(item)?.['path']));
    if (all.length === 0 || all.includes(undefined)) return input;
    return all.length === 1 ? { ...rest, path: all[0] } : { ...rest, paths: all };
  },
};

/** `requests: [{url, prompt}]` ↔ `url` and `prompt`. */
const requests: PackFunctions = {
  pack({ url, prompt, ...rest }) {
    if (url === undefined) return prompt === undefined ? rest : { ...rest, prompt };
    return { ...rest, requests: [prompt === undefined ? { url } : { url, prompt }] };
  },
  unpack(input) {
    const { requests: value, ...rest } = input;
    const all = items(value).map(objectValue);
    const lines = (key: string) => all.map((one) => textValue(one?.[key]) ?? '').join('\n');
    if (all.length === 0 || all.some((one) => textValue(one?.['url']) === undefined)) return input;
    const hasPrompt = all.some((one) => one?.['prompt'] !== undefined);
    return { ...rest, url: lines('url'), ...(hasPrompt && { prompt: lines('prompt') }) };
  },
};

/** A command is a line for the shell, or a program with its arguments. */
function commandOf(item: unknown): string | undefined {
  const program = objectValue(item);
  if (!program) return textValue(item);
  const words = [program['command'], ...items(program['args'])];
  return words.every((word) => typeof word === 'string') ? words.join(' ') : undefined;
}

const items = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** Tools of Cline CLI, then of the editor extension. `skills`, `ask_question` and others have no canonical kind. */
export const tools: ToolMap = {
  run_commands: { kind: 'shell', ...listAsLines('commands', 'command', commandOf) },
  read_files: { kind: 'read', ...files },
  editor: { kind: 'edit', fields: { oldText: 'old_text', newText: 'new_text' } },
  apply_patch: { kind: 'patch', fields: { content: 'input' }, pack: withoutPaths, unpack: withPaths },
  search_codebase: { kind: 'search', ...listAsLines('queries', 'query', textValue) },
  fetch_web_content: { kind: 'fetch', ...requests },
  spawn_agent: { kind: 'task', fields: { prompt: 'task' } },
  execute_command: { kind: 'shell' },
  read_file: { kind: 'read' },
  write_to_file: { kind: 'write' },
  replace_in_file: { kind: 'edit' },
  list_files: { kind: 'list' },
  list_code_definition_names: { kind: 'list' },
  search_files: { kind: 'search', fields: { query: 'regex' } },
  web_fetch: { kind: 'fetch' },
  web_search: { kind: 'websearch' },
  new_task: { kind: 'task', fields: { prompt: 'context' } },
};

/** The other forms that run_commands and read_files take (quirk 7). */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'run_commands' && input['commands'] === undefined) {
    if (input['command'] !== undefined) return { kind: 'shell' };
    return input['cmd'] === undefined ? undefined : { kind: 'shell', fields: { command: 'cmd' } };
  }
  if (toolName !== 'read_files' || input['files'] !== undefined) return undefined;
  if (input['file_path'] !== undefined) return { kind: 'read', fields: { path: 'file_path' } };
  if (input['filePath'] !== undefined) return { kind: 'read', fields: { path: 'filePath' } };
  if (input['file_paths'] !== undefined) return { kind: 'read', fields: { paths: 'file_paths' } };
  return input['path'] === undefined && input['paths'] === undefined ? undefined : { kind: 'read' };
}

const bareInputField: Readonly<Record<string, string>> = {
  run_commands: 'commands',
  read_files: 'files',
  search_codebase: 'queries',
  apply_patch: 'input',
};

/** Some models send a bare value instead of an object; it is put under the field that it belongs to. */
export function inputOf(toolName: string | undefined, input: unknown): ToolInput | undefined {
  const field =
    toolName !== undefined && Object.hasOwn(bareInputField, toolName) ? bareInputField[toolName] : undefined;
  if (objectValue(input) || field === undefined) return objectValue(input);
  return typeof input === 'string' || Array.isArray(input) ? { [field]: input } : undefined;
}
