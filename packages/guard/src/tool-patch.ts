/** A file that a patch changes. */
export interface PatchedFile {
  readonly path: string;
  readonly change: 'add' | 'edit' | 'delete';
  /** Its new path, if it moves. */
  readonly to?: string;
  /** The lines of a new file. */
  readonly added?: readonly string[];
}

/** What reading one patch may cost. */
const limits = { files: 5_000, lines: 500_000 } as const;
const agentHeader = /^[ \t]*\*\*\* (?:(Add|Update|Delete) File|(Move) to):[ \t]*(\S.*)$/;
const diffHeader = /^(---|\+\+\+|rename from|rename to|copy to)[ \t]+(\S.*)$/;

/**
 * The files of a patch, in the format of agents (`*** Update File: x`) or of diff and git. `isCut`: a limit was
 * reached, so there may be more.
 */
export function patchedFiles(patch: string): { readonly files: readonly PatchedFile[]; readonly isCut: boolean } {
  const found: (PatchedFile & { readonly added?: string[] })[] = [];
  let old = '';
  let from = '';
  const lines = patch.split('\n', limits.lines + 1);
  for (const whole of lines) {
    if (found.length > limits.files) break;
    const line = whole.trimEnd();
    const header = agentHeader.exec(line);
    const [, change, move, path = ''] = header ?? [];
    const last = found.at(-1);
    if (move && last) found[found.length - 1] = { ...last, to: path };
    else if (change === 'Add') found.push({ path, change: 'add', added: [] });
    else if (header) found.push({ path, change: change === 'Delete' ? 'delete' : 'edit' });
    else if (whole.startsWith('+')) last?.added?.push(whole.slice(1));
    const [, char, text = ''] = diffHeader.exec(line) ?? [];
    const named = char === undefined ? '' : diffPath(text);
    if (char === '---') old = named;
    else if (char === 'rename from') from = named;
    else if (char === 'rename to' && from !== '') found.push({ path: from, change: 'edit', to: named });
    else if (char === 'copy to') found.push({ path: named, change: 'add' });
    else if (char === '+++' && named !== '') found.push({ path: named, change: old === '' ? 'add' : 'edit' });
    else if (char === '+++' && old !== '') found.push({ path: old, change: 'delete' });
  }
  return { files: found, isCut: found.length > limits.files || lines.length > limits.lines };
}

/** The file in the header of a diff; empty for none. */
function diffPath(header: string): string {
  const path = header
    .replace(/\t.*/, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/^[ab]\//, '');
  return path === '/dev/null' ? '' : path;
}
