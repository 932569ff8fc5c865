import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

/** Pages of the site that are not in `docs/`, or have another name there; paths are from the root of the repository. */
const otherPages: Readonly<Record<string, string>> = {
  'README.md': 'overview.md',
  'CHANGELOG.md': 'changelog.md',
  'docs/README.md': 'pages.md',
};

/** Folders whose files the site has besides pages, and where. */
const otherFiles: Readonly<Record<string, string>> = {
  'docs/assets/': 'pictures/',
  'packages/anyhook/schemas/': 'schemas/',
};

/** Every page: its path in the repository, and on the site. */
export function sitePages(root: string): ReadonlyMap<string, string> {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name): [string, string] => [`docs/${name}`, name]);
  return new Map([...inDocs, ...Object.entries(otherPages)]);
}

/** Every other file: its path in the repository, and on the site. */
export const siteFiles = (root: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(otherFiles).flatMap(([from, to]) =>
      readdirSync(join(root, from)).map((name): [string, string] => [from + name, to + name]),
    ),
  );

/** What a link needs to know about the site. */
export interface SiteMap {
  readonly root: string;
  readonly pages: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  /** The address of the repository. */
  readonly repository: string;
}

export function siteMap(root: string): SiteMap {
  const { repository } = JSON.parse(readFileSync(join(root, 'packages/anyhook/package.json'), 'utf8'));
  const address = String(repository.url)
    .replace(/^git\+/, '')
    .replace(/\.git$/, '');
  return { root, pages: sitePages(root), files: siteFiles(root), repository: address };
}

/** Where a link of a page leads on the site: to a page, to a file, or to the repository. Throws if it leads nowhere. */
export function siteLink(link: string, page: string, { root, pages, files, repository }: SiteMap): string {
  if (/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(link)) return link;
  const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(link) ?? [];
  const target = normalize(join(dirname(page), path)).replace(/\/$/, '');
  const own = pages.get(target) ?? files.get(target);
  if (own !== undefined) return `/${own}${anchor}`;
  if (target.startsWith('..') || !existsSync(join(root, target))) throw new Error(`${page}: ${link} leads nowhere`);
  return `${repository}/${statSync(join(root, target)).isDirectory() ? 'tree' : 'blob'}/HEAD/${target}${anchor}`;
}
