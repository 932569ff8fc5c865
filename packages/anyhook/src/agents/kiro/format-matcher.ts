import type { Pattern } from '@anyhook/core';
import { matchesName, namePattern, withNames } from '../../formats/kit/name-pattern.js';

/** The other names of Kiro's tools, which a matcher may use. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  fs_read: ['read', 'fsRead', 'readFile'],
  fs_write: ['write', 'fsWrite'],
  execute_bash: ['shell', 'executeBash'],
  web_fetch: ['web'],
  web_search: ['web'],
  use_subagent: ['subagent'],
  todo_list: ['todo'],
};

/** The tools that a matcher names; undefined if it names all. */
export function toolPattern(matcher: string): Pattern | undefined {
  const pattern = plainPattern(matcher.trim());
  return pattern && withAliases(pattern);
}

/** The tools that one of several matchers names; undefined if it names all. */
export function anyToolPattern(matchers: readonly string[]): Pattern | undefined {
  const patterns = matchers.map(toolPattern);
  if (patterns.length === 0 || patterns.includes(undefined)) return undefined;
  const found = patterns.filter((pattern) => pattern !== undefined);
  if (found.every(({ mode }) => mode === 'anchored'))
    return { source: [...new Set(found.flatMap(({ source }) => source.split('|')))].join('|'), mode: 'anchored' };
  return {
    source: found.map(({ source, mode }) => (mode === 'anchored' ? `^(?:${source})$` : `(?:${source})`)).join('|'),
    mode: 'search',
  };
}

function plainPattern(matcher: string): Pattern | undefined {
  if (matcher === '@builtin') return { source: '^[^@]', mode: 'search' };
  if (matcher === '@mcp' || matcher === '@powers') return { source: '^@', mode: 'search' };
  const [, server, tool] = /^@([^/|()]+)(?:\/([^|()]+))?$/.exec(matcher) ?? [];
  if (server !== undefined)
    return { source: `^@${glob(server)}/${tool === undefined ? '.*' : glob(tool)}$`, mode: 'search' };
  // `fs_*` is a glob in an agent's file; as a regex it would mean more.
  return /^\w+\*$/.test(matcher) ? { source: `^${glob(matcher)}$`, mode: 'search' } : namePattern(matcher);
}

const glob = (text: string): string => text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');

/** Kiro knows each tool by several names, and hooks for new files are meant for changed ones, too. */
function withAliases(pattern: Pattern): Pattern {
  let all = pattern.mode === 'anchored' ? { ...pattern, source: canonicalNames(pattern.source) } : pattern;
  for (const [tool, names] of Object.entries(aliases)) {
    const used = names.find((name) => matchesName(all, name));
    if (used !== undefined) all = withNames(all, used, [tool]);
  }
  return withNames(all, 'fs_write', ['str_replace']);
}

/** A list of names in which aliases are replaced by the names that they stand for. */
function canonicalNames(list: string): string {
  const tools = list.split('|').flatMap((name) => {
    const found = Object.keys(aliases).filter((tool) => aliases[tool]?.includes(name));
    return found.length > 0 ? found : [name];
  });
  return [...new Set(tools)].join('|');
}
