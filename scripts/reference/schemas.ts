import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import {
  highLevelSchema,
  implementationSchema,
  operationSchema,
  workflowStepSchema as workflowStep,
} from '../../packages/abilities/src/registry/schema.js';
import {
  caseSchema,
  expectSchema,
  hooktestSchema,
  testStepSchema,
} from '../../packages/anyhook/src/hook-tests/schema.js';
import { configSchema } from '../../packages/anyhook/src/hooks/config-schema.js';
import { type FileSchema, formatReferences } from './format-references.js';

const hooktestParts = { case: caseSchema, step: testStepSchema, expect: expectSchema };

/** Files other than hook files, by the names of their schema files. */
export const otherSchemas: Readonly<Record<string, FileSchema>> = {
  anyhook: { title: 'anyhook config: .agents/anyhook.yaml, ~/.config/anyhook/config.yaml', schema: configSchema },
  'ability-operation': {
    title: 'Operation: .system/registry/low-level/*.yaml',
    schema: operationSchema,
    parts: { implementation: implementationSchema },
  },
  'ability-high-level': {
    title: 'Workflow or agent: .system/registry/high-level/*.yaml',
    schema: highLevelSchema,
    parts: { step: workflowStep },
  },
  hooktest: { title: 'Tests of hooks: *.hooktest.yaml', schema: hooktestSchema, parts: hooktestParts },
};

/** The JSON Schema of a file, for editors. */
export function jsonSchema({ title, schema, parts }: FileSchema): JsonSchema {
  const body = toJsonSchema(schema, { ...options, ...(parts && { definitions: parts }) });
  const { $schema, ...rest } = body;
  return { ...($schema && { $schema }), title, ...rest };
}

/** The complete JSON Schema of one part. */
export const partSchema = (part: v.GenericSchema): JsonSchema => toJsonSchema(part, options);

// The loader checks rules that JSON Schema cannot express.
const options = { errorMode: 'ignore', typeMode: 'input' } as const;

/** The schema files: those of all formats, and the others. */
export async function schemaFiles(): Promise<ReadonlyMap<string, string>> {
  const references = await formatReferences();
  const tables = [...[...references.values()].map(({ schemas }) => schemas), otherSchemas];
  return new Map(
    tables
      .flatMap(Object.entries<FileSchema>)
      .map(([name, schema]) => [
        `packages/anyhook/schemas/${name}.schema.json`,
        `${JSON.stringify(jsonSchema(schema), null, 2)}\n`,
      ]),
  );
}
