import { type Match, type Problem, quoteValue } from '@anyhook/core';
import { makeProblem, makeWarning, type ParsedFile } from '../kit/parse.js';
import { patternError } from '../kit/pattern.js';
import { toolTriggers } from './events.js';
import type { Frontmatter } from './schema.js';

/** What a matcher narrows the hook to, and what is wrong with it. */
export function readMatcher(
  { trigger, matcher = {} }: Frontmatter,
  doc: ParsedFile,
): { match: Match; matcherProblems: readonly Problem[] } {
  const { tool, pattern } = matcher;
  if (!tool && !pattern) return { match: {}, matcherProblems: [] };
  if (!toolTriggers.includes(trigger)) {
    const message = `"matcher" means nothing on ${trigger}, which has no tool: it is ignored`;
    return { match: {}, matcherProblems: [makeWarning(doc.source, message, doc.lineOf(['matcher']), 'matcher')] };
  }
  const [name, input] = [readRegex(tool, 'tool', doc), readRegex(pattern, 'pattern', doc)];
  const match: Match = {
    ...(name.source && { tool: { source: name.source, mode: 'anchored' } }),
    ...(input.source && { input: { source: input.source, mode: 'search' } }),
  };
  return { match, matcherProblems: [...name.problems, ...input.problems] };
}

/** The regex that the hook's author meant. */
function readRegex(
  source: string | undefined,
  key: string,
  doc: ParsedFile,
): { source?: string; problems: readonly Problem[] } {
  if (!source) return { problems: [] };
  const field = `matcher.${key}`;
  const line = doc.lineOf(['matcher', key]);
  const why = patternError(source);
  if (why) {
    const hint = source === '*' ? '; leave the key out to match all' : '';
    return {
      problems: [
        makeProblem(
          doc.source,
          `"${field}": expected a regular expression, got ${quoteValue(source)} (${why})${hint}`,
          line,
          field,
        ),
      ],
    };
  }
  if (!source.includes('\b')) return { source, problems: [] };
  const message = `"${field}": "\\b" in double quotes is a backspace; it is read as a word boundary, use single quotes`;
  return { source: source.replaceAll('\b', '\\b'), problems: [makeWarning(doc.source, message, line, field)] };
}
