import {
  agentSchema,
  apiSchema,
  authSchema,
  builtinSchema,
  mcpSchema,
  operationSchema,
  scriptSchema,
  workflowSchema,
  workflowStepSchema,
} from '../../packages/abilities/src/registry/schema.js';
import { fieldTable } from './fields.js';
import { page } from './markdown.js';
import { partSchema } from './schemas.js';

const all = (schema: Parameters<typeof partSchema>[0]) => fieldTable(partSchema(schema));
const without = (schema: Parameters<typeof partSchema>[0], ...deeper: readonly string[]) =>
  all(schema)
    .split('\n')
    .filter((row) => !deeper.some((field) => row.startsWith(`| \`${field}`)))
    .join('\n');

/** The fields that an operation also has. */
const shared = ['version', 'summary', 'description', 'scope', 'input', 'output', 'routing', 'hooks', 'idempotent'];
const own = (schema: Parameters<typeof partSchema>[0], ...deeper: readonly string[]) =>
  without(schema, ...deeper, ...shared.flatMap((field) => [`${field}\``, `${field}.`]));
const alsoHas = 'It also has the fields of an operation from `version` to `idempotent`.';

const link = (name: string) =>
  `JSON Schema: [schemas/${name}.schema.json](../../packages/anyhook/schemas/${name}.schema.json)`;

/** docs/reference/abilities.md */
export function abilitiesPage(): string {
  return page(
    'Abilities: .system/registry',
    'packages/abilities/src/registry/schema.ts',
    'Each ability is one file, `.yaml` or `.yml`, in `.system/registry/low-level` (operations) or `.system/registry/high-level` (workflows and agents) of the working directory and of every folder above it, up to the outermost repository. A name must be unique in all of them; if two abilities have the same name, neither can be used. An unknown field is an error. `anyhook ability validate` reports errors with file and line. An ability does not run before a person trusts it: see [trust](../guides/trust.md).',
    '## An operation',
    link('ability-operation'),
    without(operationSchema, 'implementations.'),
    '## Implementations',
    'Each has a name and a `kind`.',
    '### script',
    'The program gets JSON on stdin: `input`, `settings`, `task_key`, `ability` and `environment`. The command is started without a shell.',
    all(scriptSchema),
    '### mcp',
    without(mcpSchema, 'server.auth.'),
    '### api',
    without(apiSchema, 'auth.'),
    '### builtin',
    all(builtinSchema),
    '## auth',
    'The file names a secret and never contains it: the value comes from a variable in the environment of the caller.',
    all(authSchema.options[0]),
    'With `type: basic`:',
    all(authSchema.options[1]),
    'With `type: header`:',
    all(authSchema.options[2]),
    '## A workflow',
    link('ability-high-level'),
    alsoHas,
    own(workflowSchema, 'steps[]', 'cleanup[]'),
    '### A step',
    'A step calls one `operation` or one `ability`. A workflow must not call itself, directly or through others.',
    all(workflowStepSchema),
    '## An agent',
    `An agent is a command that does the work. It is started like a script. ${alsoHas}`,
    own(agentSchema),
  );
}
