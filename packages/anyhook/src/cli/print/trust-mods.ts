import { pathFromHome } from '@anyhook/core';
import type { Mod } from '../../answer/mods.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { oneLine, wrap } from '../terminal/text.js';

const paints = { new: 'yellow', changed: 'red', unreadable: 'red', confirmed: 'green' } as const;

/** Prints mods of agents: where they are, and what they can do to hooks. */
export function printMods(mods: readonly Mod[], home: string, io: Io): void {
  const colors = colorsFor(io);
  for (const { folder, title, origin, state, problem, files, effects } of mods) {
    const name = colors.bold(oneLine(pathFromHome(folder, home)));
    print(
      io,
      `${colors[paints[state]](state.padEnd(10))} ${name}  ${colors.dim(`mod of ${title}, ${oneLine(origin)}`)}`,
    );
    const can = ['runs above the hooks in settings and can answer instead of them', ...effects].join('; ');
    const rows = [['can', can], ...(problem === undefined ? [['files', files.join(', ')]] : [['gap', problem]])];
    for (const [label = '', text = ''] of rows)
      print(io, `  ${label.padEnd(6)} ${wrap(oneLine(text), terminalWidth(io), 9)}`);
    print(io, '');
  }
}
