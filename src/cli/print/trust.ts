import type { Hook, LoadedHook } from '../../core/hook.js';
import type { Project } from '../../project/load.js';
import { handlerText, matchSummary, shortPath } from '../lib/describe.js';
import { type Colors, colorsFor, type Io, print, widthOf } from '../lib/io.js';
import { count, oneLine, wrap } from '../lib/text.js';

/** A project's hook as a person sees it who is about to trust. */
export interface Look {
  readonly hook: Hook;
  readonly word: 'new' | 'changed' | 'unchanged' | 'deleted';
  /** What changed. */
  readonly why?: string;
}

/** The project's hooks beside what was trusted before. */
export function looksAt({ snapshot }: Project, hooks: readonly LoadedHook[]): readonly Look[] {
  const present = new Set(snapshot.hooks.map(({ id }) => id));
  return hooks
    .filter(({ hook }) => hook.scope === 'project')
    .map(({ hook, state }): Look => {
      if (state.kind === 'untrusted') return { hook, word: 'new' };
      if (state.kind !== 'changed') return { hook, word: 'unchanged' };
      return present.has(hook.id) ? { hook, word: 'changed', why: state.what } : { hook, word: 'deleted' };
    });
}

/** Shows what would run. Commands are never cut: a person must see all of what is trusted. */
export function printLook(looks: readonly Look[], project: Project, io: Io, { all }: { readonly all: boolean }): void {
  const colors = colorsFor(io);
  const { root, problems } = project;
  const width = widthOf(io);
  print(io, `${colors.bold(oneLine(root))}\n`);
  const shown = looks.filter(({ word }) => all || word !== 'unchanged');
  for (const look of shown) {
    print(io, titleOf(look, colors));
    for (const [title, text] of detailsOf(look, root)) print(io, `  ${title.padEnd(6)} ${wrap(text, width, 9)}`);
    print(io, '');
  }
  const quiet = looks.length - shown.length;
  if (quiet > 0) print(io, colors.dim(`${count(quiet, 'hook')} unchanged\n`));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) print(io, colors.yellow(`${count(errors, 'error')} in hook files: see "anyhook validate"\n`));
}

const paints = { new: 'yellow', changed: 'red', deleted: 'red', unchanged: 'green' } as const;

function titleOf({ hook, word }: Look, colors: Colors): string {
  const about = `${hook.nativeEvent}  ${hook.dialect}, ${matchSummary(hook)}`;
  return `${colors[paints[word]](word.padEnd(9))}  ${colors.bold(oneLine(hook.id))}  ${colors.dim(about)}`;
}

function detailsOf({ hook, word, why }: Look, root: string): readonly (readonly [string, string])[] {
  if (word === 'deleted') return [['gone', 'it will be forgotten']];
  const local = (text: string) => text.replaceAll(`${root}/`, '');
  return [
    ...(why === undefined ? [] : [['why', oneLine(local(why))] as const]),
    ['runs', local(handlerText(hook.handler))],
    ['files', hook.files.map((file) => shortPath(file, root)).join(', ')],
  ];
}
