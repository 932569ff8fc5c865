import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldedName, foldsNames, isPlainName, thisSystem } from '../../file-path.js';
import type { GitIndex } from './git-index.js';
import { refusalText } from './git-work.js';
import { type GitPlace, gitAnswer, type OpenGit, openGit } from './run-git.js';

const maxListBytes = 256 * 1024 * 1024;
/** Larger files are neither hooks nor scripts. */
const maxFileBytes = 8 * 1024 * 1024;
const timeoutMs = 120_000;

/** The commit that a name refers to; undefined if the repository has none. Throws if git cannot be run. */
export const resolveCommit = (revision: string, place: GitPlace): Promise<string | undefined> =>
  withGit(place, async (git) => {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
    const answer = gitAnswer(await git.run(args, { timeoutMs }));
    const commit = answer.kind === 'text' ? answer.text.trim() : '';
    return /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
  });

async function withGit<T>(place: GitPlace, work: (git: OpenGit) => Promise<T>): Promise<T> {
  const git = openGit(place);
  if (git.kind === 'refused') throw new Error(refusalText(git));
  if (git.kind === 'absent') throw new Error(`there is no git, or ${place.cwd} is not in a git repository`);
  try {
    return await work(git);
  } finally {
    git.close();
  }
}

interface GitBlob {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

/**
 * Writes the files of a commit below a folder, byte for byte: no filter, attribute or hook of the repository is applied, and
 * neither the repository nor its index is changed. Returns how many files were skipped because of their size or name.
 */
export const writeCommit = (
  commit: string,
  folder: string,
  place: GitPlace,
  system: string = thisSystem,
): Promise<number> => withGit(place, (git) => writeBlobs(commit, folder, git, system));

async function writeBlobs(commit: string, folder: string, git: OpenGit, system: string): Promise<number> {
  const blobs = await listBlobs(commit, git, system);
  let leftOut = 0;
  const links: (readonly [string, Buffer])[] = [];
  for await (const [{ path, mode }, bytes] of blobContents(blobs, git)) {
    if (!bytes) leftOut++;
    else if (mode === '120000') links.push([path, bytes]);
    else if (!writeBlob(join(folder, path), bytes, mode)) leftOut++;
  }
  // Written last, so that no file is written through a link.
  for (const [path, target] of links) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target.toString('utf8'), join(folder, path));
  }
  return leftOut;
}

/** False if the file system treats two names of the tree as one. */
function writeBlob(file: string, bytes: Buffer, mode: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { mode: mode === '100755' ? 0o755 : 0o644, flag: 'wx' });
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function listBlobs(commit: string, git: OpenGit, system: string): Promise<readonly GitBlob[]> {
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit];
  const answer = gitAnswer(await git.run(args, { timeoutMs, maxBytes: maxListBytes }));
  if (answer.kind !== 'text' || answer.isCut)
    throw new Error(`git ls-tree ${commit}: ${answer.kind === 'failed' ? answer.why : 'too many files'}`);
  return answer.text.split('\0').flatMap((line) => {
    const [, mode = '', type, id = '', size, path = ''] =
      /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line) ?? [];
    // A submodule is not a blob.
    if (type !== 'blob') return [];
    const isWritten = Number(size) <= maxFileBytes && isSafePath(path, system);
    return [{ mode, id: isWritten ? id : '', path }];
  });
}

/** A path must not lead out of the folder; Windows has more ways to do so. */
const isSafePath = (path: string, system: string): boolean =>
  path
    .split('/')
    .every((part) => !['', '.', '..', '.git'].includes(sameName(part, system)) && isPlainName(part, system));

const sameName = (name: string, system: string): string => (foldsNames(system) ? foldedName(name) : name);

/** Each blob with its bytes; without bytes if it is not to be written. */
async function* blobContents(
  blobs: readonly GitBlob[],
  git: OpenGit,
): AsyncIterable<readonly [GitBlob, Buffer | undefined]> {
  const wanted = blobs.filter(({ id }) => id !== '');
  for (const blob of blobs) if (blob.id === '') yield [blob, undefined];
  if (wanted.length === 0) return;
  const { file, args, cwd, env } = git.command(['cat-file', '--batch']);
  const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  ended.catch(() => {}); // The program is missing; reading below reports it.
  child.stdin.on('error', () => {});
  child.stdin.end(wanted.map(({ id }) => `${id}\n`).join(''));
  try {
    const read = createStreamReader(child.stdout);
    for (const blob of wanted) {
      const head = (await read.line()).split(' ');
      const size = Number(head[2]);
      if (head[1] === 'missing')
        throw new Error(
          `${blob.path} is not in this clone, which is a partial one; "git fetch --refetch" completes it`,
        );
      if (head[1] !== 'blob' || !Number.isSafeInteger(size)) throw new Error(`git cat-file: ${head.join(' ')}`);
      const bytes = await read.bytes(size);
      await read.bytes(1);
      yield [blob, bytes];
    }
  } finally {
    child.kill('SIGKILL');
    await ended.catch(() => {});
  }
}

/** Reads lines and bytes from a stream. */
function createStreamReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  const nextChunk = async () => {
    const { value, done } = await chunks.next();
    if (done) throw new Error('git cat-file ended too early');
    return value as Buffer;
  };
  const bytes = async (size: number): Promise<Buffer> => {
    const parts: Buffer[] = [buffered];
    let bufferedBytes = buffered.length;
    while (bufferedBytes < size) {
      const chunk = await nextChunk();
      parts.push(chunk);
      bufferedBytes += chunk.length;
    }
    const all = parts.length === 1 ? buffered : Buffer.concat(parts);
    buffered = all.subarray(size);
    return all.subarray(0, size);
  };
  const line = async (): Promise<string> => {
    let end = buffered.indexOf(10);
    while (end === -1) {
      if (buffered.length > 4_096) throw new Error('git cat-file: no end of line');
      buffered = Buffer.concat([buffered, await nextChunk()]);
      end = buffered.indexOf(10);
    }
    return (await bytes(end + 1)).toString('utf8').trimEnd();
  };
  return { line, bytes };
}

/**
 * The tree names that git cached in an index, the root tree first. Undefined if one of them is out of date, or if the
 * index has no such cache.
 */
export function cachedTrees({ extensions }: GitIndex): readonly [string, ...string[]] | undefined {
  const bytes = extensions.get('TREE');
  if (!bytes) return undefined;
  const ids: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    // A name and a zero, the numbers of files and subfolders, the tree's name as bytes. Without it: -1 files.
    const nameEnd = bytes.indexOf(0, at);
    const lineEnd = bytes.indexOf(0x0a, nameEnd);
    if (nameEnd === -1 || lineEnd === -1 || lineEnd + 21 > bytes.length) return undefined;
    if (!/^\d+ \d+$/.test(bytes.toString('latin1', nameEnd + 1, lineEnd))) return undefined;
    ids.push(bytes.toString('hex', lineEnd + 1, lineEnd + 21));
    at = lineEnd + 21;
  }
  const [first, ...below] = ids;
  return first === undefined ? undefined : [first, ...below];
}
