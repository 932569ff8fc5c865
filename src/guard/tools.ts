import { pathOfAddress } from '../core/file-path.js';
import type { ToolCall } from '../core/tool.js';
import { nameOf, wordsOfName } from '../core/tool-name.js';
import type { Effect, EffectPlace, WriteHow } from './effect.js';
import { placeOf, placeOfTree, showsSecret } from './places/on-demand.js';
import { patchedFiles } from './tool-patch.js';
import { type ToolTexts, toolTexts } from './tool-texts.js';
import { foreignText, marks, shownValue, type Value } from './value.js';
import type { GuardWorld } from './world.js';

/** What a call of one of an agent's tools does: its effects, and the texts in it that something runs. */
export interface ToolReading extends ToolTexts {
  readonly effects: readonly Effect[];
  /** The files that it reads, absolute: links may lead from them to secrets. */
  readonly reads: readonly Value[];
}

const maxObjects = 500;
const maxDepth = 8;
const maxPaths = 1_000;
const maxPathLength = 4096;

/** Reads a call of any tool: the agent's own by its kind, all others by the words of its name and fields. */
export function toolEffects(call: ToolCall, world: GuardWorld): ToolReading {
  const texts = toolTexts(call);
  const found: Effect[] = [];
  const reads: Value[] = [];
  const file = new FileEffects(world, call.mcp?.server ?? call.nativeName, { found, reads });
  switch (call.kind) {
    case 'write':
    case 'edit':
      for (const path of namedPaths(call.input, ownPathFields))
        file.write(path, call.kind === 'edit' ? 'edit' : 'over');
      for (const path of hiddenPaths(call)) file.write(path, 'edit');
      break;
    case 'patch':
      patchEffects(call, file);
      break;
    case 'read':
    case 'search':
      for (const path of [...namedPaths(call.input, ownPathFields), ...hiddenPaths(call)]) file.read(path);
      break;
    case 'fetch':
      if (typeof call.input['url'] === 'string' && /^file:/i.test(call.input['url'])) file.read(call.input['url']);
      break;
    case 'mcp':
    case 'other':
      for (const value of [call.input, ...(call.hidden ?? [])]) readFields(value, wordsOfName(nameOf(call)), file);
      break;
    default:
      break;
  }
  return { ...texts, effects: found, reads };
}

/** Fields with paths of an agent's own tools, by their canonical names and by those of agents. */
const ownPathFields =
  'path paths file_path filePath absolute_path relative_path notebook_path target_file file files filename include'.split(
    ' ',
  );
/** Of unknown tools. */
const pathFields = new Set([
  ...ownPathFields,
  ...(
    'filepath file_name fileName absolutePath relativePath notebookPath targetFile uri directory dir folder dir_path dirPath ' +
    'directory_path folder_path folderPath output_path outputPath output_file outputFile save_path savePath target_path ' +
    'targetPath local_path localPath file_paths filePaths pathname relative_workspace_path'
  ).split(' '),
]);
const fromFields = 'source src from old_path oldPath source_path sourcePath origin old_name from_path'.split(' ');
const toFields =
  'destination dst dest to new_path newPath destination_path destinationPath target new_name to_path'.split(' ');
/** Fields that name what one step of a call does. */
const stepFields = 'command operation op action type mode kind method'.split(' ');
/** A path beside one of these is in a repository or a store elsewhere. */
const elsewhereFields = 'owner repo repository project_id projectId bucket workspace_id drive_id site_id'.split(' ');

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** What the words of a name say about a tool, the worst first. */
const verbs = {
  move: words('move mv rename'),
  delete: words('delete del remove rm rmdir unlink trash erase purge wipe'),
  copy: words('copy cp duplicate'),
  unpack: words('extract unpack unzip untar decompress'),
  write: words(
    'write edit create update replace insert append patch save put store modify touch overwrite truncate download export format apply',
  ),
  send: words('upload send attach share post publish'),
  read: words('read view cat get open load show head tail grep search fetch print include resource'),
} as const;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
const ownValue = (fields: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** The paths in some fields: a text, a list of texts, a list of objects with a path. */
function namedPaths(fields: Readonly<Record<string, unknown>>, names: Iterable<string>): readonly string[] {
  const found: string[] = [];
  for (const name of names) {
    const value = ownValue(fields, name);
    for (const one of Array.isArray(value) ? value.slice(0, maxPaths) : [value]) {
      const path = fieldsOf(one) ? ownValue(fieldsOf(one) ?? {}, 'path') : one;
      if (typeof path === 'string' && path !== '' && path.length <= maxPathLength) found.push(path);
    }
  }
  return [...new Set(found)].slice(0, maxPaths);
}

/** Texts that the agent's input has besides the canonical one, if they look like paths. */
const hiddenPaths = (call: ToolCall): readonly string[] =>
  (call.hidden ?? []).filter(
    (one): one is string => typeof one === 'string' && /^[^\n]{0,1000}[/\\][^\n]{0,1000}$/.test(one),
  );

function patchEffects({ input }: ToolCall, file: FileEffects): void {
  const content = ownValue(input, 'content');
  const patched = typeof content === 'string' ? patchedFiles(content) : [];
  for (const one of patched) {
    if (one.to !== undefined) file.move(one.path, one.to);
    else if (one.change === 'delete') file.delete(one.path, false);
    else file.write(one.path, one.change === 'add' ? 'over' : 'edit');
  }
  const known = new Set(patched.flatMap(({ path, to }) => [path, to]));
  for (const path of namedPaths(input, ownPathFields)) if (!known.has(path)) file.write(path, 'edit');
}

/** Reads the input of a tool that nobody knows, object by object: a call may hold a list of steps. */
function readFields(input: unknown, toolWords: readonly string[], file: FileEffects): void {
  const open: { readonly value: unknown; readonly words: readonly string[]; readonly depth: number }[] = [
    { value: input, words: toolWords, depth: 0 },
  ];
  for (let at = 0; at < open.length && at < maxObjects; at++) {
    const { value, words: outer, depth } = open[at] as (typeof open)[number];
    if (depth > maxDepth) continue;
    if (Array.isArray(value))
      for (const one of value.slice(0, maxObjects)) open.push({ value: one, words: outer, depth: depth + 1 });
    const fields = fieldsOf(value);
    if (!fields || elsewhereFields.some((name) => Object.hasOwn(fields, name))) continue;
    const step = stepFields.flatMap((name) => {
      const text = ownValue(fields, name);
      return typeof text === 'string' && text.length <= 40 ? wordsOfName(text) : [];
    });
    stepEffects(fields, step.some(isVerb) ? step : outer, file);
    for (const inner of Object.values(fields).slice(0, maxObjects))
      if (typeof inner === 'object' && inner !== null)
        open.push({ value: inner, words: step.some(isVerb) ? step : outer, depth: depth + 1 });
  }
}

const isVerb = (word: string): boolean => Object.values(verbs).some((known) => known.has(word));

function stepEffects(fields: Readonly<Record<string, unknown>>, toolWords: readonly string[], file: FileEffects): void {
  const says = (verb: keyof typeof verbs) => toolWords.some((word) => verbs[verb].has(word));
  const paths = namedPaths(
    fields,
    Object.keys(fields).filter((name) => pathFields.has(name)),
  );
  if (says('move') || says('copy')) {
    const from = [...namedPaths(fields, fromFields), ...paths];
    const to = namedPaths(fields, toFields);
    for (const one of from) {
      if (says('copy')) file.read(one);
      else for (const target of to) file.move(one, target);
      if (!says('copy') && to.length === 0) file.write(one, 'edit');
    }
    if (says('copy') || from.length === 0) for (const target of to) file.write(target, 'over');
  } else if (says('delete')) {
    const isFile = toolWords.some((word) => /^(?:files?|lines?|text)$/.test(word));
    // `remove_lines` and the like change a file.
    const isEdit = toolWords.some((word) => /^(?:lines?|text|import|imports|symbol|comment|comments|cell)$/.test(word));
    for (const path of paths)
      isEdit ? file.write(path, 'edit') : file.delete(path, ownValue(fields, 'recursive') === true || !isFile);
  } else if (says('unpack')) {
    for (const path of [...namedPaths(fields, toFields), ...paths]) file.write(path, 'unpack');
  } else if (says('write')) {
    for (const path of paths)
      file.write(path, toolWords.includes('append') ? 'append' : toolWords.includes('edit') ? 'edit' : 'over');
  } else if (says('send')) for (const path of paths) file.send(path);
  else if (says('read')) for (const path of paths) file.read(path);
  else if (typeof ownValue(fields, 'content') === 'string') for (const path of paths) file.write(path, 'over');
}

/** Notes effects on files, by paths as tools write them. */
class FileEffects {
  readonly #world: GuardWorld;
  readonly #toolName: string;
  readonly #found: Effect[];
  readonly #reads: Value[];

  constructor(world: GuardWorld, toolName: string, { found, reads }: { found: Effect[]; reads: Value[] }) {
    this.#world = world;
    this.#toolName = toolName;
    this.#found = found;
    this.#reads = reads;
  }

  write(path: string, how: WriteHow): void {
    const at = this.#place(path);
    this.#found.push({ do: 'write', at: how === 'unpack' ? placeOfTree(at, this.#world) : at, how });
  }

  delete(path: string, recursive: boolean): void {
    this.#found.push({ do: 'delete', at: this.#place(path), recursive });
  }

  move(from: string, to: string): void {
    this.#found.push({ do: 'move', from: this.#place(from), to: this.#place(to) });
  }

  /** Only what shows a secret counts. Tools that read take globs, too. */
  read(path: string): void {
    const at = this.#place(path, true);
    this.#reads.push(at.path);
    if (showsSecret(at.path, this.#world)) this.#found.push({ do: 'reveal', what: shownValue(at.path), at });
  }

  send(path: string): void {
    const at = this.#place(path, true);
    if (showsSecret(at.path, this.#world))
      this.#found.push({ do: 'send', secret: true, host: this.#toolName, what: shownValue(at.path) });
  }

  #place(path: string, takesGlobs = false): EffectPlace {
    const { home, cwd } = this.#world;
    const plain = foreignText(decodedAddress(path.trim())).replace(/^(?:~|\$HOME|\$\{HOME\})(?=[/\\]|$)/, () => home);
    const value = takesGlobs ? plain.replaceAll('*', marks.star).replaceAll('?', marks.one) : plain;
    return placeOf(value, cwd, this.#world);
  }
}

/** A `file:` address as a path. */
function decodedAddress(path: string): string {
  const plain = pathOfAddress(path);
  if (plain === undefined) return path;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
