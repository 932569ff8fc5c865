import { firstToolName, type Match } from '@anyhook/core';
import { patternError } from '../../formats/kit/pattern.js';
import { camelName } from './format-codec.js';
import { copilotPascalTools, copilotTools } from './tool-table.js';

const subjects: Readonly<Record<string, 'tool' | 'subject'>> = {
  preToolUse: 'tool',
  permissionRequest: 'tool',
  postToolUse: 'tool',
  postToolUseFailure: 'tool',
  notification: 'subject',
  preCompact: 'subject',
  subagentStart: 'subject',
  subagentStop: 'subject',
};

/** Copilot CLI's rule: a regex that must match the whole name, of a tool in either of its spellings. */
export function matchOf(matcher: string, native: string): Match | string {
  const subject = subjects[camelName(native)];
  if (subject === undefined || matcher === '' || matcher === '*') return {};
  const problem = patternError(matcher);
  if (problem !== undefined) return problem;
  return { [subject]: { source: subject === 'tool' ? inOwnNames(matcher) : matcher, mode: 'anchored' } };
}

/** The matcher with the names of camelCase events, also for the tools that it calls by those of PascalCase events. */
function inOwnNames(matcher: string): string {
  if (/^[\w|]+$/.test(matcher)) return [...new Set(matcher.split('|').map(ownName))].join('|');
  const pattern = new RegExp(`^(?:${matcher})$`);
  const names = Object.keys(copilotPascalTools).filter((name) => pattern.test(name));
  return [...new Set([matcher, ...names.map(ownName)])].join('|');
}

function ownName(name: string): string {
  const row = Object.hasOwn(copilotPascalTools, name) ? copilotPascalTools[name] : undefined;
  return (row && firstToolName(copilotTools, row.kind)) ?? name;
}
