import type { Pattern } from '@anyhook/core';
import { RE2JS } from 're2js';

/** A matcher over names: words with `|` between are whole names, else a regex that is searched; undefined: all. */
export function namePattern(matcher: string): Pattern | undefined {
  if (matcher === '' || matcher === '*') return undefined;
  if (!/^[\w:|/@ -]+$/.test(matcher)) return { source: matcher, mode: 'search' };
  const names = matcher.split('|').map((name) => name.trim());
  return { source: names.filter((name) => name !== '').join('|'), mode: 'anchored' };
}

/** Does the pattern match a name? A regex that cannot be compiled matches none. */
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

/** The pattern, and these names too if it matches the first one: one name of the format stands for several kinds of calls. */
export function withNames(pattern: Pattern, name: string, others: readonly string[]): Pattern {
  if (!matchesName(pattern, name)) return pattern;
  if (pattern.mode === 'search') return { source: `(?:${pattern.source})|^(?:${others.join('|')})$`, mode: 'search' };
  return { source: [...new Set([...pattern.source.split('|'), ...others])].join('|'), mode: 'anchored' };
}
