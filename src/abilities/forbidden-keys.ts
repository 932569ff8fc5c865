import type { Problem } from '../core/errors.js';
import { type FieldPath, makeProblem, type ParsedFile } from '../formats/kit/parse.js';

// Copying `__proto__` can replace the prototype of an object; the validator drops the other keys without an error.
const forbiddenEverywhere = ['__proto__'];
const forbiddenOutsideSchemas = [...forbiddenEverywhere, 'constructor', 'prototype'];
const most = 20;

/** Keys that no registry file may have. Inside a JSON Schema, fields may have nearly any name. */
export function findForbiddenKeys(doc: ParsedFile): readonly Problem[] {
  const found: Problem[] = [];
  const visit = (value: unknown, path: FieldPath, keys: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const here = [...path, key];
      if (keys.includes(key) && found.length < most && !Array.isArray(value))
        found.push(
          makeProblem(doc.source, `"${here.join('.')}": this key is not allowed`, doc.lineOf(here), here.join('.')),
        );
      visit(inner, here, path.length === 0 && ['input', 'output'].includes(key) ? forbiddenEverywhere : keys);
    }
  };
  visit(doc.value, [], forbiddenOutsideSchemas);
  return found;
}
