import { basename, dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { nearestWord, type Problem, quoteValue } from '../../core/errors.js';
import type { Handler, Hook, Match } from '../../core/hook.js';
import { objectOf } from '../../core/json.js';
import { guardedEvents } from '../../core/stand-in.js';
import type { FormatEvent, HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../format.js';
import {
  checkEntry,
  type FieldPath,
  makeProblem,
  makeWarning,
  type ParsedFile,
  parseYaml,
  strict,
} from '../kit/parse.js';
import { patternError } from '../kit/pattern.js';
import { scriptsIn } from '../kit/scripts.js';
import { unloadableHook } from '../kit/unloadable-hook.js';
import { docker } from './codec.js';
import { dockerHookSchema, type WrittenDockerHook } from './schema.js';

const fileNames = ['hooks.yaml', 'hooks.yml'];
const toolEvents: ReadonlySet<string> = new Set(['pre_tool_use', 'post_tool_use', 'permission_request']);

/** The outer shape of a group. Its hooks are checked one by one: a broken one does not disable the others. */
const groupShape = strict({ matcher: v.nullish(v.string()), hooks: v.array(v.unknown()) });

/** Finds and reads docker-agent files and files with a `hooks` map of that form. */
export const dockerLoader: HookLoader = {
  fileNames: ['a YAML file with hooks'],
  places,
  load,
  // The config may name any YAML file.
  recognise: ({ name }) => (/\.ya?ml$/.test(name) ? 'maybe' : 'no'),
};

function places({ root, configHome, configuredFiles }: SearchFolders): readonly HookPlace[] {
  const file = (scope: HookPlace['scope'], dir: string, base: string, name: string): HookPlace => ({
    scope,
    dir,
    root: base,
    find: { kind: 'file', name },
  });
  const user = join(configHome, 'agents');
  const defaultPlaces = [
    ...fileNames.map((name) => file('user', user, user, name)),
    ...fileNames.map((name) => file('project', join(root, '.agents'), root, name)),
    ...fileNames.map((name) => file('project', root, root, name)),
  ];
  const defaultPaths = new Set(defaultPlaces.map(({ dir, find }) => join(dir, 'name' in find ? find.name : '')));
  const paths = new Set(configuredFiles.map((path) => resolve(root, path)).filter((path) => !defaultPaths.has(path)));
  return [...defaultPlaces, ...[...paths].map((path) => file('project', dirname(path), root, basename(path)))];
}

function load(file: HookFile): LoadedFile {
  const parsed = parseYaml(file.text, file.path);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const { doc } = parsed;
  const owners = ownersOf(doc.value);
  if (owners.length === 0) return { hooks: [], problems: [...parsed.problems, ...noHooks(file, doc)] };
  const state: LoadState = { file, doc, hooks: [], problems: [...parsed.problems], ids: new Set() };
  for (const owner of owners) checkEvents(owner, state);
  // The table's order, not the file's: pre_compact runs before before_compaction.
  for (const [native, row] of Object.entries(docker.events)) {
    for (const owner of owners) readEvent(owner, native, row, state);
  }
  return { hooks: markDuplicates(state), problems: state.problems };
}

/** docker-agent runs identical hooks of one event only once, even if two matchers select them. */
function markDuplicates({ hooks, problems, file }: LoadState): readonly Hook[] {
  const firstByKey = new Map<string, Hook>();
  const pairs = hooks.map((hook) => {
    const key = JSON.stringify([hook.nativeEvent, hook.match.agent, hook.handler, hook.onFailure]);
    const first = (hook.unloadable === undefined && firstByKey.get(key)) || hook;
    firstByKey.set(key, first);
    return { hook, first };
  });
  const duplicated = new Set(pairs.filter(({ hook, first }) => hook !== first).map(({ first }) => first));
  return pairs.map(({ hook, first }) => {
    if (!duplicated.has(first)) return hook;
    const message = `does the same as the hook in line ${first.line}: where both match, one of them runs`;
    if (hook !== first) problems.push(makeWarning(file.path, message, hook.line));
    return { ...hook, identity: `${file.path}:${first.line}:${first.position}` };
  });
}

interface LoadState {
  readonly file: HookFile;
  readonly doc: ParsedFile;
  readonly hooks: Hook[];
  readonly problems: Problem[];
  readonly ids: Set<string>;
}

/** A `hooks` map and the agent it belongs to. */
interface HooksOwner {
  readonly agent?: string;
  readonly path: FieldPath;
  readonly hooks: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const fields: (value: unknown) => Fields | undefined = objectOf;

function ownersOf(value: unknown): readonly HooksOwner[] {
  const top = fields(value);
  if (!top) return [];
  const topHooks = top['hooks'] === null ? {} : fields(top['hooks']);
  const agents = Object.entries(fields(top['agents']) ?? {}).flatMap(([agent, body]): HooksOwner[] => {
    const agentHooks = fields(body)?.['hooks'];
    if (agentHooks === undefined || agentHooks === null) return [];
    // A list or a text where a map belongs is reported when its events are checked.
    return [{ agent, path: ['agents', agent, 'hooks'], hooks: fields(agentHooks) ?? { '': agentHooks } }];
  });
  return topHooks ? [{ path: ['hooks'], hooks: topHooks }, ...agents] : agents;
}

function noHooks({ path, root }: HookFile, doc: ParsedFile): readonly Problem[] {
  // A file of this name at the root may belong to another program.
  if (dirname(path) === root && fileNames.includes(basename(path))) return [];
  if (fields(fields(doc.value)?.['agents'])) return [makeWarning(path, 'no agent of this file has "hooks"', 1)];
  return [makeProblem(path, 'expected a map "hooks" at the top, or "agents.<name>.hooks"', 1)];
}

function checkEvents(owner: HooksOwner, state: LoadState): void {
  const { path, hooks } = owner;
  const { doc, problems } = state;
  for (const name of Object.keys(hooks)) {
    const fieldPath = name === '' ? path : [...path, name];
    const report = (message: string, native: string | undefined) => {
      const problem = makeProblem(doc.source, message, doc.lineOf(fieldPath), fieldPath.join('.'));
      problems.push(problem);
      const row = native === undefined ? undefined : docker.events[native];
      if (native !== undefined)
        addStandIn({ owner, native, row, path: fieldPath, indexPath: name || 'hooks' }, [problem], state);
    };
    if (name === '') report('expected a map of events', 'tool.before');
    else if (!Object.hasOwn(docker.events, name)) {
      const near = nearestWord(name, Object.keys(docker.events));
      const hint = near ? `did you mean "${near}"?` : `known events: ${Object.keys(docker.events).join(', ')}`;
      const newer = Object.hasOwn(newerGuards, name) ? newerGuards[name] : undefined;
      report(`unknown event "${name}"; ${hint}`, newer ?? near);
    } else if (hooks[name] !== null && !Array.isArray(hooks[name])) {
      report(`expected a list of ${toolEvents.has(name) ? '{matcher, hooks}' : 'hooks'}`, name);
    }
  }
}

/** Puts a stand-in where an entry cannot be loaded. For an event that the format does not have, it guards every guarded event. */
function addStandIn(
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

/** Events of newer docker-agents that guard something, and the event at which a stand-in guards it here. */
const newerGuards: Readonly<Record<string, string>> = {
  tool_guard: 'pre_tool_use',
  tool_input_transform: 'pre_tool_use',
  user_followup_submit: 'user_prompt_submit',
  user_steering_messages_submit: 'user_prompt_submit',
};

function readEvent(owner: HooksOwner, native: string, row: FormatEvent, state: LoadState): void {
  const entries = Object.hasOwn(owner.hooks, native) ? owner.hooks[native] : undefined;
  if (!Array.isArray(entries)) return;
  const path = [...owner.path, native];
  const position = { owner, native, row };
  entries.forEach((entry: unknown, i) => {
    if (toolEvents.has(native)) readGroup(entry, { ...position, path: [...path, i], indexPath: `${i}` }, state);
    else readHook(entry, { ...position, path: [...path, i], indexPath: `${i}`, match: {} }, state);
  });
}

interface EntryPosition {
  readonly owner: HooksOwner;
  readonly native: string;
  readonly row: FormatEvent;
  readonly path: FieldPath;
  /** Numbers of group and hook, for the id. */
  readonly indexPath: string;
}

function readGroup(entry: unknown, position: EntryPosition, state: LoadState): void {
  const { doc, problems } = state;
  const checked = checkEntry(groupShape, doc, entry, position.path);
  const { output: group } = checked;
  problems.push(...checked.problems);
  if (!group) return void addStandIn(position, checked.problems, state);
  const matcher = group.matcher === '*' ? '' : (group.matcher ?? '');
  const patternProblem = patternError(matcher);
  if (patternProblem) {
    const fieldPath = [...position.path, 'matcher'];
    const problem = makeProblem(doc.source, patternProblem, doc.lineOf(fieldPath), fieldPath.join('.'));
    problems.push(problem);
    return void addStandIn(position, [problem], state);
  }
  const match: Match = matcher === '' ? {} : { tool: { source: matcher, mode: 'anchored' } };
  group.hooks.forEach((hook, i) => {
    const hookPosition = { path: [...position.path, 'hooks', i], indexPath: `${position.indexPath}.${i}` };
    readHook(hook, { ...position, ...hookPosition, match }, state);
  });
}

function readHook(entry: unknown, position: EntryPosition & { readonly match: Match }, state: LoadState): void {
  const { doc, file, hooks, problems } = state;
  const checked = checkEntry(dockerHookSchema, doc, entry, position.path);
  problems.push(...checked.problems);
  if (!checked.output) return void addStandIn(position, checked.problems, state, fields(entry));
  const hook = withUsableArgs(normalizeHook(checked.output), position, state);
  const { agent } = position.owner;
  const handler = handlerOf(hook);
  const { blockingFailures } = position.row;
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
    handler,
    onFailure: hook.on_error === 'block' ? 'closed' : 'open',
    ...(blockingFailures && { blockingFailures }),
    warnOnFailure: hook.on_error !== 'ignore',
    concurrent: true,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [file.path, ...scriptsOf(hook, file)],
  });
}

/** A hook whose arguments and variables are texts; an empty name, folder, list or map counts as none. */
type DockerHook = Omit<WrittenDockerHook, 'args' | 'env'> & {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

function normalizeHook({ args, env, name, working_dir, ...rest }: WrittenDockerHook): DockerHook {
  return {
    ...rest,
    ...(name && { name }),
    ...(working_dir && { working_dir }),
    ...(args?.length && { args: args.map(String) }),
    ...(env && Object.keys(env).length > 0 && { env: sortedByName(env) }),
  };
}

/** Variables by name: their order in the file means nothing, and hooks that do the same are compared. */
const sortedByName = (env: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env)
      .map(([key, value]) => [key, String(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const defaultSeconds = 60;
const maxSeconds = 86_400;

/** In milliseconds. As in docker-agent, 0 and less mean the default. */
function timeoutOf({ timeout = 0 }: DockerHook, { path }: EntryPosition, { doc, problems }: LoadState): number {
  const seconds = Number(timeout);
  if (seconds <= 0) return defaultSeconds * 1000;
  if (seconds <= maxSeconds) return Math.ceil(seconds * 1000);
  const message = `expected at most ${maxSeconds} seconds, got ${seconds}; ${maxSeconds} is used`;
  problems.push(makeWarning(doc.source, message, doc.lineOf([...path, 'timeout']), [...path, 'timeout'].join('.')));
  return maxSeconds * 1000;
}

/** Builtins of docker-agent that use their default if they do not understand an argument. */
const forgivingBuiltins: Readonly<Record<string, { readonly shape: RegExp; readonly expected: string }>> = {
  add_recent_commits: { shape: /^[1-9]\d{0,8}$/, expected: 'one positive whole number' },
  add_git_diff: { shape: /^full$/, expected: '"full" or nothing' },
};

function withUsableArgs(hook: DockerHook, { path }: EntryPosition, { doc, problems }: LoadState): DockerHook {
  const { args, ...rest } = hook;
  const rule = hook.type === 'builtin' && Object.hasOwn(forgivingBuiltins, hook.command) && args?.length;
  const { shape, expected } = (rule && forgivingBuiltins[hook.command]) || {};
  if (!shape || (args?.length === 1 && shape.test(args[0] ?? ''))) return hook;
  const fieldPath = [...path, 'args'];
  const message = `${hook.command}: expected ${expected}, got ${quoteValue(args)}; the default is used`;
  problems.push(makeWarning(doc.source, message, doc.lineOf(fieldPath), fieldPath.join('.')));
  return rest;
}

function handlerOf({ type, command, args, working_dir, env }: DockerHook): Handler {
  if (type === 'builtin') return { kind: 'builtin', use: command, ...(args && { args }) };
  return {
    kind: 'command',
    form: 'shell',
    shell: 'user',
    command,
    ...(args && { args }),
    // In the project, not in the agent's current folder: trust covers the scripts of the project.
    cwd: working_dir ?? '.',
    ...(env && { env }),
  };
}

function scriptsOf({ type, command, args = [], working_dir = '.', env = {} }: DockerHook, file: HookFile) {
  if (type === 'builtin') return [];
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
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
