import type { Event, EventName, Result, ToolCall, ToolEvent, ToolKind } from '@anyhook/core';
import { hasCall, homeIn, isFullPath, pass, quoteValue } from '@anyhook/core';
import { type CommandReading, type Effect, type EffectPlace, isFullyKnown } from '@anyhook/guard';
import {
  afterCall,
  beforeCall,
  beginTurn,
  type EventPlace,
  endTurn,
  promptChars,
  refuseCall,
  storeFolder,
  type TrackedCall,
  takeNotice,
  undoRoot,
  unsupportedRootReason,
} from '@anyhook/undo';
import type { Builtin, BuiltinContext } from './builtin.js';
import { guardWorld } from './kit/guard-world.js';
import { absolutePath } from './kit/project-root.js';
import { readShellCall, shellOf } from './kit/shell-call.js';

const events: readonly EventName[] = [
  ...(['prompt.submit', 'tool.before', 'tool.after', 'tool.failure', 'agent.done', 'session.end'] as const),
];

/** Records what an agent changes in each turn, so that `anyhook undo` can revert it. */
export const undo: Builtin = {
  name: 'undo',
  summary: 'records what an agent changes in each turn, so that "anyhook undo" can revert it',
  events,
  decides: false,
  timeoutMs: 10_000,
  limits:
    'does not see what commands change in ignored files that they do not name, outside the project, and after they ended',
  async run(event, _args, context) {
    let root: string | undefined;
    const findRoot = () => {
      root ??= findTrackedRoot(event.cwd, context);
      return root;
    };
    try {
      // Only the first tool call in a folder waits for this.
      if (!hasCall(event) || !isKnownFolder(event.cwd, context)) findRoot();
    } catch (error) {
      if (error instanceof TooWideRoot) return pass({ logs: [`undo: nothing is kept, ${error.message}`] });
      throw error;
    }
    const place: EventPlace = {
      findRoot,
      // A subagent works in the turn of its parent.
      session: event.parentSessionId ?? event.sessionId,
      agent: event.host,
      env: context.env,
      later: context.afterAnswer,
    };
    return track(event, place, context);
  },
};

/** The project is too wide to keep its changes. */
class TooWideRoot extends Error {}

/** Folders, by home folder, in which the last event found a tracked project. */
const knownFolders = new Set<string>();
const maxKnownFolders = 1_000;
const folderKey = (cwd: string, { env }: BuiltinContext): string => `${homeIn(env)}\0${cwd}`;
const isKnownFolder = (cwd: string, context: BuiltinContext): boolean => knownFolders.has(folderKey(cwd, context));

function findTrackedRoot(cwd: string, context: BuiltinContext): string {
  const root = undoRoot(cwd, context.env);
  const tooWideReason = unsupportedRootReason(root, context.env);
  if (tooWideReason !== undefined) {
    knownFolders.delete(folderKey(cwd, context));
    throw new TooWideRoot(`${root} ${tooWideReason}`);
  }
  if (knownFolders.size >= maxKnownFolders) knownFolders.clear();
  knownFolders.add(folderKey(cwd, context));
  return root;
}

async function track(event: Event, place: EventPlace, context: BuiltinContext): Promise<Result> {
  const isSubagent = event.parentSessionId !== undefined && event.parentSessionId !== event.sessionId;
  if (hasCall(event)) {
    const call = trackedCall(event, context);
    if (event.name === 'tool.before') {
      const started = beforeCall(place, call);
      context.onVerdict?.(async ({ decision }) => {
        if (decision === 'deny') await started.then(() => refuseCall(place, call.key));
      });
      await started;
    }
    if (event.name === 'tool.after' || event.name === 'tool.failure') await afterCall(place, call.key, call.names);
  } else if (event.name === 'prompt.submit') {
    if (event.synthetic || isSubagent) return pass();
    const word = takeNotice(storeFolder(place.findRoot(), place.env), place.session);
    await beginTurn(place, () => promptLine(event.prompt));
    if (word !== undefined) return pass({ context: [word] });
  } else if ((event.name === 'agent.done' || event.name === 'session.end') && !isSubagent)
    await endTurn(place, event.name);
  return pass();
}

/** The first line of a prompt, without secrets, for the list of turns. */
async function promptLine(prompt: string): Promise<string> {
  const line = prompt.split('\n').find((one) => one.trim() !== '') ?? '';
  const { findSecrets } = await import('../../redact/find-secrets.js');
  const { replaceSpans } = await import('../../redact/redact-secrets.js');
  const text = line.slice(0, 1_000);
  const clean = replaceSpans(text, findSecrets(text), { mark: () => '[secret]' })
    .trim()
    .replace(/\s+/g, ' ');
  const chars = [...clean];
  return chars.length > promptChars ? `${chars.slice(0, promptChars - 1).join('')}…` : clean;
}

/** Tools that change no files. */
const readingKinds: ReadonlySet<ToolKind> = new Set(['read', 'list', 'search', 'fetch', 'websearch', 'todo', 'task']);
const namingKinds: ReadonlySet<ToolKind> = new Set(['write', 'edit', 'patch']);
const maxNames = 200;

function trackedCall(event: ToolEvent, context: BuiltinContext): TrackedCall {
  const { call, cwd } = event;
  const key = call.id ?? `${call.nativeName} ${quoteValue(call.input, 4_000)}`;
  if (readingKinds.has(call.kind)) return { key, mayWriteAnything: false, names: [] };
  const absolute = (path: string) => absolutePath(path, cwd, homeIn(context.env));
  if (namingKinds.has(call.kind)) {
    const names = [...new Set(pathsOf(call).map(absolute))];
    const isNamed = names.length > 0 && names.length <= maxNames;
    return { key, mayWriteAnything: !isNamed, names: names.slice(0, maxNames) };
  }
  // After a command only its key is needed.
  if (call.kind !== 'shell' || event.name !== 'tool.before') return { key, mayWriteAnything: true, names: [] };
  const reading = readShell(event, context);
  return { key, mayWriteAnything: !onlyReads(reading), names: namedByEffects(reading) };
}

function pathsOf({ input: { path, paths } }: ToolCall): readonly string[] {
  return [path, ...(Array.isArray(paths) ? paths : [])].filter(
    (one): one is string => typeof one === 'string' && one !== '' && !one.includes('\0'),
  );
}

function readShell({ call, cwd, host: agent }: ToolEvent, context: BuiltinContext): CommandReading {
  const { env, agentPlaces, bashTools, hook } = context;
  const projectRoot = hook.scope === 'project' ? hook.root : undefined;
  const worldIn = (folder: string | undefined) => guardWorld({ cwd, env, projectRoot, agentPlaces, folder });
  return readShellCall(call, worldIn, { shell: shellOf(call, agent, bashTools) });
}

/** Files that a command names as deleted, overwritten or moved. They may be ignored, and then no snapshot holds them. */
function namedByEffects({ effects }: CommandReading): readonly string[] {
  const places = effects.flatMap((effect): readonly EffectPlace[] =>
    effect.remote === undefined ? placesOf(effect) : [],
  );
  const paths = places.flatMap(({ path }) => (isFullyKnown(path) && isFullPath(path) ? [path] : []));
  return [...new Set(paths)].slice(0, maxNames);
}

function placesOf(effect: Effect): readonly EffectPlace[] {
  if (effect.do === 'delete' || effect.do === 'write') return [effect.at];
  return effect.do === 'move' ? [effect.from, effect.to] : [];
}

/** Programs that change no files, unless the guard sees an effect of their arguments. */
const readers: ReadonlySet<string> = new Set(
  (
    'ls cat head tail grep egrep fgrep rg wc pwd cd echo printf date which type test [ true false : diff cmp du df file stat ' +
    'basename dirname realpath readlink sort uniq cut tr jq tree ps sleep env printenv whoami id uname hostname md5sum ' +
    'sha1sum sha256sum nl column fold strings xxd od find xargs less more tac seq expr sed'
  ).split(' '),
);

/** Subcommands of git that only read. */
const gitReaders: ReadonlySet<string> = new Set(
  'status diff log show blame grep ls-files rev-parse describe shortlog cat-file ls-tree rev-list name-rev'.split(' '),
);

/** Effects that do not change files on this machine. */
const harmless: ReadonlySet<string> = new Set(['reveal', 'send']);

/** Does this command, as read by the guard, change no file? An unknown program may do anything. */
function onlyReads({ effects, seen, hasSyntaxError }: CommandReading): boolean {
  if (hasSyntaxError || seen.calls.length === 0) return false;
  if (effects.some((effect) => !harmless.has(effect.do))) return false;
  return seen.calls.every(({ name, argv }) => {
    if (name === 'git') return gitReaders.has(argv[1] ?? '') && !argv.some((word) => word.startsWith('--output'));
    // The sed language can write files.
    if (name === 'sed') return argv.slice(1).every((word) => !/w/.test(word));
    return readers.has(name);
  });
}
