import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { githubSlug } from '../../../site/github-slug.js';
import { siteLink, siteMap } from '../../../site/pages.js';
import { sidebarOf } from '../../../site/sidebar.js';
import { docPages, withoutBlocks } from './support/doc-pages.js';

/** The anchors of a page, as GitHub and the site make them. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const seen = new Map<string, number>();
  return new Set(
    [...withoutBlocks(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
      const slug = githubSlug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, ''));
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
};

/** The targets of links and pictures that are not URLs. */
function linksOf(page: string): readonly string[] {
  const text = withoutBlocks(page).replace(/`[^`\n]*`/g, '');
  const found = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)|\b(?:src|srcset|href)="([^"]+)"/g)];
  return found.map(([, link, attribute]) => link ?? attribute ?? '').filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** Why a link leads nowhere; undefined if it leads somewhere. */
function faultOf(link: string, page: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(target)) return `${link}: ${target} is not there`;
  if (anchor === undefined || !target.endsWith('.md') || !statSync(target).isFile()) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${link}: ${target} has no heading with this anchor`;
}

for (const page of docPages) {
  test(`every link and anchor of ${page} leads somewhere`, () => {
    assert.deepEqual(
      linksOf(page).flatMap((link) => faultOf(link, page) ?? []),
      [],
    );
  });
}

test('no text in the docs looks like an HTML tag, which would be invisible', () => {
  const shown = ['picture', 'source', 'img'];
  for (const page of docPages) {
    const prose = withoutBlocks(page)
      .replace(/`[^`]*`/g, '')
      .replace(/^ {4}.*$/gm, '');
    const tags = [...prose.matchAll(/<\/?([a-z][\w-]*)[^>]*>/gi)].filter(([, name = '']) => !shown.includes(name));
    assert.deepEqual(
      tags.map(([tag]) => tag),
      [],
      page,
    );
  }
});

test('every page link leads to a page or file of the site, or to the repository', () => {
  const map = { ...siteMap('.'), repository: 'https://example.com/anyhook' };
  const link = (to: string, page = 'docs/guides/abilities.md') => siteLink(to, page, map);
  assert.equal(link('trust.md#what-is-trusted'), '/guides/trust.md#what-is-trusted');
  assert.equal(link('../../README.md#install'), '/overview.md#install');
  assert.equal(link('../README.md'), '/pages.md');
  assert.equal(link('../assets/abilities.svg'), '/pictures/abilities.svg');
  assert.equal(link('../../packages/anyhook/schemas/docker.schema.json'), '/schemas/docker.schema.json');
  assert.equal(
    link('../../packages/anyhook/schemas'),
    'https://example.com/anyhook/tree/HEAD/packages/anyhook/schemas',
  );
  assert.equal(
    link('../../packages/anyhook/src/library.ts'),
    'https://example.com/anyhook/blob/HEAD/packages/anyhook/src/library.ts',
  );
  assert.equal(link('docs/guides/ci.md', 'README.md'), '/guides/ci.md');
  assert.equal(link('https://example.org/x'), 'https://example.org/x');
  assert.equal(link('#here'), '#here');
  assert.throws(() => link('nowhere.md'), /docs\/guides\/abilities\.md: nowhere\.md leads nowhere/);
  assert.throws(() => link('../../../outside.md'), /leads nowhere/);
});

test('every link of a page on the site can be mapped to a URL', () => {
  const map = siteMap('.');
  for (const page of map.pages.keys()) for (const link of linksOf(page)) assert.ok(siteLink(link, page, map) !== '');
});

test('every page of docs is listed in the index, and therefore in the sidebar', () => {
  const shown = new Set(
    JSON.stringify(sidebarOf('.'))
      .match(/"\/[\w/-]+"/g)
      ?.map((link) => link.slice(2, -1)),
  );
  const pages = [...siteMap('.').pages.values()].map((page) => page.replace(/\.md$/, ''));
  assert.deepEqual(
    pages.filter((page) => !shown.has(page)),
    [],
  );
});

test('every link of the front page leads to a page or picture of the site', () => {
  const { pages, files } = siteMap('.');
  const places = [...pages.values(), ...files.values()];
  const links = [...readFileSync('site/index.md', 'utf8').matchAll(/\]\(\/([^)#]*)|link: \/(\S+)/g)];
  assert.ok(links.length > 8);
  const targets = links.map(([, text, field]) => text ?? field ?? '');
  assert.deepEqual(
    targets.filter((target) => !places.includes(target) && !places.includes(`${target}.md`)),
    [],
  );
});

test('the recorded picture shows the same screen as the guide', () => {
  const [, screen = ''] =
    /```text\n(\$ npx anyhook init\n[\s\S]*?)```/.exec(readFileSync('docs/guides/first-run.md', 'utf8')) ?? [];
  const elements = readFileSync('docs/assets/first-run.svg', 'utf8').matchAll(/<text[^>]* y="(\d+)"[^>]*>([^<]*)</g);
  const rows = new Map<string, string>();
  for (const [, row = '', text = ''] of elements) rows.set(row, `${rows.get(row) ?? ''} ${text}`);
  const words = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\d+ (ms|s)\b/g, 'N $1')
      .split(/\s+/)
      .filter(Boolean);
  assert.deepEqual(words([...rows.values()].join('\n')), words(screen), 'run "npm run record"');
});
