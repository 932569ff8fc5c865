import { basename, dirname, join, resolve } from 'node:path';
import { guardedEvents, type Hook, type Match, nearestWord, objectOf, type Problem } from '@anyhook/core';
import * as v from 'valibot';
import { readEntryFile, report, warn } from '../kit/entry-file.js';
import type { Codec, FormatEvent, HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../kit/format.js';
import { unknownEvent } from '../kit/hook-output.js';
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
import { dockerEvents, dockerOnlyEvents, runOrder, toolEvents } from './events.js';
import { addStandIn, type EntryPosition, type HooksOwner, type LoadState, readHook } from './read-hook.js';

const docker: Pick<Codec, 'name' | 'events'> = { name: 'docker', events: dockerEvents };

const fileNames = ['hooks.yaml', 'hooks.yml'];

/** The outer shape of a group. Its hooks are checked one by one: a broken one does not disable the others. */
const groupShape = strict({
  matcher: v.nullish(v.string()),
  hooks: v.union([v.array(v.unknown()), v.looseObject({})], 'expected a list of hooks'),
  preempt_yolo: v.nullish(v.boolean()),
});

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
  return readEntryFile(docker, file, undefined, (entries) => readOwners({ ...entries, ids: new Set() }), { parsed });
}

function readOwners(state: LoadState): void {
  const { file, doc, hooks, problems } = state;
  const owners = ownersOf(doc.value);
  if (owners.length === 0) return void problems.push(...noHooks(file, doc));
  for (const owner of owners) checkEvents(owner, state);
  // Not in the file's order: pre_compact runs before before_compaction.
  for (const native of runOrder) {
    const row = docker.events[native];
    if (row) for (const owner of owners) readEvent(owner, native, row, state);
  }
  hooks.splice(0, hooks.length, ...markDuplicates(state));
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

type Fields = Readonly<Record<string, unknown>>;

const fields: (value: unknown) => Fields | undefined = objectOf;

function ownersOf(value: unknown): readonly HooksOwner[] {
  const top = fields(value);
  if (!top) return [];
  const topHooks = top['hooks'] === null ? {} : fields(top['hooks']);
  const agents = Object.entries(fields(top['agents']) ?? {}).flatMap(([agent, body]): HooksOwner[] => {
    const agentHooks = fields(body)?.['hooks'];
    if (agentHooks === undefined || agentHooks === null) return [];
    // A list or a text instead of a map is reported when its events are checked.
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
  for (const name of Object.keys(hooks)) {
    const fieldPath = name === '' ? path : [...path, name];
    const reportEvent = (message: string, native: string | undefined) => {
      const problem = report(state, fieldPath, message);
      if (native === undefined) return;
      // An unknown event may have been any guarded one.
      const row = docker.events[native] ?? { ...unknownEvent, events: guardedEvents };
      addStandIn({ owner, native, row, path: fieldPath, indexPath: name || 'hooks' }, [problem], state);
    };
    if (name === '') reportEvent('expected a map of events', 'tool.before');
    else if (!Object.hasOwn(docker.events, name)) {
      const near = nearestWord(name, Object.keys(docker.events));
      const hint = near ? `did you mean "${near}"?` : `known events: ${Object.keys(docker.events).join(', ')}`;
      reportEvent(`unknown event "${name}"; ${hint}`, near);
    } else if (hooks[name] !== null && typeof hooks[name] !== 'object') {
      reportEvent(`expected a list of ${toolEvents.has(name) ? '{matcher, hooks}' : 'hooks'}`, name);
    } else if (dockerOnlyEvents.has(name) && hooks[name] !== null)
      warn(state, fieldPath, `only docker-agent itself fires ${name}: with other agents its hooks never run`);
  }
}

function readEvent(owner: HooksOwner, native: string, row: FormatEvent, state: LoadState): void {
  const written = Object.hasOwn(owner.hooks, native) ? owner.hooks[native] : undefined;
  if (typeof written !== 'object' || written === null) return;
  const match: Match = dockerOnlyEvents.has(native) ? { nativeEvent: native } : {};
  for (const { entry, path, index } of entriesOf(written, [...owner.path, native])) {
    const position = { owner, native, row, path, indexPath: `${index}` };
    if (toolEvents.has(native)) readGroup(entry, position, state);
    else readHook(entry, { ...position, match }, state);
  }
}

/** The entries of a list; a single entry may be given without a list. */
const entriesOf = (written: object, path: FieldPath) =>
  Array.isArray(written)
    ? written.map((entry: unknown, index) => ({ entry, path: [...path, index], index }))
    : [{ entry: written, path, index: 0 }];

function readGroup(entry: unknown, position: EntryPosition, state: LoadState): void {
  const checked = checkEntry(groupShape, state.doc, entry, position.path);
  const { output: group } = checked;
  state.problems.push(...checked.problems);
  if (!group) return void addStandIn(position, checked.problems, state);
  const matcher = group.matcher === '*' ? '' : (group.matcher ?? '');
  const patternProblem = patternError(matcher);
  if (patternProblem) {
    const problem = report(state, [...position.path, 'matcher'], patternProblem);
    return void addStandIn(position, [problem], state);
  }
  const match: Match = matcher === '' ? {} : { tool: { source: matcher, mode: 'anchored' } };
  if (group.preempt_yolo !== undefined && group.preempt_yolo !== null && position.native !== 'pre_tool_use') {
    const message = `"preempt_yolo" means something at pre_tool_use only: it is ignored at ${position.native}`;
    warn(state, [...position.path, 'preempt_yolo'], message);
  }
  const isGuard = group.preempt_yolo === true && position.native === 'pre_tool_use';
  for (const { entry: hook, path, index } of entriesOf(group.hooks, [...position.path, 'hooks'])) {
    const hookPosition = { path, indexPath: `${position.indexPath}.${index}` };
    readHook(hook, { ...position, ...hookPosition, match, ...(isGuard && { isGuard }) }, state);
  }
}
