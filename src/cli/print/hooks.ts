import type { HookState, LoadedHook } from '../../core/hook.js';
import { canBlock, namesakes } from '../../project/list-hooks.js';
import type { Project } from '../../project/load.js';
import { matchSummary, stateText } from '../lib/describe-hook.js';
import { type Colors, colorsFor, type Io, print, terminalWidth } from '../lib/io.js';
import { countNoun, oneLine, problemsLine, type TableCell, tableLines } from '../lib/text.js';

/** Prints the hooks of a project, one row each. */
export function printHooks(shown: readonly LoadedHook[], project: Project, io: Io): void {
  const colors = colorsFor(io);
  if (shown.length === 0)
    print(io, project.hooks.length === 0 ? 'no hooks here; create one with "anyhook new"' : 'no matching hooks');
  else print(io, tableLines([header(colors), ...shown.map((one) => rowOf(one, colors))], terminalWidth(io)).join('\n'));
  for (const line of footer(project, shown)) print(io, colors.yellow(line));
}

const titles = ['id', 'event_type', 'enabled', 'blocking', 'dialect', 'state', 'match_summary'];
const header = (colors: Colors): readonly TableCell[] => titles.map((text) => ({ text, paint: colors.bold }));

function rowOf({ hook, state }: LoadedHook, colors: Colors): readonly TableCell[] {
  const off = state.kind === 'disabled';
  const paint = off ? colors.dim : (text: string) => text;
  const marks = [...(hook.mode === 'shadow' ? ['shadow'] : []), ...(hook.async ? ['async'] : [])];
  return [
    { text: oneLine(hook.id), paint: off ? colors.dim : colors.cyan },
    { text: hook.nativeEvent, paint },
    { text: String(!off), paint },
    { text: String(canBlock(hook)), paint },
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

function footer(project: Project, shown: readonly LoadedHook[]): readonly string[] {
  const { problems } = project;
  const listed = new Set(shown.map(({ hook }) => hook));
  const waiting = shown.filter(({ state }) => state.kind === 'untrusted' || state.kind === 'changed').length;
  return [
    ...(waiting > 0 ? [`${countNoun(waiting, 'hook')} not trusted: see "anyhook trust"`] : []),
    ...namesakes(project)
      .filter(({ hook, other }) => listed.has(hook) || listed.has(other))
      .map(
        ({ hook, other }) =>
          `${oneLine(other.id)} and ${oneLine(hook.id)} have the same name, and both run: ${oneLine(other.source)}, ${oneLine(hook.source)}`,
      ),
    ...(problems.length > 0 ? [problemsLine(problems)] : []),
  ];
}
