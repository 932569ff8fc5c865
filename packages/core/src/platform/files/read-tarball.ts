import { gunzipSync } from 'node:zlib';
import { packageLimits } from '../../limits.js';
import { type PackageFile, PackageRefusal, pathProblem } from '../../package-file.js';
import { checkAmount } from './package-tree.js';

const block = 512;

/** The files of a package from a registry: a compressed tar archive with one top-level folder. */
export function readTarball(archive: Buffer): readonly PackageFile[] {
  const tar = unpacked(archive);
  const files: PackageFile[] = [];
  let bytes = 0;
  let longName: string | undefined;
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + block);
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    if (!Number.isSafeInteger(size) || size < 0 || at + block + size > tar.length)
      throw new PackageRefusal('its archive is damaged');
    const body = tar.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    const kind = String.fromCharCode(header[156] ?? 0);
    const name = longName ?? [textOf(header, 345, 155), textOf(header, 0, 100)].filter((part) => part !== '').join('/');
    longName = kind === 'x' ? paxPath(body) : kind === 'L' ? textOf(body, 0, size) : undefined;
    if (kind === 'x' || kind === 'L' || kind === 'g' || kind === '5') continue;
    const path = name.split('/').slice(1).join('/');
    if (kind !== '0' && kind !== '\0') throw new PackageRefusal(`a link or device in its archive: ${path}`);
    const problem = pathProblem(path);
    if (problem !== undefined) throw new PackageRefusal(problem);
    const mode = Number.parseInt(textOf(header, 100, 8), 8);
    files.push({ path, bytes: Buffer.from(body), isExecutable: (mode & 0o111) !== 0 });
    bytes += size;
    checkAmount(files.length, bytes);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A small archive may unpack to a huge amount of data. */
function unpacked(archive: Buffer): Buffer {
  try {
    return gunzipSync(archive, { maxOutputLength: packageLimits.bytes + packageLimits.files * 2 * block });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new PackageRefusal(
      isTooLarge ? `more than ${packageLimits.bytes / 1024 / 1024} MB` : 'its archive is damaged',
    );
  }
}

function textOf(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}

/** The path in an extended header: `31 path=package/long/name\n`. */
const paxPath = (body: Buffer): string | undefined => /^\d+ path=(.*)$/m.exec(body.toString('utf8'))?.[1];
