import type { Problem } from '../core/errors.js';
import { checkSchema, makeProblem, makeWarning, type ParsedFile, parseYaml } from '../formats/kit/parse.js';
import type {
  Ability,
  Authentication,
  EnvironmentConfiguration,
  HookBindings,
  Implementation,
  WorkflowStep,
} from './ability.js';
import { checkConfiguration } from './check-configuration.js';
import { checkScripts } from './check-scripts.js';
import { checkSteps } from './check-steps.js';
import { findForbiddenKeys } from './forbidden-keys.js';
import { implementationPrograms, programScripts } from './programs.js';
import {
  type FileAuth,
  type FileImplementation,
  type FileStep,
  type HighLevelFile,
  highLevelSchema,
  type OperationFile,
  operationSchema,
} from './schema.js';

/** The two folders of a registry. */
export type RegistryFolder = 'low-level' | 'high-level';

/** The content of a registry file. */
export interface AbilityFile {
  readonly path: string;
  readonly text: string;
  readonly folder: RegistryFolder;
  /** The folder that contains `.system`. */
  readonly root: string;
  /** Whether this file exists (absolute path). */
  readonly exists: (path: string) => boolean;
}

export interface LoadedAbilityFile {
  readonly ability?: Ability;
  readonly problems: readonly Problem[];
}

/** Loads one registry file. What needs the other files is checked in `link`. */
export function loadAbility(file: AbilityFile): LoadedAbilityFile {
  const parsed = parseYaml(file.text, file.path);
  if (!('doc' in parsed)) return { problems: parsed.problems };
  const { doc } = parsed;
  const strange = [...findForbiddenKeys(doc), ...checkFolder(doc, file)];
  if (strange.length > 0) return { problems: [...parsed.problems, ...strange] };
  const { ability, problems } = file.folder === 'low-level' ? loadOperation(doc, file) : loadHighLevel(doc, file);
  const all = [...parsed.problems, ...problems];
  return !ability || all.some(({ severity }) => severity === 'error') ? { problems: all } : { ability, problems: all };
}

/** Says that a file is in the wrong folder; otherwise all its fields would be reported as unknown. */
function checkFolder({ value, source, lineOf }: ParsedFile, { folder }: AbilityFile): readonly Problem[] {
  if (typeof value !== 'object' || value === null) return [];
  const [own, other, home] = folder === 'low-level' ? ['key', 'id', 'high-level'] : ['id', 'key', 'low-level'];
  if (own in value || !(other in value)) return [];
  const message = `"${other}" is a field of .system/registry/${home}: move the file there, or write "${own}"`;
  return [makeProblem(source, message, lineOf([other]), other)];
}

function loadOperation(doc: ParsedFile, file: AbilityFile): LoadedAbilityFile {
  const { output: given, problems } = checkSchema(operationSchema, doc);
  if (!given) return { problems };
  const implementations = mapValues(given.implementations, implementationOf);
  const ability: Ability = {
    kind: 'operation_key',
    type: 'operation',
    name: given.key,
    ...sharedOf(given, doc, file),
    implementations,
    configuration: configurationOf(given),
    files: trustedFiles(file, Object.values(implementations)),
  };
  return { ability, problems: [...checkConfiguration(given, doc), ...checkShared(ability, doc, file)] };
}

function loadHighLevel(doc: ParsedFile, file: AbilityFile): LoadedAbilityFile {
  const { output: given, problems } = checkSchema(highLevelSchema, doc);
  if (!given) return { problems };
  const shared = { kind: 'ability_id', name: given.id, ...sharedOf(given, doc, file) } as const;
  const ability: Ability =
    given.type === 'workflow'
      ? {
          ...shared,
          type: 'workflow',
          steps: given.steps.map(stepOf),
          cleanup: given.cleanup.map(stepOf),
          files: [file.path],
        }
      : agentAbility(given, shared, file);
  const wrong = given.type === 'workflow' ? checkSteps(given, doc) : [];
  return { ability, problems: [...wrong, ...checkShared(ability, doc, file)] };
}

type CommonAbilityFields = Omit<Extract<Ability, { type: 'agent' }>, 'type' | 'run' | 'files'>;

function agentAbility(
  given: Extract<HighLevelFile, { type: 'agent' }>,
  shared: CommonAbilityFields,
  file: AbilityFile,
): Ability {
  const run = scriptOf(given);
  return { ...shared, type: 'agent', run, files: trustedFiles(file, [run]) };
}

function sharedOf(given: OperationFile | HighLevelFile, doc: ParsedFile, file: AbilityFile) {
  const { version, summary, description, scope, input, output, routing, hooks, idempotent } = given;
  return {
    version: String(version),
    summary: summary.trim(),
    ...(description !== undefined && { description: description.trim() }),
    environments: scope?.environments ?? [],
    ...(input && { input }),
    ...(output && { output }),
    routing: {
      keywords: routing.keywords ?? [],
      negativeKeywords: routing.negative_keywords ?? [],
      documents: routing.documents ?? [],
    },
    hooks: bindingsOf(hooks),
    idempotent,
    source: file.path,
    line: doc.lineOf([file.folder === 'low-level' ? 'key' : 'id']),
    lines: linesOf(given, doc),
    root: file.root,
  };
}

const bindingsOf = (hooks: OperationFile['hooks']): HookBindings => ({
  preCreate: hooks.pre_create ?? [],
  preCall: hooks.pre_call ?? [],
  postCall: hooks.post_call ?? [],
});

/** The lines of fields that depend on other files, or are checked later. */
function linesOf(given: OperationFile | HighLevelFile, doc: ParsedFile): Readonly<Record<string, number>> {
  const steps = 'steps' in given ? { steps: given.steps, cleanup: given.cleanup } : {};
  const places = [
    ...(['input', 'output'] as const).filter((field) => given[field]).map((field) => [field]),
    ...Object.entries(steps).flatMap(([list, all]) => all.map((_, i) => [list, i])),
    ...Object.entries(given.hooks).flatMap(([event, ids]) => ids.map((_, i) => ['hooks', event, i])),
  ];
  return Object.fromEntries(places.map((path) => [path.join('.'), doc.lineOf(path)]));
}

function implementationOf(given: FileImplementation): Implementation {
  const limits = { timeoutMs: given.timeout_ms, maxOutputBytes: given.max_output_bytes };
  switch (given.kind) {
    case 'script':
      return scriptOf(given);
    case 'mcp':
      return {
        kind: 'mcp',
        server:
          'command' in given.server ? given.server : { url: given.server.url, ...authenticationOf(given.server.auth) },
        tool: given.tool,
        ...limits,
      };
    case 'api': {
      const { kind, method, url, headers, auth } = given;
      return { kind, method, url, headers, ...authenticationOf(auth), ...limits };
    }
    case 'builtin':
      return { kind: 'builtin', use: given.use, ...limits };
  }
}

interface FileScript {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly partial_exit_codes: readonly number[];
  readonly timeout_ms: number;
  readonly max_output_bytes: number;
}

const scriptOf = (given: FileScript): Extract<Implementation, { kind: 'script' }> => ({
  kind: 'script',
  command: given.command,
  args: given.args,
  env: given.env,
  partialExitCodes: given.partial_exit_codes,
  timeoutMs: given.timeout_ms,
  maxOutputBytes: given.max_output_bytes,
});

function authenticationOf(given: FileAuth | undefined): { readonly auth?: Authentication } {
  if (!given) return {};
  if (given.type !== 'basic') return { auth: given };
  return { auth: { type: 'basic', userEnv: given.user_env, passwordEnv: given.password_env } };
}

function stepOf({ id, operation, ability, input, on_failure }: FileStep): WorkflowStep {
  const kind = operation === undefined ? 'ability_id' : 'operation_key';
  return { id, ability: operation ?? ability ?? '', kind, input, onFailure: on_failure };
}

function configurationOf({
  configuration,
  implementations,
}: OperationFile): Readonly<Record<string, EnvironmentConfiguration>> {
  const [only = ''] = Object.keys(implementations);
  return configuration ?? { default: { implementation: only, settings: {} } };
}

const trustedFiles = ({ path, root, exists }: AbilityFile, all: readonly Implementation[]): readonly string[] => [
  ...new Set([
    path,
    ...all.flatMap(implementationPrograms).flatMap((program) => programScripts(program, root, exists)),
  ]),
];

/** A missing file does not keep the other abilities from working. */
function checkShared(ability: Ability, doc: ParsedFile, { root, exists }: AbilityFile): readonly Problem[] {
  const documents = ability.routing.documents.flatMap((path, i) => {
    if (exists(`${root}/${path}`)) return [];
    const field = `routing.documents.${i}`;
    return [
      makeWarning(
        doc.source,
        `"${field}": expected a document below ${root}, got ${path}, which does not exist`,
        doc.lineOf(field.split('.')),
        field,
      ),
    ];
  });
  return [...checkScripts(ability, doc, exists), ...documents];
}

const mapValues = <T, U>(map: Readonly<Record<string, T>>, make: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, make(value)]));
