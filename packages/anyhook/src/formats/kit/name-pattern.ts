import type { Pattern } from '@anyhook/core';
import { RE2JS } from 're2js';

/** A matcher over names: words with `|` between are whole names, else a regex search; undefined: all. */
export function namePattern(matcher: string): Pattern | undefined {
  if (matcher === '' || matcher === '*') return undefined;
  if (!/^[\w:|/@ -]+$/.test(matcher)) return { source: matcher, mode: 'search' };
  const names = matcher.split('|').map((name) => name.trim());
  return { source: names.filter((name) => name !== '').join('|'), mode: 'anchored' };
}

/** Does the pattern match a name? An invalid regex matches none. */
export function matchesName({ source, mode }: Pattern, name: string): boolean {
  const text = mode === 'anchored' ? `^(?:${source})$` : source;
  try {
    return RE2JS.compile(text).matcher(name).find();
  } catch {
    try {
      return new RegExp(text).test(name);
    } catch {
      return false;
    }
  }
}

/** The pattern, plus these names if it matches the first one: one name of the format means several kinds of calls. */
export function withNames(pattern: Pattern, name: string, others: readonly string[]): Pattern {
  if (!matchesName(pattern, name)) return pattern;
  if (pattern.mode === 'search') return { source: `(?:${pattern.source})|^(?:${others.join('|')})$`, mode: 'search' };
  return { source: [...new Set([...pattern.source.split('|'), ...others])].join('|'), mode: 'anchored' };
}
