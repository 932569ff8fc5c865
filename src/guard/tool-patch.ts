/** A file that a patch changes. */
export interface PatchedFile {
  readonly path: string;
  readonly change: 'add' | 'edit' | 'delete';
  /** Its new path, if it moves. */
  readonly to?: string;
}

const maxFiles = 1_000;
const maxLines = 50_000;
const agentHeader = /^[ \t]*\*\*\* (?:(Add|Update|Delete) File|(Move) to):[ \t]*(\S.*)$/;
const diffHeader = /^(---|\+\+\+|rename from|rename to|copy to)[ \t]+(\S.*)$/;

/** The files of a patch, in the form that agents write (`*** Update File: x`) or in that of diff and git. */
export function patchedFiles(patch: string): readonly PatchedFile[] {
  const found: PatchedFile[] = [];
  let old = '';
  let from = '';
  for (const line of patch.split('\n', maxLines)) {
    if (found.length >= maxFiles) break;
    const header = agentHeader.exec(line.slice(0, 5_000).trimEnd());
    const [, change, move, path = ''] = header ?? [];
    const last = found.at(-1);
    if (move && last) found[found.length - 1] = { ...last, to: path };
    else if (header) found.push({ path, change: change === 'Add' ? 'add' : change === 'Delete' ? 'delete' : 'edit' });
    const [, sign, text = ''] = diffHeader.exec(line.slice(0, 5_000).trimEnd()) ?? [];
    const named = sign === undefined ? '' : diffPath(text);
    if (sign === '---') old = named;
    else if (sign === 'rename from') from = named;
    else if (sign === 'rename to' && from !== '') found.push({ path: from, change: 'edit', to: named });
    else if (sign === 'copy to') found.push({ path: named, change: 'add' });
    else if (sign === '+++' && named !== '') found.push({ path: named, change: old === '' ? 'add' : 'edit' });
    else if (sign === '+++' && old !== '') found.push({ path: old, change: 'delete' });
  }
  return found;
}

/** The file that a header of a diff names; empty for none. */
function diffPath(header: string): string {
  const path = header
    .replace(/\t.*/, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/^[ab]\//, '');
  return path === '/dev/null' ? '' : path;
}
