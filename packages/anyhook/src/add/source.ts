import { basename, resolve } from 'node:path';
import { AnyhookError, isFullPath, quoteValue, slashedPath, withoutTrailing } from '@anyhook/core';

/** Where a package comes from. */
export type PackageSource =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'git'; readonly url: string; readonly folder?: string; readonly ref?: string }
  | { readonly kind: 'npm'; readonly name: string; readonly version?: string }
  | { readonly kind: 'plugin'; readonly name: string };

/** The context for parsing a source. */
interface SourceWorld {
  readonly cwd: string;
  readonly home: string;
  isFolder(path: string): boolean;
  /** The names of plugins that the user installed with an agent. */
  readonly plugins: readonly string[];
}

const forms =
  'a folder, a git address (https://…, ssh://…, owner/repo), an npm package, or an installed plugin (name@marketplace)';

/** Parses a source as typed. */
export function parseSource(text: string, { cwd, home, isFolder, plugins }: SourceWorld): PackageSource {
  const given = text.trim();
  if (given === '' || given.startsWith('-') || /[\u0000-\u001f\u007f]/.test(given))
    throw badSource(text, `expected ${forms}`);
  if (plugins.includes(given)) return { kind: 'plugin', name: given };
  const slashed = slashedPath(given);
  const path = resolve(
    cwd,
    slashed.replace(/^~(?=\/|$)/, () => home),
  );
  const looksLikePath = isFullPath(given) || /^(?:\.{1,2}(?:\/|$)|\/|~(?:\/|$))/.test(slashed);
  if (looksLikePath && !isFolder(path)) throw badSource(text, `${path} is not a folder`);
  if (looksLikePath || (!given.includes(':') && isFolder(path))) return { kind: 'folder', path };
  return gitSource(given) ?? npmSource(given) ?? shortSource(given) ?? unknownSource(text, plugins);
}

function gitSource(given: string): PackageSource | undefined {
  const short = /^(?:github|gitlab|bitbucket):(?=[\w.-]+\/)/.exec(given)?.[0];
  const host = short === undefined ? undefined : `${short.slice(0, -1)}.${short === 'bitbucket:' ? 'org' : 'com'}`;
  const text = short === undefined || host === undefined ? given : `https://${host}/${given.slice(short.length)}`;
  if (/^\w[\w+.-]*::/.test(text)) throw badSource(given, 'transports of git that start programs are not allowed');
  const url = text.replace(/^git\+/, '');
  const scheme = /^([a-z][a-z+]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  const isScp = scheme === undefined && /^[\w.-]+@[\w.-]+:/.test(url);
  if (scheme === undefined && !isScp) return undefined;
  if (!isScp && !['https', 'ssh', 'file'].includes(scheme ?? ''))
    throw badSource(given, `expected https://, ssh:// or file://, got ${scheme}://`);
  const [address = '', ref] = splitOnce(url, '#');
  const start = isScp ? 0 : (scheme ?? '').length + 3;
  const [repository, folder] = splitOnce(address.slice(start), '//');
  if (repository?.startsWith('-') || ref?.startsWith('-')) throw badSource(given, 'no part may begin with "-"');
  if (ref === '' || folder === '') throw badSource(given, 'expected a name after "#" and "//"');
  if (folder?.split('/').some((part) => part === '..' || part === '.git'))
    throw badSource(given, 'the path leads out of the repository');
  return {
    kind: 'git',
    url: `${address.slice(0, start)}${repository}`,
    ...(folder !== undefined && { folder: withoutTrailing(folder, '/') }),
    ...(ref !== undefined && { ref }),
  };
}

/** `owner/repo`, the short form for GitHub. */
function shortSource(given: string): PackageSource | undefined {
  return /^\w[\w.-]*\/[\w.-]+(?:\/\/[^#]+)?(?:#.+)?$/.test(given) ? gitSource(`github:${given}`) : undefined;
}

/** A name of the registry, as npm allows it; never a path, an address or a tag that is one. */
function npmSource(given: string): PackageSource | undefined {
  const found = /^(?:npm:)?((?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*)(?:@([\w.^~<>=*|+ -]+))?$/i.exec(given);
  const [, name, version] = found ?? [];
  return name === undefined ? undefined : { kind: 'npm', name, ...(version !== undefined && { version }) };
}

function unknownSource(text: string, plugins: readonly string[]): never {
  const near = plugins.find((name) => name.split('@')[0] === text.split('@')[0]);
  throw badSource(text, near === undefined ? `expected ${forms}` : `did you mean ${near}?`);
}

const badSource = (text: string, why: string): AnyhookError =>
  new AnyhookError('BAD_ARGUMENT', `cannot add ${quoteValue(text)}: ${why}`);

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The name of the package in later commands. */
export function packageNameOf(source: PackageSource): string {
  switch (source.kind) {
    case 'folder':
      return basename(source.path) || 'root';
    case 'npm':
    case 'plugin':
      return source.name;
    case 'git': {
      const parts = withoutTrailing(source.url, '/')
        .replace(/\.git$/, '')
        .split(/[/:]/)
        .filter((part) => part !== '');
      const repository = source.url.startsWith('file:') ? parts.slice(-1) : parts.slice(-2);
      return [...repository, ...(source.folder === undefined ? [] : [source.folder])].join('/');
    }
  }
}

/** The source in the form that `add` accepts, with another version if one is given. */
export function sourceText(source: PackageSource, version?: string): string {
  switch (source.kind) {
    case 'folder':
      return source.path;
    case 'plugin':
      return source.name;
    case 'npm':
      return `npm:${source.name}${source.version === undefined ? '' : `@${source.version}`}`;
    case 'git': {
      const ref = version ?? source.ref;
      return `${source.url}${source.folder === undefined ? '' : `//${source.folder}`}${ref === undefined ? '' : `#${ref}`}`;
    }
  }
}
