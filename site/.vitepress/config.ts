import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { githubSlug } from '../github-slug.js';
import { markdownRules } from '../markdown-rules.js';
import { siteMap } from '../pages.js';
import { sidebarOf } from '../sidebar.js';

const root = resolve(import.meta.dirname, '..', '..');
const map = siteMap(root);

export default defineConfig({
  srcDir: '.source',
  title: 'anyhook',
  description: 'Guardrails and undo for every coding agent.',
  lang: 'en',
  // A site that lies in a folder of its host sets this.
  base: (process.env['ANYHOOK_SITE_BASE'] || '/') as `/${string}/`,
  cleanUrls: false,
  lastUpdated: false,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env['ANYHOOK_SITE_BASE'] || '/'}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#0969da' }],
  ],
  markdown: {
    anchor: { slugify: githubSlug },
    // Texts of a terminal have no grammar.
    languageAlias: { console: 'sh' },
    config: (md) => markdownRules(md, map),
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        // Every word must be there: one of them alone finds half of the pages. Guides come first.
        miniSearch: {
          searchOptions: {
            combineWith: 'AND',
            fuzzy: 0.1,
            prefix: (term: string) => term.length > 2,
            boost: { title: 4, titles: 2, text: 1 },
            boostDocument: (id: string) => (id.includes('/guides/') ? 2 : 1),
          },
        },
        // The changelog has every word.
        _render: (source, env, md) => (env.relativePath === 'changelog.md' ? '' : md.render(source, env)),
      },
    },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Guides', link: '/guides/first-run', activeMatch: '/guides/' },
      { text: 'Reference', link: '/pages#reference', activeMatch: '/reference/(?!capabilities)' },
      { text: 'Agents', link: '/reference/capabilities' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: [...sidebarOf(root)] as never,
    socialLinks: [{ icon: 'github', link: map.repository }],
    externalLinkIcon: true,
    footer: { message: 'MIT licence' },
  },
});
