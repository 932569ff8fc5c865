import type { Problem } from '@anyhook/core';
import type { Ability } from './ability.js';

/**
 * Problems of the abilities' JSON Schemas. Separate from reading the registry, because compiling a schema takes
 * milliseconds: a call compiles only its own ability's schemas, and `validate` compiles all.
 */
export async function checkSchemas(abilities: readonly Ability[]): Promise<readonly Problem[]> {
  const { compileSchema } = await import('./compile-schema.js');
  const reasonBySchema = new Map<string, string | undefined>();
  const problems: Problem[] = [];
  for (const ability of abilities)
    for (const field of ['input', 'output'] as const) {
      const schema = ability[field];
      if (!schema) continue;
      const text = JSON.stringify(schema);
      if (!reasonBySchema.has(text)) {
        const compiled = await compileSchema(schema);
        reasonBySchema.set(text, compiled.ok ? undefined : compiled.why);
      }
      const why = reasonBySchema.get(text);
      if (why !== undefined) problems.push(problemOf(ability, field, why));
    }
  return problems;
}

const problemOf = ({ source, line, lines }: Ability, field: string, why: string): Problem => ({
  source,
  line: lines?.[field] ?? line,
  field,
  severity: 'error',
  message: `"${field}": ${why}`,
});
