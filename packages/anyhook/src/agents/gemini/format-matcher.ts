import type { Match } from '@anyhook/core';
import { patternError } from '../../formats/kit/pattern.js';

/** What Gemini CLI compares an event's matcher with. Events not in this table ignore it. */
const subjects: Readonly<Record<string, 'tool' | 'subject'>> = {
  BeforeTool: 'tool',
  AfterTool: 'tool',
  SessionStart: 'subject',
  SessionEnd: 'subject',
  PreCompress: 'subject',
  Notification: 'subject',
};

/**
 * Gemini CLI's rule: empty or `*` matches all. For a tool it is a regex that is searched anywhere, or the exact name if
 * it is no regex; for other events it is one exact word.
 */
export function matchOf(matcher: string, native: string): Match {
  const text = matcher.trim();
  const subject = Object.hasOwn(subjects, native) ? subjects[native] : undefined;
  if (subject === undefined || text === '' || text === '*') return {};
  if (subject === 'tool' && patternError(text) === undefined) return { tool: { source: text, mode: 'search' } };
  return { [subject]: { source: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), mode: 'anchored' } };
}
