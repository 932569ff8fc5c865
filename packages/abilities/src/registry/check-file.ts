import { isAbsolute, join } from 'node:path';
import { type FieldPath, makeProblem, makeWarning, type ParsedFile } from '@anyhook/anyhook';
import { executableCandidates, hasFolder, nearestWord, type Problem, quoteValue } from '@anyhook/core';
import type { Ability } from './ability.js';
import { type AbilityProgram, implementationPrograms } from './programs.js';
import type { FileStep, OperationFile } from './schema.js';

/** Problems of an operation's implementations and the choice between them. */
export function checkConfiguration(
  { implementations, configuration, scope }: OperationFile,
  doc: ParsedFile,
): readonly Problem[] {
  const names = Object.keys(implementations);
  const problemAt = (field: string, message: string) =>
    makeProblem(doc.source, message, doc.lineOf(field.split('.')), field);
  if (names.length === 0) return [problemAt('implementations', '"implementations": expected at least one, got none')];
  if (!configuration) {
    const all = `"configuration" is required if there are several implementations (${names.join(', ')})`;
    return names.length === 1 ? [] : [problemAt('implementations', `${all}: say which one is the default`)];
  }
  const unknown = Object.entries(configuration).flatMap(([environment, { implementation }]) => {
    if (names.includes(implementation)) return [];
    const field = `configuration.${environment}.implementation`;
    const near = nearestWord(implementation, names);
    const hint = near ? `did you mean "${near}"?` : `there are: ${names.join(', ')}`;
    return [problemAt(field, `"${field}": no implementation is called "${implementation}"; ${hint}`)];
  });
  return [...unknown, ...environmentMismatches(configuration, scope?.environments, doc)];
}

/** Environments that are in scope but have no configuration, or the other way round. */
function environmentMismatches(
  configuration: NonNullable<OperationFile['configuration']>,
  environments: readonly string[] | undefined,
  doc: ParsedFile,
): readonly Problem[] {
  const configured = Object.keys(configuration);
  if (!environments) return [];
  const unused = configured.filter((one) => one !== 'default' && !environments.includes(one));
  const unconfigured = configured.includes('default') ? [] : environments.filter((one) => !configured.includes(one));
  return [
    ...unused.map((one) => {
      const field = `configuration.${one}`;
      const message = `"${field}" is never used: "scope.environments" has only ${environments.join(', ')}`;
      return makeWarning(doc.source, message, doc.lineOf(field.split('.')), field);
    }),
    ...unconfigured.map((one) => {
      const message = `"configuration" has neither "${one}", which is in scope, nor "default": it cannot be used there`;
      return makeWarning(doc.source, message, doc.lineOf(['configuration']), 'configuration');
    }),
  ];
}

interface WorkflowSteps {
  readonly steps: readonly FileStep[];
  readonly cleanup: readonly FileStep[];
}

/** Problems in the steps of a workflow that can be found without reading other files. */
export function checkSteps({ steps, cleanup }: WorkflowSteps, doc: ParsedFile): readonly Problem[] {
  const allSteps = [
    ...steps.map((step, i) => stepAt(step, 'steps', i)),
    ...cleanup.map((step, i) => stepAt(step, 'cleanup', i)),
  ];
  const ids = allSteps.map(({ step }) => step.id);
  const found = allSteps.flatMap(({ step, path }, position) => {
    const problemAt = (message: string, ...more: FieldPath) => {
      const field = [...path, ...more];
      return makeProblem(doc.source, `"${field.join('.')}": ${message}`, doc.lineOf(field), field.join('.'));
    };
    const duplicateId =
      ids.indexOf(step.id) < position ? [problemAt(`"${step.id}" is the id of an earlier step`, 'id')] : [];
    const both = step.operation !== undefined && step.ability !== undefined;
    const none = step.operation === undefined && step.ability === undefined;
    const targetProblems =
      both || none ? [problemAt(`expected "operation" or "ability", got ${both ? 'both' : 'neither'}`)] : [];
    const referenceProblems = stringsIn(step.input, ['input']).flatMap(({ text, path: inputPath }) =>
      [...text.matchAll(/\$?\$\{([^{}]*)\}/g)].flatMap(([whole, reference = '']) => {
        // Two dollar signs are an escaped one, and the rest is text.
        if (whole.startsWith('$$')) return [];
        const problem = referenceProblem(reference, ids.slice(0, position), ids.slice(position));
        return problem === undefined ? [] : [problemAt(`${quoteValue(whole)}: ${problem}`, ...inputPath)];
      }),
    );
    return [...duplicateId, ...targetProblems, ...referenceProblems];
  });
  return found.slice(0, maxProblems);
}

const maxProblems = 20;

const stepAt = (step: FileStep, list: string, index: number) => ({ step, path: [list, index] as FieldPath });

function referenceProblem(reference: string, earlier: readonly string[], later: readonly string[]): string | undefined {
  const [from, ...path] = reference.split('.');
  const [id, output] = path;
  const isStep = from === 'steps' && id !== undefined && output === 'output';
  if (path.includes('') || (from !== 'input' && !isStep)) return 'expected ${input.x} or ${steps.<id>.output.x}';
  if (!isStep || earlier.includes(id)) return undefined;
  if (later.includes(id)) return `step "${id}" has no output yet here; only earlier steps have`;
  const near = nearestWord(id, earlier);
  const known = earlier.length > 0 ? `earlier steps: ${earlier.join(', ')}` : 'there is no earlier step';
  return `no step is called "${id}"; ${near ? `did you mean "${near}"?` : known}`;
}

/** Every string of an input, with its path. The parser has limited the depth. */
function stringsIn(value: unknown, path: FieldPath): readonly { readonly text: string; readonly path: FieldPath }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => stringsIn(inner, [...path, key]));
}

/** A missing script is a warning, because it may be built later. A whole command line is not a program. */
export function checkScripts(ability: Ability, doc: ParsedFile, exists: (path: string) => boolean): readonly Problem[] {
  return startedPrograms(ability).flatMap(({ program, path }) => {
    const { command } = program;
    const isCommandLine = /\s/.test(command);
    if (!hasFolder(command) && !isCommandLine) return [];
    if (executableCandidates(isAbsolute(command) ? command : join(ability.root, command)).some(exists)) return [];
    const field = [...path, 'command'].join('.');
    const expectation = isCommandLine
      ? `one program, got "${command}"; its arguments belong in "args"`
      : `a script below ${ability.root}, got ${command}, which does not exist`;
    const message = `"${field}": expected ${expectation}; every run will fail`;
    return [makeWarning(doc.source, message, doc.lineOf([...path, 'command']), field)];
  });
}

function startedPrograms(ability: Ability): readonly { readonly program: AbilityProgram; readonly path: FieldPath }[] {
  if (ability.type === 'agent') return [{ program: ability.run, path: [] }];
  if (ability.type === 'workflow') return [];
  return Object.entries(ability.implementations).flatMap(([name, implementation]) =>
    implementationPrograms(implementation).map((program) => ({
      program,
      path: ['implementations', name, ...(implementation.kind === 'mcp' ? ['server'] : [])],
    })),
  );
}

// Copying `__proto__` can replace the prototype of an object; the validator drops the other keys without an error.
const forbiddenEverywhere = ['__proto__'];
const forbiddenOutsideSchemas = [...forbiddenEverywhere, 'constructor', 'prototype'];

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
