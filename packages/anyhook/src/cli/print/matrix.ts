import type { Agent } from '../../agents/agent.js';
import type { HookGrade, HookSupport } from '../../doctor/grades.js';
import type { MatrixRow } from '../../doctor/matrix.js';
import { type Colors, colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { oneLine, type TableCell, tableLines, wrap } from '../terminal/text.js';

const paints: Readonly<Record<HookGrade, (colors: Colors) => (text: string) => string>> = {
  native: ({ green }) => green,
  exact: ({ green }) => green,
  emulated: ({ cyan }) => cyan,
  degraded: ({ yellow }) => yellow,
  impossible: ({ red }) => red,
};

const columnWidth = 12;

/** Prints tables, each with as many agents as fit into the width. */
export function printMatrix(
  rows: readonly MatrixRow[],
  agents: readonly Agent[],
  limits: ReadonlyMap<string, string>,
  io: Io,
): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io) ?? 80;
  const longestId = Math.max(4, ...rows.map(({ hook }) => [...oneLine(hook.id)].length));
  const idWidth = Math.min(longestId, Math.max(16, width - 4 * columnWidth));
  const agentsPerTable = Math.max(1, Math.floor((width - idWidth) / columnWidth));
  for (let from = 0; from < agents.length; from += agentsPerTable) {
    const tableAgents = agents.slice(from, from + agentsPerTable);
    const head = [
      { text: 'hook' },
      ...tableAgents.map(({ name, documentedOnly }) => ({ text: documentedOnly ? `${name}*` : name })),
    ];
    const body = rows.map(({ hook, support }): readonly TableCell[] => [
      { text: cutStart(oneLine(hook.id), idWidth) },
      ...tableAgents.map(({ name }) => gradeCell(support[name], colors)),
    ]);
    const cells = [head.map((cell) => ({ ...cell, paint: colors.bold })), ...body];
    print(io, tableLines(cells).join('\n'));
    print(io, '');
  }
  for (const line of reasonLines(rows, agents)) print(io, colors.dim(wrap(line, terminalWidth(io), 2)));
  for (const [name, text] of limits) print(io, colors.dim(wrap(`${name} ${text}`, terminalWidth(io), 2)));
  if (agents.some(({ documentedOnly }) => documentedOnly))
    print(io, colors.dim('* based on its documentation only; not tested'));
}

const gradeCell = (support: HookSupport | undefined, colors: Colors): TableCell => ({
  text: support?.grade ?? '',
  ...(support && { paint: paints[support.grade](colors) }),
});

/** Cuts the start of an id, because its end is more informative. */
const cutStart = (id: string, width: number): string => {
  const chars = [...id];
  return chars.length <= width ? id : `…${chars.slice(chars.length - width + 1).join('')}`;
};

/** Why grades are not exact, each reason once with its hooks and agents. */
function reasonLines(rows: readonly MatrixRow[], agents: readonly Agent[]): readonly string[] {
  return agents.flatMap(({ name, title }) => {
    const hooksByReason = new Map<string, string[]>();
    for (const { hook, support } of rows) {
      const { why, grade } = support[name] ?? {};
      if (why === undefined || grade === 'native') continue;
      hooksByReason.set(why, [...(hooksByReason.get(why) ?? []), hook.id]);
    }
    return [...hooksByReason].map(([why, ids]) => `${title}: ${why} (${idsText(ids)})`);
  });
}

const idsText = (ids: readonly string[]): string =>
  ids.length <= 3 ? ids.map(oneLine).join(', ') : `${ids.length} hooks`;
