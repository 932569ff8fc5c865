import type { HookState, LoadedHook, Problem } from '@anyhook/core';
import { projectProblems } from '../../doctor/start-problems.js';
import { isRemembered } from '../../hooks/config-record.js';
import { canBlock, namesakes, packageOf } from '../../hooks/list-hooks.js';
import { type Project, unusedGuardFilesText } from '../../hooks/load.js';
import { waitingFiles } from '../../trust/opt-in-formats.js';
import { gapsOf } from '../../trust/trust-coverage.js';
import { matchSummary, stateText } from '../terminal/describe-hook.js';
import { hooksOffLine } from '../terminal/hooks-off-line.js';
import { type Colors, colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { problemsLine } from '../terminal/problems.js';
import { countNoun, cutLine, oneLine, type TableCell, tableLines, tableWidth } from '../terminal/text.js';

export function printHooks(shown: readonly LoadedHook[], project: Project, io: Io): void {
  const colors = colorsFor(io);
  const off = hooksOffLine(io);
  if (off !== undefined) print(io, colors.yellow(off));
  if (shown.length === 0)
    print(io, project.hooks.length === 0 ? 'no hooks here; create one with "anyhook hooks new"' : 'no matching hooks');
  else for (const line of hookLines(shown, off !== undefined, { colors, width: terminalWidth(io) })) print(io, line);
  for (const line of footer(project, shown, projectProblems(project, io.env))) print(io, colors.yellow(line));
}

type ColumnName = 'mark' | 'id' | 'event_type' | 'enabled' | 'blocking' | 'format' | 'state' | 'match_summary';

/** The columns, from the widest layout to the narrowest. The id is never cut, because overrides name hooks by it. */
const layouts: readonly (readonly ColumnName[])[] = [
  ['id', 'event_type', 'enabled', 'blocking', 'format', 'state', 'match_summary'],
  ['mark', 'id', 'event_type', 'format', 'state', 'match_summary'],
  ['mark', 'id', 'event_type', 'state', 'match_summary'],
  ['mark', 'id', 'state', 'match_summary'],
];
const titles: Readonly<Partial<Record<ColumnName, string>>> = { mark: ' ' };
const legend = '! may block; "anyhook list --json" has all fields';

interface TableStyle {
  readonly colors: Colors;
  /** Undefined: lines are not cut. */
  readonly width: number | undefined;
}

function hookLines(
  shown: readonly LoadedHook[],
  areHooksOff: boolean,
  { colors, width }: TableStyle,
): readonly string[] {
  const hookCells = shown.map((one) => cellsOf(one, areHooksOff, colors));
  const rowsFor = (layout: readonly ColumnName[]) => [
    layout.map((name): TableCell => ({ text: titles[name] ?? name, paint: colors.bold })),
    ...hookCells.map((cells) => layout.map((name) => cells[name])),
  ];
  if (width === undefined) return tableLines(rowsFor(layouts[0] ?? []));
  const layout = layouts.find((one) => tableWidth(rowsFor(one), minSummaryWidth) <= width);
  if (layout) return [...tableLines(rowsFor(layout), width), ...(layout[0] === 'mark' ? [colors.dim(legend)] : [])];
  return [...hookCells.flatMap((cells) => stackedLines(cells, width)), colors.dim(cutLine(legend, width))];
}

/** The summary of a matcher is never cut to fewer characters. */
const minSummaryWidth = 14;

/** A hook whose id leaves no room for other columns: they go on the next line. */
function stackedLines(cells: Readonly<Record<ColumnName, TableCell>>, width: number): readonly string[] {
  const paint = cells.id.paint ?? ((text: string) => text);
  const details = [cells.event_type, cells.state, cells.match_summary].map(({ text }) => text).join('  ');
  return [`${cells.mark.text} ${paint(cells.id.text)}`, `    ${cutLine(details, width - 4)}`];
}

function cellsOf(loaded: LoadedHook, areHooksOff: boolean, colors: Colors): Readonly<Record<ColumnName, TableCell>> {
  const { hook, state } = loaded;
  const isDisabled = state.kind === 'disabled';
  const paint = isDisabled ? colors.dim : (text: string) => text;
  const modes = [...(hook.mode === 'shadow' ? ['shadow'] : []), ...(hook.async ? ['async'] : [])];
  const isSwitchedOff = areHooksOff && state.kind === 'active';
  return {
    mark: { text: canBlock(hook) ? '!' : ' ', paint },
    id: { text: oneLine(hook.id), paint: isDisabled ? colors.dim : colors.cyan },
    event_type: { text: hook.nativeEvent, paint },
    enabled: { text: String(!isDisabled), paint },
    blocking: { text: String(canBlock(hook)), paint },
    format: { text: hook.dialect, paint },
    state: isSwitchedOff
      ? { text: 'off', paint: colors.yellow }
      : { text: stateText(loaded), paint: painters[hook.unloadable === undefined ? state.kind : 'changed'](colors) },
    match_summary: { text: [matchSummary(hook), ...modes].join(', '), paint },
  };
}

const painters: Readonly<Record<HookState['kind'], (colors: Colors) => (text: string) => string>> = {
  active: ({ green }) => green,
  disabled: ({ dim }) => dim,
  untrusted: ({ yellow }) => yellow,
  changed: ({ red }) => red,
};

function footer(project: Project, shown: readonly LoadedHook[], problems: readonly Problem[]): readonly string[] {
  const listed = new Set(shown.map(({ hook }) => hook));
  const idle = unusedGuardFilesText(project.snapshot.idleDocuments);
  const untrustedCount = shown.filter(
    (loaded) => (loaded.state.kind === 'untrusted' || loaded.state.kind === 'changed') && !isRemembered(loaded),
  ).length;
  const lost = lostConfigLines({ hooks: shown });
  return [
    ...lost,
    ...otherUsersLines(project),
    ...(lost.length > 0 ? ['guarded calls ask until you confirm this with "anyhook trust" or restore it'] : []),
    ...(untrustedCount > 0 ? [`${countNoun(untrustedCount, 'hook')} not trusted: see "anyhook trust"`] : []),
    ...packageLines(project, shown),
    ...waitingLines(shown),
    ...coverageLines(shown),
    ...namesakes(project)
      .filter(({ hook, other }) => listed.has(hook) || listed.has(other))
      .map(
        ({ hook, other }) =>
          `${oneLine(other.id)} and ${oneLine(hook.id)} have the same name, and both run: ${oneLine(other.source)}, ${oneLine(hook.source)}`,
      ),
    ...(idle === undefined ? [] : [idle]),
    ...(problems.length > 0 ? [problemsLine(problems)] : []),
  ];
}

/** The guards that the user's own config lost. */
export const lostConfigLines = ({ hooks }: Pick<Project, 'hooks'>): readonly string[] => [
  ...new Set(
    hooks.filter(isRemembered).flatMap(({ state }) => (state.kind === 'changed' ? [oneLine(state.what)] : [])),
  ),
];

/** Files not loaded because another user could have written them, and the commands that fix this. */
const otherUsersLines = ({ snapshot: { ofOtherUsers = [] } }: Project): readonly string[] =>
  ofOtherUsers.map(({ file, path, why, repair }) => {
    const about = path === file ? '' : ` ${oneLine(path)}:`;
    return `${oneLine(file)} is not loaded:${about} ${why}; check what is in it, then run: ${repair}`;
  });

/** Lists the files that wait until a person was asked about them. */
export function waitingLines(hooks: readonly LoadedHook[]): readonly string[] {
  const files = waitingFiles(hooks).map(
    ({ path, hookCount }) => `${oneLine(path)}: ${countNoun(hookCount, 'hook')}, seen and not run yet`,
  );
  const why = 'earlier versions of anyhook did not read such files; "anyhook trust" or "anyhook init" switches them on';
  return files.length > 0 ? [...files, why] : [];
}

/** Lists the hooks that came with packages, and their sources. */
function packageLines({ snapshot: { packages = [] } }: Project, shown: readonly LoadedHook[]): readonly string[] {
  return packages.flatMap((added) => {
    const ids = shown.filter(({ hook }) => packageOf(hook, packages) === added).map(({ hook }) => oneLine(hook.id));
    if (ids.length === 0) return [];
    const version = added.version === undefined ? '' : ` ${oneLine(added.version)}`;
    return [`package ${oneLine(added.name)}${version} (${oneLine(added.source)}): ${ids.join(', ')}`];
  });
}

/** Lists the hooks that run something that can change unnoticed. */
function coverageLines(shown: readonly LoadedHook[]): readonly string[] {
  const active = shown.filter(({ state }) => state.kind === 'active');
  const unconfirmed = active.filter(({ state }) => state.kind === 'active' && state.unconfirmed);
  const uncovered = active.filter((one) => !unconfirmed.includes(one) && gapsOf(one.hook).length > 0);
  const idsOf = (hooks: readonly LoadedHook[]) => hooks.map(({ hook }) => oneLine(hook.id)).join(', ');
  return [
    ...(unconfirmed.length > 0 ? [`not yet covered by trust: ${idsOf(unconfirmed)}; run "anyhook trust"`] : []),
    ...(uncovered.length > 0
      ? [`runs something that is not covered: ${idsOf(uncovered)}; see "anyhook trust --list"`]
      : []),
  ];
}
