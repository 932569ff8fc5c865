import type { Match, Pattern } from '../../core/hook.js';

/** What Claude compares an event's matcher with. Events not in this table ignore it. */
export type MatcherSubject = 'tool' | 'subject';

const subjects: Readonly<Record<string, MatcherSubject>> = {
  PreToolUse: 'tool',
  PermissionRequest: 'tool',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool',
  SessionStart: 'subject',
  SessionEnd: 'subject',
  SubagentStart: 'subject',
  SubagentStop: 'subject',
  PreCompact: 'subject',
  PostCompact: 'subject',
  Notification: 'subject',
};

export const matcherSubjectOf = (event: string): MatcherSubject | undefined =>
  Object.hasOwn(subjects, event) ? subjects[event] : undefined;

/** Claude's rule: empty or `*` matches all, plain words are exact names, anything else is a regex searched anywhere. */
export function patternOf(matcher: string, subject: MatcherSubject): Pattern | undefined {
  if (matcher === '' || matcher === '*') return undefined;
  if (!/^[A-Za-z0-9_|, -]+$/.test(matcher)) return { source: matcher, mode: 'search' };
  const names = matcher
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { source: (subject === 'tool' ? withAliases(names) : names).join('|'), mode: 'anchored' };
}

/** `if: "Bash(git *)"`. */
export function ruleOf(text: string): NonNullable<Match['rule']> {
  const [, tool = text, glob] = /^([^(]+)(?:\((.*)\))?$/s.exec(text) ?? [];
  return glob === undefined ? { tool } : { tool, glob };
}

/** Claude renamed its subagent tool and accepts both names. */
function withAliases(names: readonly string[]): readonly string[] {
  const both = names.flatMap((name) => (name === 'Task' || name === 'Agent' ? ['Task', 'Agent'] : [name]));
  return [...new Set(both)];
}
