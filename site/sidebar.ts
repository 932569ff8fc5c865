import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

interface SidebarItem {
  readonly text: string;
  readonly link: string;
}

interface SidebarGroup {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: readonly (SidebarItem | SidebarGroup)[];
}

/** The sidebar, made from docs/README.md: its sections, and in each a group for every name with a colon. */
export function sidebarOf(root: string): readonly SidebarGroup[] {
  const sections = readFileSync(join(root, 'docs/README.md'), 'utf8').split(/^## /m).slice(1);
  const start = [
    { text: 'Overview', link: '/overview' },
    { text: 'All pages', link: '/pages' },
    { text: 'Changelog', link: '/changelog' },
  ];
  return [{ text: 'Start', items: start }, ...sections.flatMap(sectionGroups)];
}

function sectionGroups(section: string): readonly SidebarGroup[] {
  const [title = '', ...lines] = section.split('\n');
  const isGuide = title === 'Guides';
  const groups: { text: string; items: SidebarItem[] }[] = [];
  for (const line of lines) {
    const name = /^(?:- )?([A-Z][^:|[\]]*):(?: |$)/.exec(line)?.[1];
    if (name !== undefined) groups.push({ text: name, items: [] });
    for (const [, text = '', path = ''] of line.matchAll(/\[([^\]]+)\]\(([\w./-]+)\.md\)/g))
      if (!path.startsWith('..')) groups.at(-1)?.items.push({ text: itemText(text, path), link: `/${path}` });
  }
  const filled = groups.filter(({ items }) => items.length > 0);
  if (isGuide) return filled;
  return [{ text: title, collapsed: true, items: filled.map((group) => ({ ...group, collapsed: true })) }];
}

/** Names of formats stay as they are written; other names begin with a capital. */
const itemText = (text: string, path: string): string =>
  path.includes('dialects/') ? text : text.charAt(0).toUpperCase() + text.slice(1);
