import { resolve } from 'node:path';
import { failureKinds, guardedEvents, type Hook, type Match, objectOf, type Problem, quoteValue } from '@anyhook/core';
import type { FormatEvent, HookFile } from '../kit/format.js';
import { checkEntry, type FieldPath, makeProblem, makeWarning, type ParsedFile } from '../kit/parse.js';
import { scriptsIn } from '../kit/scripts.js';
import { unloadableHook } from '../kit/unloadable-hook.js';
import { type DockerHook, handlerOf, leftOutBuiltins, normalizeHook, withUsableArgs } from './handler.js';
import { type EntryMark, flavourOf } from './marks.js';
import { dockerHookSchema, type WrittenDockerHook } from './schema.js';
import { parseTemplate } from './template.js';

/** What is read of one file. */
export interface LoadState {
  readonly file: HookFile;
  readonly doc: ParsedFile;
  readonly hooks: Hook[];
  readonly problems: Problem[];
  readonly ids: Set<string>;
}

/** A `hooks` map and the agent it belongs to. */
export interface HooksOwner {
  readonly agent?: string;
  readonly path: FieldPath;
  readonly hooks: Readonly<Record<string, unknown>>;
}

/** Where in a file an entry stands. */
export interface EntryPosition {
  readonly owner: HooksOwner;
  readonly native: string;
  readonly row: FormatEvent;
  readonly path: FieldPath;
  /** Numbers of group and hook, for the id. */
  readonly indexPath: string;
  /** Its group has `preempt_yolo`. */
  readonly isGuard?: boolean;
}

type HookPosition = EntryPosition & { readonly match: Match };
type Fields = Readonly<Record<string, unknown>>;

/** Adds the hook of one entry, or a stand-in if it cannot be loaded. */
export function readHook(entry: unknown, position: HookPosition, state: LoadState): void {
  const { doc, file, hooks, problems } = state;
  const checked = checkEntry(dockerHookSchema, doc, entry, position.path);
  const found = [...checked.problems, ...(checked.output ? missingFields(checked.output, position, doc) : [])];
  problems.push(...found);
  if (!checked.output || found.some(({ severity }) => severity === 'error'))
    return void addStandIn(position, found, state, objectOf(entry));
  const { hook, problem } = withUsableArgs(normalizeHook(checked.output));
  if (problem !== undefined) warn(problem, [...position.path, 'args'], state);
  const leftOut = hook.type === 'builtin' ? leftOutBuiltins[hook.command ?? ''] : undefined;
  if (leftOut !== undefined)
    return void warn(`${hook.command} is left out: ${leftOut}`, [...position.path, 'command'], state);
  const { agent } = position.owner;
  const marks = marksOf(hook, position);
  const flavour = flavourOf(marks);
  const blockingFailures =
    marks.length > 0 ? position.row.blockingFailures && failureKinds : position.row.blockingFailures;
  hooks.push({
    id: idOf(hook, position, state.ids),
    dialect: 'docker',
    events: position.row.events,
    nativeEvent: position.native,
    scope: file.scope,
    source: file.path,
    line: doc.lineOf(position.path),
    position: hooks.length,
    root: file.root,
    ...(hook.name === undefined ? {} : { description: hook.name }),
    enabled: true,
    blocking: true,
    async: false,
    mode: 'enforce',
    priority: 100,
    timeoutMs: timeoutOf(hook, position, state),
    match: agent === undefined ? position.match : { ...position.match, agent },
    handler: handlerOf(hook),
    onFailure: hook.on_error === 'block' ? 'closed' : 'open',
    ...(blockingFailures && { blockingFailures }),
    warnOnFailure: hook.on_error !== 'ignore',
    concurrent: true,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [file.path, ...scriptsOf(hook, file)],
    ...(flavour !== undefined && { flavour }),
  });
}

/** Puts a stand-in where an entry cannot be loaded. For an event that the format does not have, it guards every guarded event. */
export function addStandIn(
  position: Omit<EntryPosition, 'row'> & { readonly row?: FormatEvent | undefined; readonly match?: Match },
  found: readonly Problem[],
  { doc, file, hooks, ids }: LoadState,
  entry: Fields = {},
): void {
  const { native, row, path, owner, match = {} } = position;
  const { name, on_error } = entry;
  hooks.push(
    unloadableHook(
      {
        id: idOf({ name: typeof name === 'string' ? name : undefined }, position, ids),
        dialect: 'docker',
        events: row?.events ?? guardedEvents,
        nativeEvent: native,
        scope: file.scope,
        source: file.path,
        line: doc.lineOf(path),
        position: hooks.length,
        root: file.root,
        match: owner.agent === undefined ? match : { ...match, agent: owner.agent },
        ...(on_error === 'block' && { onFailure: 'closed' as const }),
      },
      found,
      row,
    ),
  );
}

function warn(message: string, path: FieldPath, { doc, problems }: LoadState): void {
  problems.push(makeWarning(doc.source, message, doc.lineOf(path), path.join('.')));
}

function marksOf({ strict_output }: DockerHook, { isGuard }: EntryPosition): readonly EntryMark[] {
  return [...(isGuard ? (['guard'] as const) : []), ...(strict_output ? (['strict'] as const) : [])];
}

/** What the type of an entry needs besides what every entry needs. */
function missingFields(hook: WrittenDockerHook, { path }: EntryPosition, doc: ParsedFile): readonly Problem[] {
  const problemAt = (key: string, message: string) => {
    const fieldPath = [...path, key];
    return makeProblem(doc.source, message, doc.lineOf(fieldPath), fieldPath.join('.'));
  };
  const needed = hook.type === 'model' ? (['model', 'prompt'] as const) : (['command'] as const);
  const missing = needed
    .filter((key) => hook[key] === undefined)
    .map((key) =>
      makeProblem(
        doc.source,
        `"${[...path, key].join('.')}" is required and missing`,
        doc.lineOf(path),
        [...path, key].join('.'),
      ),
    );
  const templates =
    hook.type === 'model'
      ? [{ key: 'prompt', text: hook.prompt ?? '' }]
      : hook.type === 'builtin' && hook.command === 'add_context'
        ? (hook.args ?? []).map((text) => ({ key: 'args', text: String(text) }))
        : [];
  const wrong = templates.flatMap(({ key, text }) => {
    const template = parseTemplate(text);
    return 'problem' in template ? [problemAt(key, `${quoteValue(key)}: ${template.problem}`)] : [];
  });
  return [...missing, ...wrong];
}

const defaultSeconds = 60;
const maxSeconds = 86_400;

/** In milliseconds. As in docker-agent, 0 and less mean the default. */
function timeoutOf({ timeout = 0 }: DockerHook, { path }: EntryPosition, state: LoadState): number {
  const seconds = Number(timeout);
  if (seconds <= 0) return defaultSeconds * 1000;
  if (seconds <= maxSeconds) return Math.ceil(seconds * 1000);
  warn(`expected at most ${maxSeconds} seconds, got ${seconds}; ${maxSeconds} is used`, [...path, 'timeout'], state);
  return maxSeconds * 1000;
}

function scriptsOf({ type, command = '', args = [], working_dir = '.', env = {} }: DockerHook, file: HookFile) {
  if (type !== 'command') return [];
  const base = resolve(file.root, working_dir);
  const found = [command, ...args].flatMap((text) => scriptsIn(text, { base, vars: env, exists: file.exists }));
  return [...new Set(found)].filter((path) => path !== file.path);
}

function idOf(
  { name }: Pick<DockerHook, 'name'>,
  { owner, native, indexPath }: Pick<EntryPosition, 'owner' | 'native' | 'indexPath'>,
  usedIds: Set<string>,
): string {
  const baseId = (name && slug(name)) || `${slug(owner.agent ?? 'hooks') || 'agent'}.${native}.${indexPath}`;
  let id = baseId;
  for (let n = 2; usedIds.has(id); n++) id = `${baseId}-${n}`;
  usedIds.add(id);
  return id;
}

const slug = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 64);
