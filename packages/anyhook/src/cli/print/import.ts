import { homeIn, pathFromHome } from '@anyhook/core';
import type { ImportMove } from '../../add/import-moves.js';
import type { ImportableHook, ImportVerdict } from '../../add/import-plan.js';
import type { Agent } from '../../agents/agent.js';
import type { SeenHookFile } from '../../doctor/seen-hook-files.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { symbolsFor } from '../terminal/symbols.js';
import { countNoun, oneLine, tableLines } from '../terminal/text.js';
import { runText } from './packages.js';
import { listText } from './recommended.js';

export interface ImportSurroundings {
  readonly agents: readonly Agent[];
  /** Hook files that anyhook does not run: plugins, and code. */
  readonly seen: readonly SeenHookFile[];
}

/** Shows the hooks of each agent, file by file. */
export function printImport(io: Io, found: readonly ImportableHook[], { agents, seen }: ImportSurroundings): void {
  const home = homeIn(io.env) ?? io.home;
  const { bold, dim } = colorsFor(io);
  const files = [...new Set(found.map(({ hook }) => hook.source))];
  for (const file of files) {
    const own = found.filter(({ hook }) => hook.source === file);
    print(io, `${bold(own[0]?.owner.title ?? '')}  ${dim(pathFromHome(file, home))}`);
    const rows = own.map(({ hook, verdict, alsoIn }) => [
      { text: markOf(verdict, io) },
      { text: oneLine([hook.nativeEvent, hook.match.tool?.source ?? ''].join(' ').trim()) },
      { text: verdict.kind === 'known-tool' ? verdict.name : runText(hook) },
      { text: `${verdictText(verdict, agents)}${alsoIn.length > 0 ? `; the same in ${listText(alsoIn)}` : ''}` },
    ]);
    for (const line of tableLines(rows, terminalWidth(io))) print(io, `  ${line}`);
  }
  for (const { agent, plugin, path, isCode, hookCount } of seen) {
    if (plugin !== undefined)
      print(
        io,
        `${bold(agent)}  ${countNoun(hookCount ?? 0, 'hook')} of a plugin: anyhook hooks add ${oneLine(plugin)}`,
      );
    else if (isCode)
      print(io, `${bold(agent)}  ${dim(pathFromHome(path, home))}: code that it loads, which cannot run elsewhere`);
  }
}

function markOf({ kind, ...rest }: ImportVerdict, io: Io): string {
  // Tables measure their cells, so the marks are without colours.
  const { good, bad, warning } = symbolsFor(io, colorsFor({ ...io, env: { ...io.env, NO_COLOR: '1' } }));
  if (kind === 'everywhere') return 'without' in rest && rest.without.length > 0 ? warning : good;
  return kind === 'possible' ? '+' : kind === 'known-tool' ? '=' : bad;
}

function verdictText(verdict: ImportVerdict, agents: readonly Agent[]): string {
  if (verdict.kind === 'known-tool' || verdict.kind === 'stays') return verdict.why;
  const all = agents.length > 1 ? `all ${agents.length} agents` : 'all agents';
  if (verdict.kind === 'possible') return `can run in ${all}`;
  if (agents.length === 0) return 'runs in all agents as soon as they are connected: anyhook init';
  const { without } = verdict;
  return without.length === 0
    ? `runs in ${all} already`
    : `${listText(without)} ${without.length === 1 ? 'has' : 'have'} no such event; the others do`;
}

/** The same as JSON for programs. */
export const importReport = (found: readonly ImportableHook[], moves: readonly ImportMove[], isWritten: boolean) => ({
  hooks: found.map(({ hook, owner, verdict, alsoIn }) => ({
    id: hook.id,
    agent: owner.name,
    source: hook.source,
    event: hook.nativeEvent,
    runs: runText(hook),
    verdict,
    ...(alsoIn.length > 0 && { alsoIn }),
  })),
  moves: moves.map(({ name, source, entries, wholeFile }) => ({
    package: name,
    source,
    entries,
    ...(wholeFile !== undefined && { wholeFile: true }),
  })),
  written: isWritten,
});
