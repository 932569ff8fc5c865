import { basename, dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { nearestWord, type Problem } from '../../core/errors.js';
import type { Handler, Hook, Match } from '../../core/hook.js';
import { objectOf } from '../../core/json.js';
import type { FormatEvent, HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../format.js';
import {
  checkSchema,
  type FieldPath,
  makeProblem,
  makeWarning,
  type ParsedFile,
  parseYaml,
  strict,
} from '../kit/parse.js';
import { patternError } from '../kit/pattern.js';
import { scriptsIn } from '../kit/scripts.js';
import { docker } from './codec.js';
import { type DockerHook, dockerHookSchema } from './schema.js';

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

function places({ root, configHome, named }: SearchFolders): readonly HookPlace[] {
  const file = (scope: HookPlace['scope'], dir: string, base: string, name: string): HookPlace => ({
    scope,
    dir,
    root: base,
    find: { kind: 'file', name },
  });
  const user = join(configHome, 'agents');
  const usual = [
    ...fileNames.map((name) => file('user', user, user, name)),
    ...fileNames.map((name) => file('project', join(root, '.agents'), root, name)),
    ...fileNames.map((name) => file('project', root, root, name)),
  ];
  const known = new Set(usual.map(({ dir, find }) => join(dir, 'name' in find ? find.name : '')));
  const paths = new Set(named.map((path) => resolve(root, path)).filter((path) => !known.has(path)));
  return [...usual, ...[...paths].map((path) => file('project', dirname(path), root, basename(path)))];
}

function load(file: HookFile): LoadedFile {
  const parsed = parseYaml(file.text, file.path);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const { doc } = parsed;
  const owners = ownersOf(doc.value);
  if (owners.length === 0) return { hooks: [], problems: [...parsed.problems, ...noHooks(file, doc)] };
  const reading: LoadState = { file, doc, hooks: [], problems: [...parsed.problems], ids: new Set() };
  for (const owner of owners) checkEvents(owner, reading);
  // The table's order, not the file's: pre_compact runs before before_compaction.
  for (const [native, row] of Object.entries(docker.events)) {
    for (const owner of owners) readEvent(owner, native, row, reading);
  }
  return { hooks: reading.hooks, problems: reading.problems };
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
  const own = top['hooks'] === null ? {} : fields(top['hooks']);
  const agents = Object.entries(fields(top['agents']) ?? {}).flatMap(([agent, body]): HooksOwner[] => {
    const given = fields(body)?.['hooks'];
    if (given === undefined || given === null) return [];
    // A list or a text where a map belongs is reported when its events are checked.
    return [{ agent, path: ['agents', agent, 'hooks'], hooks: fields(given) ?? { '': given } }];
  });
  return own ? [{ path: ['hooks'], hooks: own }, ...agents] : agents;
}

function noHooks({ path, root }: HookFile, doc: ParsedFile): readonly Problem[] {
  // A file of this name at the root may belong to another program.
  if (dirname(path) === root && fileNames.includes(basename(path))) return [];
  if (fields(fields(doc.value)?.['agents'])) return [makeWarning(path, 'no agent of this file has "hooks"', 1)];
  return [makeProblem(path, 'expected a map "hooks" at the top, or "agents.<name>.hooks"', 1)];
}

function checkEvents({ path, hooks }: HooksOwner, { doc, problems }: LoadState): void {
  for (const name of Object.keys(hooks)) {
    const at = name === '' ? path : [...path, name];
    const report = (message: string) => problems.push(makeProblem(doc.source, message, doc.lineOf(at), at.join('.')));
    if (name === '') report('expected a map of events');
    else if (!Object.hasOwn(docker.events, name)) {
      const near = nearestWord(name, Object.keys(docker.events));
      const hint = near ? `did you mean "${near}"?` : `known events: ${Object.keys(docker.events).join(', ')}`;
      report(`unknown event "${name}"; ${hint}`);
    } else if (hooks[name] !== null && !Array.isArray(hooks[name])) {
      report(`expected a list of ${toolEvents.has(name) ? '{matcher, hooks}' : 'hooks'}`);
    }
  }
}

function readEvent(owner: HooksOwner, native: string, row: FormatEvent, reading: LoadState): void {
  const entries = Object.hasOwn(owner.hooks, native) ? owner.hooks[native] : undefined;
  if (!Array.isArray(entries)) return;
  const path = [...owner.path, native];
  const about = { owner, native, row };
  entries.forEach((entry: unknown, i) => {
    if (toolEvents.has(native)) readGroup(entry, { ...about, path: [...path, i], place: `${i}` }, reading);
    else readHook(entry, { ...about, path: [...path, i], place: `${i}`, match: {} }, reading);
  });
}

interface EntryPosition {
  readonly owner: HooksOwner;
  readonly native: string;
  readonly row: FormatEvent;
  readonly path: FieldPath;
  /** Numbers of group and hook, for the id. */
  readonly place: string;
}

function readGroup(entry: unknown, about: EntryPosition, { doc, problems, ...reading }: LoadState): void {
  const { output: group, problems: found } = checkSchema(groupShape, doc, entry, about.path);
  problems.push(...found);
  if (!group) return;
  const matcher = group.matcher === '*' ? '' : (group.matcher ?? '');
  const wrong = patternError(matcher);
  if (wrong) {
    const at = [...about.path, 'matcher'];
    problems.push(makeProblem(doc.source, wrong, doc.lineOf(at), at.join('.')));
    return;
  }
  const match: Match = matcher === '' ? {} : { tool: { source: matcher, mode: 'anchored' } };
  group.hooks.forEach((hook, i) => {
    const at = { path: [...about.path, 'hooks', i], place: `${about.place}.${i}` };
    readHook(hook, { ...about, ...at, match }, { doc, problems, ...reading });
  });
}

function readHook(entry: unknown, about: EntryPosition & { readonly match: Match }, reading: LoadState): void {
  const { doc, file, hooks, problems } = reading;
  const checked = checkSchema(dockerHookSchema, doc, entry, about.path);
  problems.push(...checked.problems);
  if (!checked.output) return;
  const given = checked.output;
  const { agent } = about.owner;
  const handler = handlerOf(given);
  hooks.push({
    id: idOf(given, about, reading.ids),
    dialect: 'docker',
    events: about.row.events,
    nativeEvent: about.native,
    scope: file.scope,
    source: file.path,
    line: doc.lineOf(about.path),
    position: hooks.length,
    root: file.root,
    ...(given.name === undefined ? {} : { description: given.name }),
    enabled: true,
    blocking: true,
    async: false,
    mode: 'enforce',
    priority: 100,
    timeoutMs: Math.ceil((given.timeout ?? 60) * 1000),
    match: agent === undefined ? about.match : { ...about.match, agent },
    handler,
    onFailure: given.on_error === 'block' ? 'closed' : 'open',
    warnOnFailure: given.on_error !== 'ignore',
    concurrent: true,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [file.path, ...scriptsOf(given, file)],
  });
}

function handlerOf({ type, command, args, working_dir, env }: DockerHook): Handler {
  if (type === 'builtin') return { kind: 'builtin', use: command, ...(args && { args }) };
  return {
    kind: 'command',
    form: 'shell',
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

function idOf({ name }: DockerHook, { owner, native, place }: EntryPosition, taken: Set<string>): string {
  const wanted = (name && slug(name)) || `${slug(owner.agent ?? 'hooks') || 'agent'}.${native}.${place}`;
  let id = wanted;
  for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
  taken.add(id);
  return id;
}

const slug = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
