import type { Problem } from '../core/errors.js';
import { compileTextPattern } from '../engine/pattern.js';
import { type FieldPath, makeProblem, type ParsedFile } from '../formats/kit/parse.js';
import type { CaseSpec } from './schema.js';

/** A problem for each invalid regular expression of a case. */
export async function badPatterns(spec: CaseSpec, at: FieldPath, doc: ParsedFile): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  const expects = [
    { expect: spec.expect, path: [...at, 'expect'] },
    ...(spec.steps ?? []).map(({ expect }, i) => ({ expect, path: [...at, 'steps', i, 'expect'] })),
  ];
  for (const { expect, path } of expects) {
    for (const { pattern, place } of patternsIn(expect, path)) {
      try {
        await compileTextPattern({ source: pattern, mode: 'search' });
      } catch (error) {
        found.push(
          makeProblem(doc.source, `"matches": ${(error as Error).message}`, doc.lineOf(place), place.join('.')),
        );
      }
    }
  }
  return found;
}

interface PlacedPattern {
  readonly pattern: string;
  readonly place: FieldPath;
}

/** All patterns of text rules; fields of an input are data, not rules. */
function patternsIn(value: unknown, place: FieldPath): readonly PlacedPattern[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'input' || key === 'json') return [];
    if (key === 'matches' && typeof inner === 'string') return [{ pattern: inner, place: [...place, key] }];
    return patternsIn(inner, [...place, Array.isArray(value) ? Number(key) : key]);
  });
}
