import { type SiteMap, siteLink } from './pages.js';

/** The parts of markdown-it that the rules use. */
interface Token {
  type: string;
  info: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

type RenderRule = (tokens: Token[], index: number, ...rest: unknown[]) => string;

interface MarkdownParser {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: unknown }) => void): void } };
  renderer: { rules: Record<string, unknown> };
}

/** Makes Markdown that was written for a repository fit the site. */
export function markdownRules(parser: unknown, map: SiteMap): void {
  const md = parser as MarkdownParser;
  const sources = new Map([...map.pages].map(([source, page]) => [page, source]));
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const { relativePath = '' } = env as { relativePath?: string };
    const source = sources.get(relativePath);
    if (source !== undefined) for (const token of tokens) rewriteLinks(token, (link) => siteLink(link, source, map));
  });
  const text = md.renderer.rules['text'] as RenderRule;
  // No page has templates of Vue in it.
  md.renderer.rules['text'] = ((tokens, index, ...rest) =>
    text(tokens, index, ...rest).replaceAll('{{', '&#123;&#123;')) satisfies RenderRule;
  const fence = md.renderer.rules['fence'] as RenderRule;
  // The name of the file that a block shows.
  md.renderer.rules['fence'] = ((tokens, index, ...rest) => {
    const file = /\bfile=(\S+)/.exec(tokens[index]?.info ?? '')?.[1];
    const title = file === undefined ? '' : `<div class="file-name" v-pre>${file}</div>`;
    return title + fence(tokens, index, ...rest);
  }) satisfies RenderRule;
}

function rewriteLinks(token: Token, rewrite: (link: string) => string): void {
  for (const name of ['href', 'src']) {
    const link = token.attrGet(name);
    if (link !== null) token.attrSet(name, rewrite(link));
  }
  if (token.type === 'html_block' || token.type === 'html_inline')
    token.content = token.content.replace(
      /(\b(?:href|src|srcset)=")([^"]+)"/g,
      (_, start: string, link: string) => `${start}${rewrite(link)}"`,
    );
  for (const child of token.children ?? []) rewriteLinks(child, rewrite);
}
