import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import {
  highLevelSchema,
  implementationSchema,
  operationSchema,
  stepSchema as workflowStep,
} from '../../src/abilities/schema.js';
import { abilitySchema } from '../../src/formats/ability/schema.js';
import {
  claudeGroupSchema,
  claudeHandlerSchema,
  claudePluginSchema,
  claudeSettingsSchema,
  commandSchema,
  httpSchema,
  promptSchema,
} from '../../src/formats/claude/schema.js';
import { dockerGroupSchema, dockerHookSchema, dockerSchema } from '../../src/formats/docker/schema.js';
import { hookMdSchema } from '../../src/formats/hook-md/schema.js';
import { caseSchema, expectSchema, hooktestSchema, stepSchema } from '../../src/hook-tests/schema.js';
import { configSchema } from '../../src/project/config-schema.js';

/** A file format with the definition that its loader checks it by. */
interface Format {
  readonly title: string;
  readonly schema: v.GenericSchema;
  /** Parts that stand in several places of the file, by name. */
  readonly parts?: Readonly<Record<string, v.GenericSchema>>;
}

const dockerParts = { group: dockerGroupSchema, hook: dockerHookSchema };
const claudeParts = {
  group: claudeGroupSchema,
  handler: claudeHandlerSchema,
  command: commandSchema,
  prompt: promptSchema,
  http: httpSchema,
};

const hooktestParts = { case: caseSchema, step: stepSchema, expect: expectSchema };

/** Every format by the name of its schema file. */
export const formats: Readonly<Record<string, Format>> = {
  anyhook: { title: 'anyhook config: .agents/anyhook.yaml, ~/.config/anyhook/config.yaml', schema: configSchema },
  'hook-md': { title: 'Frontmatter of a HOOK.md', schema: hookMdSchema },
  docker: { title: 'docker-agent hooks: .agents/hooks.yaml, hooks.yaml', schema: dockerSchema, parts: dockerParts },
  ability: { title: 'Ability hook: .system/hooks/*.yaml', schema: abilitySchema },
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
  'claude-plugin': { title: "A Claude Code plugin's hooks/hooks.json", schema: claudePluginSchema, parts: claudeParts },
  hooktest: { title: 'Tests of hooks: *.hooktest.yaml', schema: hooktestSchema, parts: hooktestParts },
  'claude-settings': { title: 'Hooks in .claude/settings.json', schema: claudeSettingsSchema, parts: claudeParts },
};

/** The JSON Schema of a format, for editors. */
export function jsonSchema({ title, schema, parts }: Format): JsonSchema {
  const body = toJsonSchema(schema, { ...options, ...(parts && { definitions: parts }) });
  const { $schema, ...rest } = body;
  return { ...($schema && { $schema }), title, ...rest };
}

/** The JSON Schema of one part, whole. */
export const partSchema = (part: v.GenericSchema): JsonSchema => toJsonSchema(part, options);

// Rules that JSON Schema has no word for are left to the loader.
const options = { errorMode: 'ignore', typeMode: 'input' } as const;

/** The schema files. */
export const schemaFiles = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(formats).map(([name, format]) => [
      `schemas/${name}.schema.json`,
      `${JSON.stringify(jsonSchema(format), null, 2)}\n`,
    ]),
  );
