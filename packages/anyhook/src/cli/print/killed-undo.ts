import type { StrandedFiles, UnknownUndo } from '@anyhook/undo';
import { countNoun, oneLine, wrap } from '../terminal/text.js';

const shownFiles = 10;

const moreLine = (count: number): readonly string[] => (count > shownFiles ? [`  and ${count - shownFiles} more`] : []);

export function putBackText(paths: readonly string[], width: number | undefined): string {
  const names = paths.slice(0, shownFiles).map(oneLine).join(', ');
  const more = paths.length > shownFiles ? ` and ${paths.length - shownFiles} more` : '';
  const what = paths.length === 1 ? '1 file is' : `${countNoun(paths.length, 'file')} are`;
  return wrap(`An undo was killed before it finished. ${what} back as before the undo: ${names}${more}`, width, 2);
}

export function strandedText({ folder, files }: StrandedFiles, width: number | undefined): string {
  const shown = files.slice(0, shownFiles).map(({ path, place, why }) => {
    const where = place === undefined ? '' : ` is in ${oneLine(place)}`;
    return wrap(`  ${oneLine(path)}${where}: ${oneLine(why)}`, width, 4);
  });
  const isThere = files.some(({ place }) => place !== undefined);
  const advice = `Move the files that block these paths and run "anyhook undo" again, or put the files in place yourself and delete ${oneLine(folder)}.`;
  return [
    wrap('An undo was killed before it finished, and these files are not back in their places:', width, 2),
    ...shown,
    ...moreLine(files.length),
    ...(isThere ? [wrap(advice, width, 0)] : []),
  ].join('\n');
}

/** A folder that an undo may or may not have made. All files are shown, because a person decides about them. */
export function unknownUndoText({ folder, files }: UnknownUndo, isAsked: boolean, width: number | undefined): string {
  const name = oneLine(folder);
  const what = `${name} looks like the leftovers of a killed undo, but anyhook has no record of it. That is normal if an earlier version made it, or if the project was moved. It may also have come with the project, or from an agent. These files may be the only copies: look at them before you decide.`;
  const last = isAsked ? [] : ['Nothing was put back. Run anyhook undo in a terminal to decide.'];
  const shown = files.map(({ path, place }) => `  ${oneLine(path)} is in ${oneLine(place)}`);
  return [wrap(what, width, 2), ...shown, ...last].join('\n');
}
