import { checkSchema, makeProblem, makeWarning, type ParsedFile, parseYaml } from '@anyhook/anyhook';
import type { Problem } from '@anyhook/core';
import type {
  Ability,
  Authentication,
  EnvironmentConfiguration,
  HookBindings,
  Implementation,
  WorkflowStep,
} from './ability.js';
import { checkConfiguration, checkScripts, checkSteps, findForbiddenKeys } from './check-file.js';
import { implementationPrograms, programScripts } from './programs.js';
import type { FileAuth, FileImplementation, FileStep, HighLevelFile, OperationFile } from './schema.js';
import { highLevelSchema, operationSchema } from './schema.js';

export type RegistryFolder = 'low-level' | 'high-level';

export interface AbilityFile {
  readonly path: string;
  readonly text: string;
  readonly folder: RegistryFolder;
  /** The folder that contains `.system`. */
  readonly root: string;
  readonly exists: (path: string) => boolean;
}

export interface LoadedAbilityFile {
  readonly ability?: Ability;
  readonly problems: readonly Problem[];
}

/** Loads one registry file. What depends on other files is checked by `resolveReferences`. */
export function loadAbility(file: AbilityFile): LoadedAbilityFile {
  const parsed = parseYaml(file.text, file.path);
  if (!('doc' in parsed)) return { problems: parsed.problems };
  const { doc } = parsed;
  const earlyProblems = [...findForbiddenKeys(doc), ...checkFolder(doc, file)];
  if (earlyProblems.length > 0) return { problems: [...parsed.problems, ...earlyProblems] };
  const { ability, problems } = file.folder === 'low-level' ? loadOperation(doc, file) : loadHighLevel(doc, file);
  const all = [...parsed.problems, ...problems];
  return !ability || all.some(({ severity }) => severity === 'error') ? { problems: all } : { ability, problems: all };
}

/** Reports a file in the wrong folder; otherwise all its fields would be reported as unknown. */
function checkFolder({ value, source, lineOf }: ParsedFile, { folder }: AbilityFile): readonly Problem[] {
  if (typeof value !== 'object' || value === null) return [];
  const [ownField, otherField, otherFolder] =
    folder === 'low-level' ? ['key', 'id', 'high-level'] : ['id', 'key', 'low-level'];
  if (ownField in value || !(otherField in value)) return [];
  const message = `"${otherField}" is a field of .system/registry/${otherFolder}: move the file there, or write "${ownField}"`;
  return [makeProblem(source, message, lineOf([otherField]), otherField)];
}

function loadOperation(doc: ParsedFile, file: AbilityFile): LoadedAbilityFile {
  const { output: content, problems } = checkSchema(operationSchema, doc);
  if (!content) return { problems };
  const implementations = mapValues(content.implementations, implementationOf);
  const ability: Ability = {
    kind: 'operation_key',
    type: 'operation',
    name: content.key,
    ...commonFields(content, doc, file),
    implementations,
    configuration: configurationOf(content),
    files: trustedFiles(file, Object.values(implementations)),
  };
  return { ability, problems: [...checkConfiguration(content, doc), ...checkReferencedFiles(ability, doc, file)] };
}

function loadHighLevel(doc: ParsedFile, file: AbilityFile): LoadedAbilityFile {
  const { output: content, problems } = checkSchema(highLevelSchema, doc);
  if (!content) return { problems };
  const common = { kind: 'ability_id', name: content.id, ...commonFields(content, doc, file) } as const;
  const ability: Ability =
    content.type === 'workflow'
      ? {
          ...common,
          type: 'workflow',
          steps: content.steps.map(stepOf),
          cleanup: content.cleanup.map(stepOf),
          files: [file.path],
        }
      : agentAbility(content, common, file);
  const stepProblems = content.type === 'workflow' ? checkSteps(content, doc) : [];
  return { ability, problems: [...stepProblems, ...checkReferencedFiles(ability, doc, file)] };
}

type CommonAbilityFields = Omit<Extract<Ability, { type: 'agent' }>, 'type' | 'run' | 'files'>;

function agentAbility(
  content: Extract<HighLevelFile, { type: 'agent' }>,
  common: CommonAbilityFields,
  file: AbilityFile,
): Ability {
  const run = scriptOf(content);
  return { ...common, type: 'agent', run, files: trustedFiles(file, [run]) };
}

function commonFields(content: OperationFile | HighLevelFile, doc: ParsedFile, file: AbilityFile) {
  const { version, summary, description, scope, input, output, routing, hooks, idempotent } = content;
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
    lines: linesOf(content, doc),
    root: file.root,
  };
}

const bindingsOf = (hooks: OperationFile['hooks']): HookBindings => ({
  preCreate: hooks.pre_create ?? [],
  preCall: hooks.pre_call ?? [],
  postCall: hooks.post_call ?? [],
});

/** The lines of fields that depend on other files, or are checked later. */
function linesOf(content: OperationFile | HighLevelFile, doc: ParsedFile): Readonly<Record<string, number>> {
  const steps = 'steps' in content ? { steps: content.steps, cleanup: content.cleanup } : {};
  const paths = [
    ...(['input', 'output'] as const).filter((field) => content[field]).map((field) => [field]),
    ...Object.entries(steps).flatMap(([list, all]) => all.map((_, i) => [list, i])),
    ...Object.entries(content.hooks).flatMap(([event, ids]) => ids.map((_, i) => ['hooks', event, i])),
  ];
  return Object.fromEntries(paths.map((path) => [path.join('.'), doc.lineOf(path)]));
}

function implementationOf(fileImplementation: FileImplementation): Implementation {
  const limits = { timeoutMs: fileImplementation.timeout_ms, maxOutputBytes: fileImplementation.max_output_bytes };
  switch (fileImplementation.kind) {
    case 'script':
      return scriptOf(fileImplementation);
    case 'mcp':
      return {
        kind: 'mcp',
        server:
          'command' in fileImplementation.server
            ? fileImplementation.server
            : { url: fileImplementation.server.url, ...authenticationOf(fileImplementation.server.auth) },
        tool: fileImplementation.tool,
        ...limits,
      };
    case 'api': {
      const { kind, method, url, headers, auth } = fileImplementation;
      return { kind, method, url, headers, ...authenticationOf(auth), ...limits };
    }
    case 'builtin':
      return { kind: 'builtin', use: fileImplementation.use, ...limits };
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

const scriptOf = (fileScript: FileScript): Extract<Implementation, { kind: 'script' }> => ({
  kind: 'script',
  command: fileScript.command,
  args: fileScript.args,
  env: fileScript.env,
  partialExitCodes: fileScript.partial_exit_codes,
  timeoutMs: fileScript.timeout_ms,
  maxOutputBytes: fileScript.max_output_bytes,
});

function authenticationOf(fileAuth: FileAuth | undefined): { readonly auth?: Authentication } {
  if (!fileAuth) return {};
  if (fileAuth.type !== 'basic') return { auth: fileAuth };
  return { auth: { type: 'basic', userEnv: fileAuth.user_env, passwordEnv: fileAuth.password_env } };
}

function stepOf({ id, operation, ability, input, on_failure }: FileStep): WorkflowStep {
  const kind = operation === undefined ? 'ability_id' : 'operation_key';
  return { id, ability: operation ?? ability ?? '', kind, input, onFailure: on_failure };
}

function configurationOf({
  configuration,
  implementations,
}: OperationFile): Readonly<Record<string, EnvironmentConfiguration>> {
  const [onlyImplementation = ''] = Object.keys(implementations);
  return configuration ?? { default: { implementation: onlyImplementation, settings: {} } };
}

const trustedFiles = ({ path, root, exists }: AbilityFile, all: readonly Implementation[]): readonly string[] => [
  ...new Set([
    path,
    ...all.flatMap(implementationPrograms).flatMap((program) => programScripts(program, root, exists)),
  ]),
];

/** Warnings about scripts and documents that do not exist: the ability still loads. */
function checkReferencedFiles(ability: Ability, doc: ParsedFile, { root, exists }: AbilityFile): readonly Problem[] {
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

const mapValues = <T, U>(map: Readonly<Record<string, T>>, convert: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
