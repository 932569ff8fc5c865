import {
  fromNativeInput,
  hiddenValues,
  isObject,
  isToolKind,
  type ToolCall,
  type ToolInput,
  type ToolKind,
  toNativeInput,
  toolKinds,
} from '@anyhook/core';

/** A tool call in the framework's terms. */
export interface NativeCall {
  /** The framework's id of this call. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly input: unknown;
  /** For a tool of an MCP server whose name does not say so. */
  readonly mcp?: { readonly server: string; readonly tool: string } | undefined;
  /** Cancels the hooks. */
  readonly signal?: AbortSignal | undefined;
}

/** What a tool of the user is: its canonical kind and, if its fields have other names, those names. */
export type ToolMeaning =
  | ToolKind
  | {
      readonly kind: ToolKind;
      /** Canonical field → the tool's field. */
      readonly fields?: Readonly<Record<string, string>>;
    };

/** Tool name → meaning. */
export type ToolMeanings = Readonly<Record<string, ToolMeaning>>;

/** A call in canonical terms; `toNative` converts a rewritten input back. */
export interface CanonicalCall {
  readonly call: ToolCall;
  toNative(input: ToolInput): unknown;
}

/** Common tool names of each kind, in lower case and without separators. */
const commonNames: Readonly<Partial<Record<ToolKind, string>>> = {
  shell:
    'bash shell sh terminal exec execute run runcommand executecommand executebash runbash runshell runshellcommand shellexec shellcommand runterminalcommand runinterminal localshell execcommand',
  read: 'read readfile fileread viewfile openfile catfile readtextfile getfilecontents',
  write: 'write writefile filewrite createfile savefile writetofile writetextfile',
  edit: 'edit editfile fileedit strreplace strreplacefile searchreplace replaceinfile edittextfile',
  patch: 'patch applypatch',
  list: 'ls list listfiles listdir listdirectory glob findfiles',
  search: 'grep ripgrep searchfiles grepsearch codesearch searchcode',
  fetch: 'fetch fetchurl webfetch urlfetch httpget httprequest readurl',
  websearch: 'websearch searchweb googlesearch internetsearch tavilysearch',
  task: 'task runagent subagent delegate delegatetask',
  todo: 'todo todowrite todoread updatetodo writetodos',
};

const kindByName: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(commonNames).flatMap(([kind, list]) =>
    list.split(' ').map((name) => [name, kind as ToolKind] as const),
  ),
);

/** Other names that tools use for a canonical field. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  command: ['cmd', 'commandLine', 'command_line', 'shell_command', 'script'],
  path: ['file_path', 'filePath', 'filepath', 'filename', 'file', 'target_file', 'absolute_path', 'directory', 'dir'],
  paths: ['file_paths', 'filePaths', 'files'],
  content: ['contents', 'text', 'file_text', 'fileText', 'patch', 'patchText', 'diff', 'data', 'body'],
  oldText: ['old_text', 'old_string', 'oldString', 'old_str', 'oldStr'],
  newText: ['new_text', 'new_string', 'newString', 'new_str', 'newStr'],
  url: ['uri', 'href'],
  query: ['pattern', 'regex', 'q', 'search_query'],
  prompt: ['task', 'instructions', 'message', 'input'],
};

/**
 * The canonical view of a call. The kind is guessed only from a well-known name, and only if the kind's first field is
 * a string in the input.
 */
export function toCanonicalCall(
  { id, name, input: nativeInput, mcp }: NativeCall,
  meanings: ToolMeanings,
): CanonicalCall {
  const input = isObject(nativeInput) ? nativeInput : { value: nativeInput };
  const base = { nativeName: name, ...(id !== undefined && { id }) };
  const toNativeShape = (changed: ToolInput): unknown => (isObject(nativeInput) ? changed : changed['value']);
  const mcpTool = mcp ?? mcpOf(name);
  if (mcpTool && !Object.hasOwn(meanings, name))
    return { call: { ...base, kind: 'mcp', mcp: mcpTool, input }, toNative: toNativeShape };
  const { kind, fields } = meaningOf(name, input, meanings);
  const row = { kind, fields: { ...fieldsOf(kind, input), ...fields } };
  const canonical = fromNativeInput(row, input);
  const hidden = hiddenValues(row, input, canonical);
  return {
    call: { ...base, kind, input: canonical, ...(hidden && { hidden }) },
    toNative: (changed) => toNativeShape(toNativeInput(row, changed)),
  };
}

function meaningOf(name: string, input: ToolInput, meanings: ToolMeanings): Exclude<ToolMeaning, string> {
  const declared = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
  if (typeof declared === 'object') return declared;
  if (declared !== undefined) return { kind: isToolKind(declared) ? declared : 'other' };
  const kind = kindByName.get(name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase());
  return { kind: kind && hasFirstField(kind, input) ? kind : 'other' };
}

/** `mcp__server__tool` and `mcp.server.tool`: the names that agents use. */
function mcpOf(name: string): { server: string; tool: string } | undefined {
  const [, server, tool] = /^mcp(?:__|\.)(.+?)(?:__|\.)(.+)$/s.exec(name) ?? [];
  return server && tool ? { server, tool } : undefined;
}

function hasFirstField(kind: ToolKind, input: ToolInput): boolean {
  const [first] = toolKinds[kind].fields;
  return first === undefined || typeof input[fieldNameIn(first, input)] === 'string';
}

function fieldsOf(kind: ToolKind, input: ToolInput): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const field of toolKinds[kind].fields) {
    const name = fieldNameIn(field, input);
    if (name !== field) fields[field] = name;
  }
  return fields;
}

/** The name of a field in this input. */
function fieldNameIn(field: string, input: ToolInput): string {
  if (Object.hasOwn(input, field)) return field;
  return aliases[field]?.find((alias) => Object.hasOwn(input, alias)) ?? field;
}
