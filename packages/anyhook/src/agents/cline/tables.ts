import { objectOf, parseJson, type ToolMap, type ToolRow } from '@anyhook/core';
import { cliRows, extensionRows } from '../../../.cache/agents/cline/tables.js';
import { withPatchPaths } from '../kit/tables.js';

type PackFunctions = Required<Pick<ToolRow, 'pack' | 'unpack'>>;

/** A list that hooks see as one text, with a line for each element. A changed text becomes a list of one. */
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
    const all = items(value).map((item) => textValue(item) ?? textValue(objectOf(item)?.['path']));
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
    const all = items(value).map(objectOf);
    const lines = (key: string) => all.map((one) => textValue(one?.[key]) ?? '').join('\n');
    if (all.length === 0 || all.some((one) => textValue(one?.['url']) === undefined)) return input;
    const hasPrompt = all.some((one) => one?.['prompt'] !== undefined);
    return { ...rest, url: lines('url'), ...(hasPrompt && { prompt: lines('prompt') }) };
  },
};

/** A command is a line for the shell, or a program with its arguments. */
function commandOf(item: unknown): string | undefined {
  const program = objectOf(item);
  if (!program) return textValue(item);
  const words = [program['command'], ...items(program['args'])];
  return words.every((word) => typeof word === 'string') ? words.join(' ') : undefined;
}

const textValue = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The elements of a list, which may also come as JSON text. */
function items(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  const parsed = typeof value === 'string' && value.startsWith('[') ? parseJson(value) : value;
  return Array.isArray(parsed) ? parsed : [value];
}

/** Tools of Cline CLI. */
export const cliTools: ToolMap = {
  run_commands: { kind: 'shell', ...listAsLines('commands', 'command', commandOf) },
  read_files: { kind: 'read', ...files },
  search_codebase: { kind: 'search', ...listAsLines('queries', 'query', textValue) },
  fetch_web_content: { kind: 'fetch', ...requests },
  ...withPatchPaths(cliRows),
};

/** All of them, as a payload may come from both. */
export const tools: ToolMap = { ...cliTools, ...extensionRows };
