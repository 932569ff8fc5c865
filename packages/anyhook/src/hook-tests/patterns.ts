import type { Problem } from '@anyhook/core';
import { compileTextPattern } from '../engine/pattern.js';
import { type FieldPath, makeProblem, type ParsedFile } from '../formats/kit/parse.js';
import type { CaseSpec } from './schema.js';

/** A problem for each invalid regular expression of a case. */
export async function badPatterns(spec: CaseSpec, fieldPath: FieldPath, doc: ParsedFile): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  const expects = [
    { expect: spec.expect, path: [...fieldPath, 'expect'] },
    ...(spec.steps ?? []).map(({ expect }, i) => ({ expect, path: [...fieldPath, 'steps', i, 'expect'] })),
  ];
  for (const { expect, path } of expects) {
    for (const { pattern, fieldPath: patternPath } of patternsIn(expect, path)) {
      try {
        await compileTextPattern({ source: pattern, mode: 'search' });
      } catch (error) {
        found.push(
          makeProblem(
            doc.source,
            `"matches": ${(error as Error).message}`,
            doc.lineOf(patternPath),
            patternPath.join('.'),
          ),
        );
      }
    }
  }
  return found;
}

interface LocatedPattern {
  readonly pattern: string;
  readonly fieldPath: FieldPath;
}

/** All patterns of text rules; fields of an input are data, not rules. */
function patternsIn(value: unknown, fieldPath: FieldPath): readonly LocatedPattern[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'input' || key === 'json') return [];
    if (key === 'matches' && typeof inner === 'string') return [{ pattern: inner, fieldPath: [...fieldPath, key] }];
    return patternsIn(inner, [...fieldPath, Array.isArray(value) ? Number(key) : key]);
  });
}
