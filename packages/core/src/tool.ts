import { ownField } from './json.js';

/** The canonical tool kinds with the ability id of each. `mcp` and `other` carry their own. */
export const toolKinds = {
  shell: { ability: 'run_command', fields: ['command'] },
  read: { ability: 'read_file', fields: ['path', 'paths'] },
  write: { ability: 'write_file', fields: ['path', 'content'] },
  edit: { ability: 'edit_file', fields: ['path', 'oldText', 'newText'] },
  patch: { ability: 'apply_patch', fields: ['content', 'paths'] },
  list: { ability: 'list_files', fields: ['path', 'query'] },
  search: { ability: 'search_files', fields: ['query', 'path'] },
  fetch: { ability: 'fetch_url', fields: ['url', 'prompt'] },
  websearch: { ability: 'web_search', fields: ['query'] },
  task: { ability: 'run_agent', fields: ['prompt'] },
  todo: { ability: 'update_todo', fields: [] },
  mcp: { ability: '', fields: [] },
  other: { ability: '', fields: [] },
} as const satisfies Record<string, { ability: string; fields: readonly string[] }>;

export type ToolKind = keyof typeof toolKinds;

export const isToolKind = (kind: string): kind is ToolKind => Object.hasOwn(toolKinds, kind);

export type ToolInput = Readonly<Record<string, unknown>>;

/** One tool call: the canonical view and the agent's own name. */
export interface ToolCall {
  readonly kind: ToolKind;
  readonly input: ToolInput;
  readonly id?: string;
  /** The agent's own name of the tool. */
  readonly nativeName: string;
  readonly mcp?: { readonly server: string; readonly tool: string };
  /** Values of the agent's input that have no field in `input`. Matchers search them as well. */
  readonly hidden?: readonly unknown[];
}

export interface ToolResult {
  readonly ok: boolean;
  readonly text: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** A hook has replaced the text; the agent's own payload still has the old one. */
  readonly rewritten?: true;
}

/** How one side (an agent or a format) names one tool and its fields. */
export interface ToolRow {
  readonly kind: ToolKind;
  /** Canonical field → that side's field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** For conversions beyond renaming; set both, and each must be the inverse of the other. */
  readonly pack?: (input: ToolInput) => ToolInput;
  readonly unpack?: (input: ToolInput) => ToolInput;
  /** Calls of other kinds that this side makes with the same tool. */
  readonly alsoFor?: Readonly<Partial<Record<ToolKind, ToolRow>>>;
}

export type ToolMap = Readonly<Record<string, ToolRow>>;

/** The ability id of a call, as the ability format names it. */
export function abilityId(call: ToolCall): string {
  if (call.kind === 'mcp' && call.mcp) return `mcp.${call.mcp.server}.${call.mcp.tool}`;
  return toolKinds[call.kind].ability || call.nativeName;
}

/** The call that an ability's name refers to: a canonical tool, an MCP tool, or an unknown tool. */
export function abilityCall(name: string, input: ToolInput): ToolCall {
  const [, server, tool] = /^mcp\.([^.]+)\.(.+)$/s.exec(name) ?? [];
  if (server && tool) return { kind: 'mcp', nativeName: name, mcp: { server, tool }, input };
  return { kind: kindOfAbility(name) ?? 'other', nativeName: name, input };
}

export const kindOfAbility = (id: string): ToolKind | undefined =>
  (Object.keys(toolKinds) as ToolKind[]).find((kind) => id !== '' && toolKinds[kind].ability === id);

/** A side's name for a call: its own if it knows the tool, else its first for that kind, else the native one. */
export function toolName(map: ToolMap, call: ToolCall, mcpName: (server: string, tool: string) => string): string {
  if (call.kind === 'mcp' && call.mcp) return mcpName(call.mcp.server, call.mcp.tool);
  if (map[call.nativeName]?.kind === call.kind) return call.nativeName;
  return firstToolName(map, call.kind) ?? call.nativeName;
}

/** Canonical input → that side's fields. The view leaves out a field whose name a renamed field takes. */
export function toNativeInput(row: ToolRow | undefined, input: ToolInput): ToolInput {
  if (!row) return input;
  const packed = row.pack ? row.pack(input) : input;
  return row.fields ? rename(packed, row.fields) : packed;
}

/** That side's fields → canonical. */
export function fromNativeInput(row: ToolRow | undefined, input: ToolInput): ToolInput {
  if (!row) return input;
  const renamed = row.fields ? rename(input, inverse(row.fields)) : input;
  return row.unpack ? row.unpack(renamed) : renamed;
}

/** Parts of a side's input that are missing in the canonical one; undefined if there are none. */
export function hiddenValues(
  row: ToolRow | undefined,
  given: unknown,
  input: ToolInput,
): readonly unknown[] | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given)) return [given];
  const native = given as ToolInput;
  const hidden: unknown[] = row?.unpack ? [...textsMissingFrom(native, input)] : [];
  if (Object.hasOwn(native, '__proto__')) hidden.push(ownField(native, '__proto__'));
  for (const canonical in row?.fields) {
    const name = row.fields[canonical] as string;
    // A field with the canonical name that renaming drops, because another field takes its place.
    if (native[canonical] === undefined || native[name] === undefined || !Object.hasOwn(native, canonical)) continue;
    if (!Object.hasOwn(inverse(row.fields), canonical)) hidden.push(native[canonical]);
  }
  return hidden.length > 0 ? hidden : undefined;
}

/** Texts of a native input that are not in the canonical one; the whole input if it is too large to search. */
function textsMissingFrom(native: ToolInput, input: ToolInput): readonly unknown[] {
  const [given, seen] = [textsIn(native), textsIn(input)];
  return !given || !seen ? [native] : given.filter((text) => !seen.some((other) => other.includes(text)));
}

const maxValues = 1_000;
const maxDepth = 32;

/** The strings at any depth; undefined if there are too many values. */
function textsIn(value: unknown): readonly string[] | undefined {
  const texts: string[] = [];
  const open: [unknown, depth: number][] = [[value, 0]];
  for (let i = 0; i < open.length; i++) {
    const [one, depth] = open[i] as [unknown, number];
    if (open.length > maxValues || depth > maxDepth) return undefined;
    if (typeof one === 'string') texts.push(one);
    else if (typeof one === 'object' && one !== null)
      for (const inner of Object.values(one)) open.push([inner, depth + 1]);
  }
  return texts;
}

/** A side's row for a call. */
export function toolRowFor(map: ToolMap, call: Pick<ToolCall, 'kind' | 'nativeName'>): ToolRow | undefined {
  const nativeRow = map[call.nativeName];
  if (nativeRow?.kind === call.kind) return nativeRow;
  const name = firstToolName(map, call.kind);
  const row = name === undefined ? undefined : map[name];
  return row?.kind === call.kind ? row : row?.alsoFor?.[call.kind];
}

/** A side's first name for a kind: of a tool of that kind, else of one that also makes such calls. */
export function firstToolName(map: ToolMap, kind: ToolKind): string | undefined {
  for (const name in map) if (map[name]?.kind === kind) return name;
  for (const name in map) if (map[name]?.alsoFor?.[kind]) return name;
  return undefined;
}

function rename(input: ToolInput, names: Readonly<Record<string, string>>): ToolInput {
  const out: Record<string, unknown> = {};
  const renamedKeys = new Set<string>();
  for (const from in names) {
    const to = names[from] as string;
    if (input[from] === undefined) continue;
    out[to] = input[from];
    renamedKeys.add(from);
  }
  for (const key of Object.keys(input)) {
    // An own `__proto__` would become the prototype of the copy.
    if (!renamedKeys.has(key) && !Object.hasOwn(out, key) && key !== '__proto__') out[key] = input[key];
  }
  return out;
}

const inverses = new WeakMap<object, Readonly<Record<string, string>>>();
function inverse(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let found = inverses.get(names);
  if (!found) {
    found = Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]));
    inverses.set(names, found);
  }
  return found;
}

/** The tool's own name, without its server's. */
export const nameOf = (call: Pick<ToolCall, 'mcp' | 'nativeName'>): string => call.mcp?.tool ?? call.nativeName;

/** `getSymbols` and `get-symbols` are `get` and `symbols`. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
