import { resolve } from 'node:path';
import { failureKinds, type Match, objectOf, type Problem, quoteValue } from '@anyhook/core';
import { leftOutBuiltins } from '../../../.cache/formats/docker/tables.js';
import * as entries from '../kit/entry-file.js';
import type { HookFile } from '../kit/format.js';
import { checkEntry, type FieldPath, makeProblem, type ParsedFile } from '../kit/parse.js';
import { scriptsIn } from '../kit/scripts.js';
import { type EntryMark, flavourOf } from './codec.js';
import { type DockerHook, handlerOf, normalizeHook, withUsableArgs } from './handler.js';
import { dockerHookSchema, type WrittenDockerHook } from './schema.js';
import { parseTemplate } from './template.js';

/** The reading state of one file. */
export interface LoadState extends entries.EntryFile {
  readonly ids: Set<string>;
}

/** A `hooks` map and the agent it belongs to. */
export interface HooksOwner {
  readonly agent?: string;
  readonly path: FieldPath;
  readonly hooks: Readonly<Record<string, unknown>>;
}

/** The position of an entry in a file; `indexPath` has the numbers of group and hook. */
export interface EntryPosition extends entries.EntryPosition {
  readonly owner: HooksOwner;
  /** Its group has `preempt_yolo`. */
  readonly isGuard?: boolean;
}

type HookPosition = EntryPosition & { readonly match: Match };
type Fields = Readonly<Record<string, unknown>>;

/** Adds the hook of one entry, or a placeholder if it cannot be loaded. */
export function readHook(entry: unknown, position: HookPosition, state: LoadState): void {
  const { doc, file, problems } = state;
  const checked = checkEntry(dockerHookSchema, doc, entry, position.path);
  const found = [...checked.problems, ...(checked.output ? missingFields(checked.output, position, doc) : [])];
  problems.push(...found);
  if (!checked.output || found.some(({ severity }) => severity === 'error'))
    return void addStandIn(position, found, state, objectOf(entry));
  const { hook, problem } = withUsableArgs(normalizeHook(checked.output));
  if (problem !== undefined) entries.warn(state, [...position.path, 'args'], problem);
  const leftOut = hook.type === 'builtin' ? leftOutBuiltins[hook.command ?? ''] : undefined;
  if (leftOut !== undefined)
    return void entries.warn(state, [...position.path, 'command'], `${hook.command} is left out: ${leftOut}`);
  const { agent } = position.owner;
  const marks = marksOf(hook, position);
  const flavour = flavourOf(marks);
  const blockingFailures =
    marks.length > 0 ? position.row.blockingFailures && failureKinds : position.row.blockingFailures;
  entries.addHook(state, position, {
    id: idOf(hook, position, state.ids),
    ...(hook.name === undefined ? {} : { description: hook.name }),
    timeoutMs: timeoutOf(hook, position, state),
    match: agent === undefined ? position.match : { ...position.match, agent },
    handler: handlerOf(hook),
    onFailure: hook.on_error === 'block' ? 'closed' : 'open',
    ...(blockingFailures && { blockingFailures }),
    warnOnFailure: hook.on_error !== 'ignore',
    files: [file.path, ...scriptsOf(hook, file)],
    ...(flavour !== undefined && { flavour }),
  });
}

/** Adds a placeholder for an entry that cannot be loaded. */
export function addStandIn(
  position: EntryPosition & { readonly match?: Match },
  found: readonly Problem[],
  state: LoadState,
  { name, on_error }: Fields = {},
): void {
  const { match = {}, owner } = position;
  entries.addStandIn(state, position, found, {
    id: idOf({ name: typeof name === 'string' ? name : undefined }, position, state.ids),
    match: owner.agent === undefined ? match : { ...match, agent: owner.agent },
    ...(on_error === 'block' && { onFailure: 'closed' }),
  });
}

function marksOf({ strict_output }: DockerHook, { isGuard }: EntryPosition): readonly EntryMark[] {
  return [...(isGuard ? (['guard'] as const) : []), ...(strict_output ? (['strict'] as const) : [])];
}

/** What entries of a type need besides what every entry needs. */
function missingFields(hook: WrittenDockerHook, { path }: EntryPosition, doc: ParsedFile): readonly Problem[] {
  const problemAt = (key: string, message: string) => {
    const fieldPath = [...path, key];
    return makeProblem(doc.source, message, doc.lineOf(fieldPath), fieldPath.join('.'));
  };
  const needed = hook.type === 'model' ? (['model', 'prompt'] as const) : (['command'] as const);
  const missing = needed
    .filter((key) => hook[key] === undefined)
    .map((key) => {
      const field = [...path, key].join('.');
      return makeProblem(doc.source, `"${field}" is required and missing`, doc.lineOf(path), field);
    });
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
  const used = `expected at most ${maxSeconds} seconds, got ${seconds}; ${maxSeconds} is used`;
  entries.warn(state, [...path, 'timeout'], used);
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
