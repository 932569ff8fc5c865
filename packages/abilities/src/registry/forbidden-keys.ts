import { type FieldPath, makeProblem, type ParsedFile } from '@anyhook/anyhook';
import type { Problem } from '@anyhook/core';

// Copying `__proto__` can replace the prototype of an object; the validator drops the other keys without an error.
const forbiddenEverywhere = ['__proto__'];
const forbiddenOutsideSchemas = [...forbiddenEverywhere, 'constructor', 'prototype'];
const maxProblems = 20;

/** Keys that no registry file may have. Inside a JSON Schema, fields may have nearly any name. */
export function findForbiddenKeys(doc: ParsedFile): readonly Problem[] {
  const found: Problem[] = [];
  const visit = (value: unknown, path: FieldPath, forbidden: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const keyPath = [...path, key];
      if (forbidden.includes(key) && found.length < maxProblems && !Array.isArray(value))
        found.push(
          makeProblem(
            doc.source,
            `"${keyPath.join('.')}": this key is not allowed`,
            doc.lineOf(keyPath),
            keyPath.join('.'),
          ),
        );
      visit(inner, keyPath, path.length === 0 && ['input', 'output'].includes(key) ? forbiddenEverywhere : forbidden);
    }
  };
  visit(doc.value, [], forbiddenOutsideSchemas);
  return found;
}
