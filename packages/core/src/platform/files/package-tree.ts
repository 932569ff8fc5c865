import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { packageLimits } from '../../limits.js';
import { type PackageFile, PackageRefusal, pathProblem } from '../../package-file.js';

/** Folders that belong to version control, not to a package. */
const leftOut: ReadonlySet<string> = new Set(['.git', '.hg', '.svn']);

/** A deeper tree contains a link that leads back into it. */
const maxDepth = 40;

/** Every file below a folder. Links inside the package are replaced by their targets; a link out of it is refused. */
export function readPackageTree(folder: string): readonly PackageFile[] {
  const top = realpathSync(folder);
  const files: PackageFile[] = [];
  let bytes = 0;
  for (const folders = ['']; folders.length > 0; ) {
    const at = folders.pop() ?? '';
    if (at.split('/').length > maxDepth) throw new PackageRefusal(`nested too deeply, or its links form a loop: ${at}`);
    const listing = opendirSync(join(top, at));
    try {
      for (let entry = listing.readSync(); entry; entry = listing.readSync()) {
        const path = at === '' ? entry.name : `${at}/${entry.name}`;
        if (leftOut.has(entry.name)) continue;
        const kind = entry.isSymbolicLink() ? linkKind(top, path) : entry.isDirectory() ? 'folder' : 'file';
        if (kind === 'folder') folders.push(path);
        if (kind !== 'file') continue;
        const file = readEntry(top, path);
        files.push(file);
        bytes += file.bytes.length;
        checkAmount(files.length, bytes);
      }
    } finally {
      listing.closeSync();
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws if this exceeds the limits of a package. */
export function checkAmount(files: number, bytes: number): void {
  if (files > packageLimits.files)
    throw new PackageRefusal(`more than ${packageLimits.files} files; add the subfolder with the hooks: …//path`);
  if (bytes > packageLimits.bytes)
    throw new PackageRefusal(
      `more than ${packageLimits.bytes / 1024 / 1024} MB; add the subfolder with the hooks: …//path`,
    );
}

function readEntry(top: string, path: string): PackageFile {
  const problem = pathProblem(path);
  if (problem !== undefined) throw new PackageRefusal(problem);
  const own = join(top, path);
  // Non-blocking: opening a named pipe must not hang.
  const fd = openSync(own, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new PackageRefusal(`neither a file nor a folder: ${path}`);
    if (stat.size > packageLimits.bytes) checkAmount(1, stat.size);
    return { path, bytes: readFileSync(fd), isExecutable: (stat.mode & 0o111) !== 0 };
  } finally {
    closeSync(fd);
  }
}

/** The kind of a link's target. A link to nothing inside of the package is treated as a missing file. */
function linkKind(top: string, path: string): 'file' | 'folder' | 'nothing' {
  const own = join(top, path);
  const named = resolve(dirname(own), readlinkSync(own));
  const target = existsSync(own) ? realpathSync(own) : named;
  const inside = relative(top, target);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw new PackageRefusal(`links out of the package: ${path} -> ${target}`);
  if (inside.split(sep).some((part) => leftOut.has(part)) || !existsSync(own)) return 'nothing';
  return lstatSync(target).isDirectory() ? 'folder' : 'file';
}

/** Writes the files of a package into a new folder. */
export function writePackageTree(folder: string, files: readonly PackageFile[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { path, bytes, isExecutable } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { flag: 'wx' });
    chmodSync(file, isExecutable ? 0o755 : 0o644);
  }
}
