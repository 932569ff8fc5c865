import type { Agent } from '../../agents/agent.js';
import type { HookGrade, HookSupport } from '../../doctor/grades.js';
import type { MatrixRow } from '../../doctor/matrix.js';
import { type Colors, colorsFor, type Io, print, terminalWidth } from '../lib/io.js';
import { oneLine, type TableCell, tableLines, wrap } from '../lib/text.js';

const paints: Readonly<Record<HookGrade, (colors: Colors) => (text: string) => string>> = {
  native: ({ green }) => green,
  exact: ({ green }) => green,
  emulated: ({ cyan }) => cyan,
  degraded: ({ yellow }) => yellow,
  impossible: ({ red }) => red,
};

const columnWidth = 12;

/** Prints tables, each with as many agents as fit into the width. */
export function printMatrix(rows: readonly MatrixRow[], hosts: readonly Agent[], io: Io): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io) ?? 80;
  const longest = Math.max(4, ...rows.map(({ hook }) => [...oneLine(hook.id)].length));
  const first = Math.min(longest, Math.max(16, width - 4 * columnWidth));
  const fitting = Math.max(1, Math.floor((width - first) / columnWidth));
  for (let from = 0; from < hosts.length; from += fitting) {
    const some = hosts.slice(from, from + fitting);
    const head = [
      { text: 'hook' },
      ...some.map(({ name, documentedOnly }) => ({ text: documentedOnly ? `${name}*` : name })),
    ];
    const body = rows.map(({ hook, hosts: graded }): readonly TableCell[] => [
      { text: shortened(oneLine(hook.id), first) },
      ...some.map(({ name }) => gradeCell(graded[name], colors)),
    ]);
    const cells = [head.map((cell) => ({ ...cell, paint: colors.bold })), ...body];
    print(io, tableLines(cells).join('\n'));
    print(io, '');
  }
  for (const line of reasons(rows, hosts)) print(io, colors.dim(wrap(line, terminalWidth(io), 2)));
  if (hosts.some(({ documentedOnly }) => documentedOnly))
    print(io, colors.dim('* based on its documentation only; not tested'));
}

const gradeCell = (graded: HookSupport | undefined, colors: Colors): TableCell => ({
  text: graded?.grade ?? '',
  ...(graded && { paint: paints[graded.grade](colors) }),
});

/** Cuts the beginning of an id, because its end says more. */
const shortened = (id: string, width: number): string => {
  const chars = [...id];
  return chars.length <= width ? id : `…${chars.slice(chars.length - width + 1).join('')}`;
};

/** Why grades are not exact, each reason once with its hooks and agents. */
function reasons(rows: readonly MatrixRow[], hosts: readonly Agent[]): readonly string[] {
  return hosts.flatMap(({ name, title }) => {
    const own = new Map<string, string[]>();
    for (const { hook, hosts: graded } of rows) {
      const { why, grade } = graded[name] ?? {};
      if (why === undefined || grade === 'native') continue;
      own.set(why, [...(own.get(why) ?? []), hook.id]);
    }
    return [...own].map(([why, ids]) => `${title}: ${why} (${idsText(ids)})`);
  });
}

const idsText = (ids: readonly string[]): string =>
  ids.length <= 3 ? ids.map(oneLine).join(', ') : `${ids.length} hooks`;
