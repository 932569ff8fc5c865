import { refuseList, strict, wholeNumberOf, withDescription } from '@anyhook/anyhook';
import { maxWaitMs } from '@anyhook/core';
import * as v from 'valibot';

const nonEmptyText = v.pipe(v.string(), v.regex(/\S/, 'expected a string that is not empty'));
const shortText = (max: number) => v.pipe(nonEmptyText, v.maxLength(max, `expected at most ${max} characters`));

const name = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/,
    'expected letters, digits, "_" and "-", with dots between the parts, like db.write.user_row',
  ),
  v.maxLength(128, 'expected at most 128 characters'),
);
const plainName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'expected letters, digits, "_" and "-"'),
  v.maxLength(64, 'expected at most 64 characters'),
);
const variable = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of an environment variable'),
);
const listOf = <S extends v.GenericSchema>(item: S, what: string) =>
  v.pipe(v.array(item), v.maxLength(1_000, `expected at most 1000 ${what}`));
const nonEmptyListOf = <S extends v.GenericSchema>(item: S, what: string) =>
  v.pipe(
    v.array(item),
    v.minLength(1, `expected at least one of the ${what}`),
    v.maxLength(1_000, `expected at most 1000 ${what}`),
  );
const mapOf = <K extends v.GenericSchema<string, string>, S extends v.GenericSchema>(key: K, value: S) =>
  refuseList(v.record(key, value));
const jsonObject = mapOf(v.string(), v.unknown());
const schemaObject = (what: string) => withDescription(jsonObject, `JSON Schema of ${what} (2020-12, or draft-07).`);

const limitFields = (timeoutMs: number) => ({
  timeout_ms: v.optional(wholeNumberOf(1, maxWaitMs, 'milliseconds', 'Milliseconds a run may take.'), timeoutMs),
  max_output_bytes: v.optional(wholeNumberOf(1, 64 * 1024 * 1024, 'bytes', 'Maximum bytes of output.'), 1024 * 1024),
});

const programFields = (envDescription: string) => ({
  command: withDescription(
    nonEmptyText,
    'A script relative to the root (with a slash), or a program on the PATH. No shell is involved.',
  ),
  args: v.optional(withDescription(listOf(v.string(), 'arguments'), 'Arguments, passed unchanged.'), []),
  env: v.optional(withDescription(mapOf(variable, v.string()), envDescription), {}),
});
const scriptFields = programFields('Variables of the program, added to the caller’s environment.');
const serverFields = programFields(
  'Variables of the server, added to a few of the caller’s; a value may refer to others as `${NAME}`.',
);
const exitCode = 'expected exit codes from 1 to 255';
const partialExitFields = {
  partial_exit_codes: v.optional(
    withDescription(
      listOf(v.pipe(v.number(), v.integer(exitCode), v.minValue(1, exitCode), v.maxValue(255, exitCode)), 'exit codes'),
      'Exit codes that mean partial success.',
    ),
    [],
  ),
};

const headerName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'expected the name of an HTTP header'));
const headerValue = v.pipe(v.string(), v.regex(/^[^\r\n\0]*$/, 'expected a header on one line'));

/** Where a secret comes from. */
export const authSchema = v.variant('type', [
  strict({
    type: withDescription(v.literal('bearer'), 'bearer, basic or header.'),
    env: withDescription(variable, 'The variable of the caller’s environment that holds the secret.'),
  }),
  strict({
    type: v.literal('basic'),
    user_env: withDescription(variable, 'The variable that holds the user.'),
    password_env: withDescription(variable, 'The variable that holds the password.'),
  }),
  strict({
    type: v.literal('header'),
    header: withDescription(headerName, 'The header in which the secret is sent.'),
    env: withDescription(variable, 'The variable of the caller’s environment that holds the secret.'),
  }),
]);

const auth = v.optional(
  withDescription(
    authSchema,
    'How to authenticate. Names variables of the caller’s environment; secrets are never stored.',
  ),
);
const urlMatching = (pattern: RegExp) =>
  v.pipe(
    v.string(),
    v.regex(pattern, 'expected http:// or https:// and a host, with no password and no {field} in it'),
    v.maxLength(4_000, 'expected at most 4000 characters'),
  );
const serverUrl = urlMatching(/^https?:\/\/[^\s/@?#{}]+(?:[/?#]\S*)?$/);
const apiUrl = urlMatching(/^https?:\/\/(?:[^\s/@?#{}]|\{settings\.[^{}\s]+\})+(?:[/?#]\S*)?$/);

export const scriptSchema = strict({
  kind: withDescription(v.literal('script'), 'script, mcp, api or builtin.'),
  ...scriptFields,
  ...partialExitFields,
  ...limitFields(60_000),
});
export const mcpSchema = strict({
  kind: v.literal('mcp'),
  server: withDescription(
    v.union([
      strict(serverFields),
      strict({ url: withDescription(serverUrl, 'URL of an MCP server that speaks HTTP.'), auth }),
    ]),
    'The MCP server: a program to start, or a URL.',
  ),
  tool: withDescription(shortText(200), 'Name of the tool on the server.'),
  ...limitFields(60_000),
});
export const apiSchema = strict({
  kind: v.literal('api'),
  method: withDescription(v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), 'HTTP method.'),
  url: withDescription(
    apiUrl,
    'URL; `{field}` in path or query is replaced by a field of the input, percent-encoded, and `{settings.x}` anywhere by a setting.',
  ),
  headers: v.optional(withDescription(mapOf(headerName, headerValue), 'Headers, sent as written; no secrets.'), {}),
  auth,
  ...limitFields(60_000),
});
export const builtinSchema = strict({
  kind: v.literal('builtin'),
  use: withDescription(v.picklist(['noop', 'echo']), 'noop does nothing; echo returns the input.'),
  ...limitFields(60_000),
});

export const implementationSchema = v.variant('kind', [scriptSchema, mcpSchema, apiSchema, builtinSchema]);

const hookId = shortText(200);
const bindings = strict({
  pre_create: v.optional(withDescription(listOf(hookId, 'hooks'), 'Ids of PreAbilityCreate hooks.'), []),
  pre_call: v.optional(withDescription(listOf(hookId, 'hooks'), 'Ids of PreAbilityCall hooks.'), []),
  post_call: v.optional(withDescription(listOf(hookId, 'hooks'), 'Ids of PostAbilityCall hooks.'), []),
});

const routing = strict({
  keywords: v.optional(withDescription(listOf(shortText(200), 'keywords'), 'Words of a prompt that lead here.'), []),
  negative_keywords: v.optional(
    withDescription(listOf(shortText(200), 'keywords'), 'Words of a prompt that lead away from here.'),
    [],
  ),
  documents: v.optional(
    withDescription(
      listOf(
        v.pipe(shortText(1_000), v.regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))/, 'expected a path below the root')),
        'documents',
      ),
      'Documents to read with it, relative to the root.',
    ),
    [],
  ),
});

const version = v.union([
  v.pipe(v.string(), v.regex(/^\S{1,64}$/, 'expected a version without spaces, like "1.0"')),
  v.pipe(v.number(), v.integer('expected a version in quotes, like "1.0"')),
]);

const commonFields = {
  version: withDescription(version, 'Version of the ability; in quotes when it has a dot.'),
  summary: withDescription(shortText(500), 'What it does, in one sentence.'),
  description: v.optional(withDescription(shortText(20_000), 'What it does, in detail.')),
  scope: v.optional(
    strict({
      environments: v.optional(
        withDescription(
          nonEmptyListOf(plainName, 'environments'),
          'Environments in which it may be used; all if none is named.',
        ),
      ),
    }),
  ),
  input: v.optional(schemaObject('the input')),
  output: v.optional(schemaObject('the output')),
  routing: v.optional(withDescription(routing, 'The words that lead a prompt here.'), {}),
  hooks: v.optional(
    withDescription(
      bindings,
      'Hooks of .system/hooks that run for it, regardless of their own scope; if one is missing, the ability cannot be used.',
    ),
    {},
  ),
  idempotent: v.optional(withDescription(v.boolean(), 'true: an interrupted run may be repeated.'), false),
};

/** One `.system/registry/low-level` file. */
export const operationSchema = strict({
  key: withDescription(name, 'Operation key, unique in the project.'),
  ...commonFields,
  implementations: withDescription(mapOf(plainName, implementationSchema), 'Ways to execute it, by name.'),
  configuration: v.optional(
    withDescription(
      mapOf(
        plainName,
        strict({
          implementation: withDescription(plainName, 'The implementation that is used.'),
          settings: v.optional(withDescription(jsonObject, 'What the implementation gets besides the input.'), {}),
        }),
      ),
      'Which implementation is used, by environment; `default` applies if none is named. May be left out with one implementation.',
    ),
  ),
});

const operationTarget = withDescription(name, 'The operation that the step calls.');

export const workflowStepSchema = strict({
  id: withDescription(plainName, 'Name of the step, unique in the workflow.'),
  operation: v.optional(operationTarget),
  ability: v.optional(withDescription(name, 'The high-level ability that the step calls; `operation` or this.')),
  input: v.optional(
    withDescription(
      jsonObject,
      'Its input; strings may contain `${input.x}` and `${steps.<id>.output.x}` of earlier steps.',
    ),
    {},
  ),
  on_failure: v.optional(
    withDescription(v.picklist(['stop', 'continue']), 'What happens to the steps after it if it fails.'),
    'stop',
  ),
});

const id = withDescription(name, 'Ability id, unique in the project.');

export const workflowSchema = strict({
  id,
  type: withDescription(
    v.literal('workflow'),
    'workflow: steps that call operations. agent: a command that does the work.',
  ),
  ...commonFields,
  steps: withDescription(nonEmptyListOf(workflowStepSchema, 'steps'), 'The steps, in order.'),
  cleanup: v.optional(
    withDescription(listOf(workflowStepSchema, 'steps'), 'Runs after the steps, however they ended.'),
    [],
  ),
});

export const agentSchema = strict({
  id,
  type: v.literal('agent'),
  ...commonFields,
  ...scriptFields,
  ...partialExitFields,
  ...limitFields(600_000),
});

/** One `.system/registry/high-level` file. */
export const highLevelSchema = v.variant('type', [workflowSchema, agentSchema]);

export type OperationFile = v.InferOutput<typeof operationSchema>;
export type HighLevelFile = v.InferOutput<typeof highLevelSchema>;
export type FileImplementation = v.InferOutput<typeof implementationSchema>;
export type FileStep = v.InferOutput<typeof workflowStepSchema>;
export type FileAuth = v.InferOutput<typeof authSchema>;
