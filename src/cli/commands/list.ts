import { eventNames } from '../../core/contract.js';
import type { FormatName, Hook, HookState, LoadedHook } from '../../core/hook.js';
import { buildIndex } from '../../engine/plan.js';
import { formats } from '../../formats/index.js';
import { eventByName, type NamedEvent } from '../../project/event-names.js';
import type { Project } from '../../project/load.js';
import { withTrust } from '../../project/trust.js';
import { openProject } from '../../service/engine.js';
import { userPlaces } from '../../state/user-paths.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { matchSummary, stateText } from '../lib/describe.js';
import { type Colors, colorsFor, type Io, print, printJson, widthOf, worldOf } from '../lib/io.js';
import { cwdOption, eventOption, formatOption, jsonOption, trustOption } from '../lib/options.js';
import { type Cell, count, oneLine, problemsLine, table } from '../lib/text.js';

interface Options {
  readonly event?: string;
  readonly dialect?: FormatName;
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

/** `anyhook list`: the hooks that are found here, in the order in which they run. */
export const addList: Register = (program, context) => {
  program
    .command('list')
    .summary('show the hooks that are found here')
    .description('Shows the hooks of this project and its user, event by event, in the order in which they run.')
    .addOption(eventOption('only hooks of this event: tool.before, PreToolUse, docker:stop, …'))
    .addOption(formatOption('--dialect <name>', 'only hooks of this format'))
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .addHelpText('after', examples('anyhook list --event tool.before', 'anyhook list --json'))
    .action((options: Options) => list(options, context));
};

async function list(options: Options, { io }: Context): Promise<void> {
  const wanted = options.event === undefined ? undefined : eventByName(options.event, formats);
  const project = await openProject(worldOf(io, options.cwd), options.trustProject && 'project');
  const shown = inOrder(project).filter(
    ({ hook }) => (!wanted || isAt(hook, wanted)) && (!options.dialect || hook.dialect === options.dialect),
  );
  if (options.json) {
    const trusted = trustedIds(project, io);
    const entries = shown.map((one) => entryOf(one, trusted.has(one.hook.id)));
    return printJson(io, entries);
  }
  const colors = colorsFor(io);
  if (shown.length === 0)
    print(io, project.hooks.length === 0 ? 'no hooks here; make one with "anyhook new"' : 'no hook fits');
  else print(io, table([header(colors), ...shown.map((one) => rowOf(one, colors))], widthOf(io)).join('\n'));
  for (const line of footer(project, shown)) print(io, colors.yellow(line));
}

/** An event that no table knows is told by its native name only. */
const isAt = (hook: Hook, { events, nativeName }: NamedEvent): boolean =>
  hook.events.some(
    (name) => events.includes(name) && (name !== 'other' || name === nativeName || hook.nativeEvent === nativeName),
  );

/** Event by event as the table of events has them, within each as they run. */
function inOrder({ hooks }: Project): readonly LoadedHook[] {
  const { lists } = buildIndex(
    hooks.map(({ hook }) => hook),
    formats,
  );
  const sorted = new Set(eventNames.flatMap((name) => lists.get(name)?.hooks ?? []));
  const states = new Map(hooks.map((loaded) => [loaded.hook, loaded]));
  return [...sorted].flatMap((hook) => states.get(hook) ?? []);
}

/** A hook that is switched off may be trusted or not all the same. */
function trustedIds({ snapshot, trust }: Project, io: Io): ReadonlySet<string> {
  const states = withTrust(snapshot, userPlaces(io.env, io.home), trust);
  return new Set(states.filter(({ state }) => state.kind === 'active').map(({ hook }) => hook.id));
}

/** One hook for programs. */
function entryOf({ hook, state }: LoadedHook, trusted: boolean) {
  const { id, events, nativeEvent, dialect, scope, source, line, blocking, priority, timeoutMs, match, handler } = hook;
  return {
    id,
    event: events[0],
    events,
    nativeEvent,
    dialect,
    scope,
    source,
    line,
    enabled: state.kind !== 'disabled',
    trusted,
    state: state.kind,
    ...(state.kind === 'disabled' && { why: state.why }),
    ...(state.kind === 'changed' && { why: state.what }),
    blocking,
    async: hook.async,
    shadow: hook.mode === 'shadow',
    priority,
    timeoutMs,
    match,
    handler,
    onFailure: hook.onFailure,
    ...(hook.description !== undefined && { description: hook.description }),
    files: hook.files,
  };
}

const titles = ['id', 'event_type', 'enabled', 'blocking', 'dialect', 'state', 'match_summary'];
const header = (colors: Colors): readonly Cell[] => titles.map((text) => ({ text, paint: colors.bold }));

function rowOf({ hook, state }: LoadedHook, colors: Colors): readonly Cell[] {
  const off = state.kind === 'disabled';
  const paint = off ? colors.dim : (text: string) => text;
  const marks = [...(hook.mode === 'shadow' ? ['shadow'] : []), ...(hook.async ? ['async'] : [])];
  return [
    { text: oneLine(hook.id), paint: off ? colors.dim : colors.cyan },
    { text: hook.nativeEvent, paint },
    { text: String(!off), paint },
    { text: String(hook.blocking), paint },
    { text: hook.dialect, paint },
    { text: stateText(state), paint: painters[state.kind](colors) },
    { text: [matchSummary(hook), ...marks].join(', '), paint },
  ];
}

const painters: Readonly<Record<HookState['kind'], (colors: Colors) => (text: string) => string>> = {
  active: ({ green }) => green,
  disabled: ({ dim }) => dim,
  untrusted: ({ yellow }) => yellow,
  changed: ({ red }) => red,
};

function footer({ problems }: Project, shown: readonly LoadedHook[]): readonly string[] {
  const waiting = shown.filter(({ state }) => state.kind === 'untrusted' || state.kind === 'changed').length;
  return [
    ...(waiting > 0 ? [`${count(waiting, 'hook')} not trusted: see "anyhook trust"`] : []),
    ...(problems.length > 0 ? [problemsLine(problems)] : []),
  ];
}
