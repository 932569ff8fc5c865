import { type Match, type Pattern, quoteValue } from '@anyhook/core';
import { claudeHookTools } from '../../formats/kit/claude-payload.js';
import type { FormatEvent } from '../../formats/kit/format.js';

/** Claude's rule: empty or `*` matches all, plain words are exact names, anything else is a regex searched anywhere. */
export function patternOf(matcher: string, subject: FormatEvent['matcher']): Pattern | undefined {
  if (matcher === '' || matcher === '*') return undefined;
  if (!/^[A-Za-z0-9_|, -]+$/.test(matcher)) return { source: matcher, mode: 'search' };
  const names = matcher
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { source: (subject === 'tool' ? withAliases(names) : names).join('|'), mode: 'anchored' };
}

/** `if: "Bash(git *)"`. Empty brackets or a star mean every call of the tool. */
export function ruleOf(text: string): NonNullable<Match['rule']> {
  const [, tool = text, content = ''] = /^([^(]+)(?:\((.*)\))?$/s.exec(text) ?? [];
  const glob = content.replace(/\\([()\\])/g, '$1');
  return glob === '' || glob === '*' ? { tool } : { tool, glob };
}

/** The problem of an `if`, which Claude Code takes for the name of a tool that does not exist. */
export function conditionProblem(text: string): string | undefined {
  const tool = /^([\w-]+)(?:\([\s\S]*\))?$/.exec(text)?.[1];
  if (tool === undefined) return `expected a tool and a rule, like "Bash(git *)", got ${quoteValue(text)}`;
  if (/\)\s*(?:\||,|\bor\b)\s*\w+\(/.test(text)) return `expected one rule, got ${quoteValue(text)}`;
  const known = Object.keys(claudeHookTools);
  const other = known.includes(tool) ? undefined : known.find((name) => name.toLowerCase() === tool.toLowerCase());
  return other && `no tool is called "${tool}"; did you mean "${other}"?`;
}

/** Claude renamed its subagent tool and accepts both names. */
function withAliases(names: readonly string[]): readonly string[] {
  const both = names.flatMap((name) => (name === 'Task' || name === 'Agent' ? ['Task', 'Agent'] : [name]));
  return [...new Set(both)];
}
