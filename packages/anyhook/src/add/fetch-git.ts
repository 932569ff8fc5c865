import {
  checkAmount,
  type PackageFile,
  PackageRefusal,
  packageLimits,
  pathProblem,
  runFetchingGit,
  withScratch,
} from '@anyhook/core';
import type { FetchedContent } from './fetch.js';
import type { PackageSource } from './source.js';

type GitSource = Extract<PackageSource, { kind: 'git' }>;
type Env = Readonly<Record<string, string | undefined>>;

const fetchMs = 120_000;
const maxListBytes = 16 * 1024 * 1024;

/** A name of a repository, and the commit behind it. */
interface RemoteRef {
  readonly name: string;
  readonly commit: string;
}

/** Git in an empty repository, for one fetch. */
interface Fetcher {
  run(args: readonly string[], onStdout?: (chunk: Buffer) => void, stdin?: string): Promise<string>;
}

/** The version that was locked before. */
interface KnownCommit {
  readonly version: string;
  readonly commit: string;
}

/**
 * Fetches one commit. Nothing of the repository runs: its files are read from git's objects, without filters. `known`
 * is the locked tag: if it moved, nothing is fetched. `follow` fetches the newest version tag instead.
 */
export async function fetchGit(
  source: GitSource,
  env: Env,
  { known, follow }: { readonly known?: KnownCommit; readonly follow?: boolean } = {},
): Promise<FetchedContent> {
  return withScratch('anyhook-git-', async (gitFolder) => {
    const git = fetcherIn(gitFolder, env, source);
    await git.run(['init', '--quiet', '--bare', '.']);
    const refs = parseRefs(await git.run(['ls-remote', '--', source.url]));
    if (known) checkUnmoved(source, refs, known);
    const wanted = chooseRef(source, refs, follow === true);
    await fetchCommit(git, source, wanted);
    return { ...wanted.locked, files: await readCommit(git, wanted.locked.commit, source) };
  });
}

function fetcherIn(gitFolder: string, env: Env, { url }: GitSource): Fetcher {
  return {
    async run(args, onStdout, stdin = '') {
      const maxBytes = onStdout ? packageLimits.bytes * 2 : maxListBytes;
      const end = await runFetchingGit({ gitFolder, env }, args, {
        stdin,
        timeoutMs: fetchMs,
        maxBytes,
        ...(onStdout && { onStdout }),
      });
      if (end.kind === 'exit' && end.exitCode === 0) return end.stdout;
      if (end.kind === 'spawn') throw new PackageRefusal(end.error);
      if (end.kind === 'timeout') throw new PackageRefusal(`cannot reach ${url}: no answer in ${fetchMs / 1000} s`);
      if (end.kind === 'too-much-output') throw new PackageRefusal(`${url} sent more data than anyhook accepts`);
      throw new PackageRefusal(`cannot reach ${url}: ${lastLine(end.stderr)}`);
    },
  };
}

const lastLine = (text: string): string =>
  text
    .trim()
    .split('\n')
    .filter((line) => !/^(?:hint:|Please make sure|and the repository exists)/.test(line) && line.trim() !== '')
    .at(-1)
    ?.replace(/^(?:fatal|error): /, '') ?? 'git failed';

const parseRefs = (text: string): readonly RemoteRef[] =>
  text.split('\n').flatMap((line) => {
    const [commit, name] = line.split('\t');
    return commit && name ? [{ commit, name }] : [];
  });

/** An annotated tag is a separate object; the commit is behind `^{}`. */
const tagCommit = (refs: readonly RemoteRef[], tag: string): string | undefined =>
  (refs.find(({ name }) => name === `refs/tags/${tag}^{}`) ?? refs.find(({ name }) => name === `refs/tags/${tag}`))
    ?.commit;

function checkUnmoved({ url, folder }: GitSource, refs: readonly RemoteRef[], { version, commit }: KnownCommit): void {
  const now = tagCommit(refs, version);
  if (now === commit) return;
  if (now === undefined) throw new PackageRefusal(`the tag ${version} is gone from ${url}; nothing was installed`);
  const pinned = `${url}${folder === undefined ? '' : `//${folder}`}#${now}`;
  throw new PackageRefusal(
    `${version} was ${commit.slice(0, 7)} and is ${now.slice(0, 7)} now. A tag that moves may be a swapped package; nothing was installed. If this is intended, remove the package and add ${pinned}`,
  );
}

interface ChosenRef {
  readonly locked: { readonly commit: string; readonly version?: string; readonly isTag?: true };
  /** The name to fetch; missing: the commit itself. */
  readonly name?: string;
}

function chooseRef({ url, ref }: GitSource, refs: readonly RemoteRef[], follow: boolean): ChosenRef {
  if (ref === undefined) {
    const head = refs.find(({ name }) => name === 'HEAD');
    if (!head) throw new PackageRefusal(`${url} has no commits`);
    return { locked: { commit: head.commit }, name: 'HEAD' };
  }
  const tag = follow ? newestTag(ref, refs) : ref;
  const commit = tagCommit(refs, tag);
  if (commit !== undefined) return { locked: { commit, version: tag, isTag: true }, name: `refs/tags/${tag}` };
  const branch = refs.find(({ name }) => name === `refs/heads/${ref}`);
  if (branch) return { locked: { commit: branch.commit, version: ref }, name: branch.name };
  if (/^[0-9a-f]{40}$/.test(ref)) return { locked: { commit: ref } };
  const known = refs.flatMap(({ name }) => /^refs\/(?:tags|heads)\/(.*?)(?:\^\{\})?$/.exec(name)?.[1] ?? []);
  const hint = /^[0-9a-f]{4,39}$/.test(ref)
    ? 'a commit needs all its 40 characters'
    : `it has ${[...new Set(known)].slice(-8).join(', ') || 'neither tags nor branches'}`;
  throw new PackageRefusal(`${url} has no tag or branch "${ref}"; ${hint}`);
}

/** The newest version of the same kind of tag (`v1.2.0`, `hooks-1.2.0`); the tag itself if there is none. */
function newestTag(tag: string, refs: readonly RemoteRef[]): string {
  const [, prefix, version] = versionTag.exec(tag) ?? [];
  if (version === undefined) return tag;
  const others = refs.flatMap(({ name }) => {
    const [, otherPrefix, other] = versionTag.exec(name.replace(/^refs\/tags\//, '')) ?? [];
    return name.startsWith('refs/tags/') && otherPrefix === prefix && other !== undefined ? [other] : [];
  });
  return `${prefix}${others.reduce((best, one) => (isNewer(one, best) ? one : best), version)}`;
}

const versionTag = /^(.*?)(?<!\d)(\d+(?:\.\d+){1,3})$/;

function isNewer(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 4; i++) if ((x?.[i] ?? 0) !== (y?.[i] ?? 0)) return (x?.[i] ?? 0) > (y?.[i] ?? 0);
  return false;
}

/** One commit without its history; if a server does not serve a commit by its hash, everything is fetched. */
async function fetchCommit(git: Fetcher, { url }: GitSource, { name, locked: { commit } }: ChosenRef): Promise<void> {
  const fetchOne = (...args: readonly string[]) => git.run(['fetch', '--quiet', '--no-tags', ...args]);
  if (name !== undefined) {
    await fetchOne('--depth=1', '--', url, name);
  } else {
    try {
      await fetchOne('--depth=1', '--', url, commit);
    } catch {
      await fetchOne('--', url, '+refs/heads/*:refs/all/heads/*', '+refs/tags/*:refs/all/tags/*');
    }
  }
  const kind = await git.run(['cat-file', '-t', commit]).catch(() => '');
  if (kind.trim() !== 'commit') throw new PackageRefusal(`${url} has no commit ${commit}`);
}

interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly size: number;
  readonly path: string;
}

async function readCommit(git: Fetcher, commit: string, { url, folder }: GitSource): Promise<readonly PackageFile[]> {
  const tree = folder === undefined ? commit : `${commit}:${folder}`;
  const listed = await git.run(['ls-tree', '-r', '-l', '-z', '--full-tree', tree]).catch(() => {
    throw new PackageRefusal(`${url} has no folder "${folder}"`);
  });
  const entries = listed.split('\0').flatMap((line): readonly TreeEntry[] => {
    const found = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line);
    return found
      ? [{ mode: found[1] ?? '', id: found[2] ?? '', size: Number(found[3]) || 0, path: found[4] ?? '' }]
      : [];
  });
  checkAmount(
    entries.length,
    entries.reduce((sum, { size }) => sum + size, 0),
  );
  const submodule = entries.find(({ mode }) => mode === '160000');
  if (submodule) throw new PackageRefusal(`a submodule: ${submodule.path}; its files are not fetched`);
  const blobs = await readBlobs(git, entries);
  const files = entries.map(({ path, mode }, i): GitFile => ({ path, mode, bytes: blobs[i] ?? Buffer.alloc(0) }));
  const lfs = files.find(({ bytes }) => bytes.subarray(0, 40).toString('utf8').startsWith('version https://git-lfs.'));
  if (lfs) throw new PackageRefusal(`a file that only git-lfs has: ${lfs.path}`);
  const all = withLinks(files);
  checkAmount(
    all.length,
    all.reduce((sum, { bytes }) => sum + bytes.length, 0),
  );
  return all
    .map(({ path, bytes, mode }) => {
      const problem = pathProblem(path);
      if (problem !== undefined) throw new PackageRefusal(problem);
      return { path, bytes, isExecutable: mode === '100755' };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface GitFile {
  readonly path: string;
  readonly mode: string;
  readonly bytes: Buffer;
}

const isLink = ({ mode }: GitFile): boolean => mode === '120000';

/** Links that lead to links, and so on. */
const maxLinkSteps = 10;

/** A link into the package is replaced by its target, a broken one is skipped; a link out of the package is an error. */
function withLinks(files: readonly GitFile[], steps = 0): readonly GitFile[] {
  if (!files.some(isLink)) return files;
  const [first] = files.filter(isLink);
  if (steps === maxLinkSteps) throw new PackageRefusal(`links in a circle: ${first?.path}`);
  checkAmount(files.length, 0);
  const replaced = files.flatMap((file): readonly GitFile[] => {
    if (!isLink(file)) return [file];
    const target = linkTarget(file.path, file.bytes.toString('utf8'));
    if (`${file.path}/`.startsWith(`${target}/`)) throw new PackageRefusal(`links in a circle: ${file.path}`);
    return files
      .filter(({ path }) => path === target || path.startsWith(`${target}/`))
      .map((found) => ({ ...found, path: file.path + found.path.slice(target.length) }));
  });
  return withLinks(replaced, steps + 1);
}

function linkTarget(path: string, target: string): string {
  const parts = target.startsWith('/') ? ['..'] : [...path.split('/').slice(0, -1), ...target.split('/')];
  const resolved: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') resolved.push(part);
    else if (resolved.pop() === undefined) throw new PackageRefusal(`links out of the package: ${path} -> ${target}`);
  }
  return resolved.join('/');
}

/** The contents of many objects, from one process. */
async function readBlobs(git: Fetcher, entries: readonly TreeEntry[]): Promise<readonly Buffer[]> {
  if (entries.length === 0) return [];
  const chunks: Buffer[] = [];
  await git.run(
    ['cat-file', '--batch'],
    (chunk) => void chunks.push(chunk),
    entries.map(({ id }) => `${id}\n`).join(''),
  );
  const all = Buffer.concat(chunks);
  let at = 0;
  return entries.map(({ id, size }) => {
    const end = all.indexOf(10, at);
    if (end < 0 || !all.toString('utf8', at, end).startsWith(`${id} blob ${size}`))
      throw new PackageRefusal('git gave an incomplete answer');
    at = end + 1 + size + 1;
    return Buffer.from(all.subarray(end + 1, end + 1 + size));
  });
}
