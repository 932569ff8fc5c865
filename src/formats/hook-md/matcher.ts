import { type Problem, quoteValue } from '../../core/errors.js';
import type { Match } from '../../core/hook.js';
import { makeProblem, makeWarning, type ParsedFile } from '../kit/parse.js';
import { patternError } from '../kit/pattern.js';
import { toolTriggers } from './events.js';
import type { Frontmatter } from './schema.js';

/** What a matcher narrows the hook to, and what is wrong with it. */
export function readMatcher(
  { trigger, matcher = {} }: Frontmatter,
  doc: ParsedFile,
): { match: Match; found: readonly Problem[] } {
  const { tool, pattern } = matcher;
  if (!tool && !pattern) return { match: {}, found: [] };
  if (!toolTriggers.includes(trigger)) {
    const message = `"matcher" means nothing on ${trigger}, which has no tool: it is ignored`;
    return { match: {}, found: [makeWarning(doc.source, message, doc.lineOf(['matcher']), 'matcher')] };
  }
  const [name, input] = [regex(tool, 'tool', doc), regex(pattern, 'pattern', doc)];
  const match: Match = {
    ...(name.source && { tool: { source: name.source, mode: 'anchored' } }),
    ...(input.source && { input: { source: input.source, mode: 'search' } }),
  };
  return { match, found: [...name.found, ...input.found] };
}

/** The regex that the hook's author meant. */
function regex(
  given: string | undefined,
  key: string,
  doc: ParsedFile,
): { source?: string; found: readonly Problem[] } {
  if (!given) return { found: [] };
  const field = `matcher.${key}`;
  const line = doc.lineOf(['matcher', key]);
  const why = patternError(given);
  if (why) {
    const hint = given === '*' ? '; leave the key out to match all' : '';
    return {
      found: [
        makeProblem(
          doc.source,
          `"${field}": expected a regular expression, got ${quoteValue(given)} (${why})${hint}`,
          line,
          field,
        ),
      ],
    };
  }
  if (!given.includes('\b')) return { source: given, found: [] };
  const message = `"${field}": "\\b" in double quotes is a backspace; it is read as a word boundary, use single quotes`;
  return { source: given.replaceAll('\b', '\\b'), found: [makeWarning(doc.source, message, line, field)] };
}
