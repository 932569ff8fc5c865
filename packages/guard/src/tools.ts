import { attempt, nameOf, pathOfAddress, type ToolCall, wordsOfName } from '@anyhook/core';
import type { Effect, EffectPlace, WriteHow } from './effect.js';
import { placeOf, placeOfTree, showsSecret } from './places/scope.js';
import { noteMove } from './programs/kit.js';
import { tellsCredentials } from './programs/metadata-address.js';
import { mayHoldFolder, toolFieldName } from './shell-fields.js';
import { patchedFiles } from './tool-patch.js';
import { type ToolStep, toolSteps, valuesOf } from './tool-steps.js';
import { type ToolTexts, toolTexts } from './tool-texts.js';
import { toolFields, toolWords } from './tool-words.js';
import { foreignText, marks, shownValue, type Value } from './value.js';
import type { GuardWorld } from './world.js';

/** What a call of an agent's tool does: its effects, and its texts that something runs. */
export interface ToolReading extends ToolTexts {
  readonly effects: readonly Effect[];
  /** The files that it reads, absolute: links may lead from them to secrets. */
  readonly reads: readonly Value[];
}

/** The most paths of one call that are read. */
const maxPaths = 5_000;
/** The longest path that any system accepts; a tool may resolve `..` in a longer one first. */
const maxPathLength = 4096;
const maxPathParts = 20_000;
const mayBePath = (text: string): boolean =>
  text.length <= maxPathLength || (/[\\/]\.{0,2}[\\/]/.test(text) && !text.includes('\n'));

/** Reads a call of any tool: the agent's own by kind, all others by the words in their names and fields. */
export function toolEffects(call: ToolCall, world: GuardWorld): ToolReading {
  const texts = toolTexts(call);
  const found: Effect[] = [];
  const reads: Value[] = [];
  const file = new FileEffects(world, call.mcp?.server ?? call.nativeName, { found, reads });
  switch (call.kind) {
    case 'write':
    case 'edit':
      for (const path of ownPaths(call, file)) file.write(path, call.kind === 'edit' ? 'edit' : 'over');
      for (const path of hiddenPaths(call)) file.write(path, 'edit');
      break;
    case 'patch':
      patchEffects(call, file);
      break;
    case 'read':
    case 'search':
      for (const path of [...ownPaths(call, file), ...hiddenPaths(call)]) file.read(path);
      break;
    case 'fetch':
      for (const step of toolSteps(call).steps) file.fetch(valuesOf(step, toolFields.url));
      break;
    case 'mcp':
    case 'other':
      if (wordsOfName(nameOf(call)).some((word) => patchWords.has(word))) patchesIn(call, file);
      for (const step of toolSteps(call).steps) {
        file.fetch(valuesOf(step, toolFields.url));
        if (!step.isElsewhere) stepEffects(step, file);
      }
      break;
    default:
      break;
  }
  if (texts.isCut) file.unread();
  return { ...texts, effects: found, reads };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** The paths in some values: a text, a list of texts, a list of objects with a path. */
function pathsIn(values: readonly unknown[], file: FileEffects): readonly string[] {
  const found = new Set<string>();
  for (const value of values)
    for (const one of Array.isArray(value) ? value : [value]) {
      const path = fieldsOf(one)?.['path'] ?? one;
      if (typeof path === 'string' && path !== '' && mayBePath(path)) found.add(path);
      // With so many parts, even the folder is unknown.
      if (typeof path === 'string' && path.includes('/../') && path.split('/').length > maxPathParts) file.unread();
      if (found.size > maxPaths) {
        file.unread();
        return [...found];
      }
    }
  return [...found];
}

/** The paths of a call of an agent's own tool. */
const ownPaths = ({ input }: ToolCall, file: FileEffects): readonly string[] =>
  pathsIn(
    Object.keys(input).flatMap((name) => (toolFields.ownPath.has(toolFieldName(name)) ? [input[name]] : [])),
    file,
  );

/** Texts of the agent's input that the canonical input lacks, if they look like paths. */
const hiddenPaths = (call: ToolCall): readonly string[] =>
  (call.hidden ?? []).filter(
    (one): one is string => typeof one === 'string' && /[/\\]/.test(one) && !one.includes('\n') && mayBePath(one),
  );

function patchEffects(call: ToolCall, file: FileEffects): void {
  const known = patchesIn(call, file);
  for (const path of ownPaths(call, file)) if (!known.has(path)) file.write(path, 'edit');
}

/** The effects of the patches in a call, in any field; returns the files that they name. */
function patchesIn(call: ToolCall, file: FileEffects): ReadonlySet<string> {
  const values = [
    ...toolSteps(call).steps.flatMap(({ fields }) => fields.map(([, value]) => value)),
    ...(call.hidden ?? []),
  ];
  const texts = new Set(values.flat().filter((text): text is string => typeof text === 'string'));
  const known = new Set<string>();
  for (const text of texts) {
    const { files, isCut } = patchedFiles(text);
    if (isCut) file.unread();
    for (const { path, to, change } of files) {
      if (to !== undefined) file.move(path, to);
      else if (change === 'delete') file.delete(path, false);
      else file.write(path, change === 'add' ? 'over' : 'edit');
      for (const one of [path, to]) if (one !== undefined) known.add(one);
    }
  }
  return known;
}

/** An unknown tool, step by step. */
function stepEffects(step: ToolStep, file: FileEffects): void {
  const says = (verb: keyof typeof toolWords) => step.words.some((word) => toolWords[verb].has(word));
  const pathsOf = (...names: readonly ReadonlySet<string>[]): readonly string[] =>
    pathsIn(
      names.flatMap((one) => valuesOf(step, one)),
      file,
    );
  const paths = pathsOf(toolFields.path);
  // `remove_lines` and similar tools change a file.
  const isEdit = step.words.some((word) => partWords.has(word));
  if (says('delete')) {
    const isFile = isEdit || step.words.some((word) => /^files?$/.test(word));
    const isRecursive = !isFile || step.fields.some(([name, value]) => name === 'recursive' && value === true);
    const named = isEdit ? paths : pathsOf(toolFields.path, toolFields.from, toolFields.to);
    for (const path of named.length > 0 ? named : file.inHome(step))
      isEdit ? file.write(path, 'edit') : file.delete(path, isRecursive);
  } else if (says('move') || says('copy')) {
    const from = pathsOf(toolFields.from, toolFields.path);
    const to = pathsOf(toolFields.to);
    for (const one of from) {
      // A moved secret is as exposed as a copied one.
      if (says('copy') || !to.every((target) => file.isSecret(target))) file.read(one);
      if (!says('copy')) for (const target of to) file.move(one, target);
      if (!says('copy') && to.length === 0) file.write(one, 'edit');
    }
    if (says('copy') || from.length === 0) for (const target of to) file.write(target, 'over');
  } else if (says('unpack')) {
    for (const path of pathsOf(toolFields.to, toolFields.path)) file.write(path, 'unpack');
  } else if (says('write') || (step.words.includes('to') && step.words.includes('file'))) {
    const how = step.words.includes('append') ? 'append' : step.words.includes('edit') ? 'edit' : 'over';
    for (const path of pathsOf(toolFields.path, toolFields.to)) file.write(path, how);
  } else if (says('send')) for (const path of paths) file.send(path);
  else if (says('read')) for (const path of paths) file.read(path);
  else if (step.fields.some(([name, value]) => name === 'content' && typeof value === 'string'))
    for (const path of paths) file.write(path, 'over');
}

const patchWords: ReadonlySet<string> = new Set('patch patches diff diffs apply applypatch'.split(' '));

/** Parts of a file: deleting one changes the file. */
const partWords: ReadonlySet<string> = new Set(
  'line lines text import imports symbol comment comments cell'.split(' '),
);

/** Reports effects on files, with paths as tools write them. */
class FileEffects {
  readonly #world: GuardWorld;
  readonly #toolName: string;
  readonly #found: Effect[];
  readonly #reads: Value[];
  #isUnread = false;

  constructor(world: GuardWorld, toolName: string, { found, reads }: { found: Effect[]; reads: Value[] }) {
    this.#world = world;
    this.#toolName = toolName;
    this.#found = found;
    this.#reads = reads;
  }

  /** A limit was reached: the rest is unknown. */
  unread(): void {
    if (!this.#isUnread) this.#found.push({ do: 'unread', why: 'steps' });
    this.#isUnread = true;
  }

  /** Texts in other fields that can only be paths. */
  inHome({ fields }: ToolStep): readonly string[] {
    const isPath = (text: unknown): text is string =>
      typeof text === 'string' &&
      (/^(?:~|\$HOME|\$\{HOME\}|file:\/\/.*)(?:\/|$)/.test(text) || text.startsWith(`${this.#world.home}/`));
    return fields
      .flatMap(([name, value]) => (mayHoldFolder(name) ? [] : [value].flat().filter(isPath)))
      .filter(mayBePath);
  }

  write(path: string, how: WriteHow): void {
    const at = this.#place(path);
    this.#found.push({ do: 'write', at: how === 'unpack' ? placeOfTree(at, this.#world) : at, how });
  }

  delete(path: string, recursive: boolean): void {
    this.#found.push({ do: 'delete', at: this.#place(path), recursive });
  }

  move(from: string, to: string): void {
    noteMove({ note: (effect) => this.#found.push(effect) }, this.#place(from), this.#place(to));
  }

  /** Only reading a secret matters. Tools that read also accept globs. */
  read(path: string): void {
    const at = this.#place(path, true);
    if (this.#reads.includes(at.path)) return;
    this.#reads.push(at.path);
    if (showsSecret(at.path, this.#world)) this.#found.push({ do: 'reveal', what: shownValue(at.path), at });
  }

  isSecret(path: string): boolean {
    return this.#place(path).scope === 'secret';
  }

  /** URLs, alone or in a text for the tool: a local file, or the machine's own credentials. */
  fetch(values: readonly unknown[]): void {
    for (const text of values.flat())
      if (typeof text === 'string') {
        const urls = /\s/.test(text.trim()) ? (text.match(/\b(?:https?|file):[^\s"'<>)\]]+/gi) ?? []) : [text.trim()];
        for (const url of urls.slice(0, maxPaths)) {
          if (/^file:/i.test(url)) this.read(url);
          else if (tellsCredentials(url)) this.#found.push({ do: 'reveal', what: 'credentials of this machine' });
        }
      }
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

/** A `file:` URL as a path. */
function decodedAddress(path: string): string {
  const plain = pathOfAddress(path);
  return plain === undefined ? path : attempt(() => decodeURIComponent(plain), plain);
}

/** The words for names of tools and fields, for callers that load them on demand. */
export const toolTable = () => ({ toolFields, toolWords });
