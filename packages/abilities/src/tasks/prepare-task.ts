import { nearestWord, quoteValue } from '@anyhook/core';
import type { Ability, EnvironmentConfiguration, JsonObject, LoadedAbility, Violation } from '../registry/ability.js';
import { compileSchema } from '../registry/compile-schema.js';
import type { AbilityFinder } from './runner-parts.js';
import { type TaskError, violationText } from './task.js';

export interface PrepareRequest {
  readonly ability: string;
  readonly input: JsonObject;
  readonly environment?: string | undefined;
}

/** An ability that may be used with this input, and how; or why not. */
export type PreparedTask =
  | {
      readonly ok: true;
      readonly ability: Ability;
      readonly implementation?: string;
      readonly settings: JsonObject;
    }
  | { readonly ok: false; readonly error: TaskError };

/** Checks everything that comes before the hooks. */
export async function prepareTask(abilities: AbilityFinder, request: PrepareRequest): Promise<PreparedTask> {
  const found = findUsable(abilities, request.ability);
  if ('code' in found) return { ok: false, error: found };
  const { ability } = found;
  const environmentProblem = environmentError(ability, request.environment);
  if (environmentProblem) return { ok: false, error: environmentProblem };
  const chosen = chooseImplementation(ability, request.environment);
  if ('code' in chosen) return { ok: false, error: chosen };
  const error = await inputError(ability, request.input);
  return error ? { ok: false, error } : { ok: true, ability, ...chosen };
}

function findUsable(abilities: AbilityFinder, name: string): LoadedAbility | TaskError {
  const found = abilities.find(name);
  if (!found) return unknownAbility(abilities, name);
  const { state } = found;
  if (state.kind === 'active') return found;
  const message =
    state.kind === 'changed'
      ? `${name} was changed after a person trusted it (${state.what}), so it does not run`
      : `${name} is not trusted, so it does not run`;
  const suggestion = `A person must read ${found.ability.source} and run "anyhook trust" in a terminal.`;
  return { code: 'UNTRUSTED_ABILITY', message, suggestion };
}

function unknownAbility(abilities: AbilityFinder, name: string): TaskError {
  const names = abilities.names();
  const near = nearestWord(name, names);
  const message = `no ability is called ${quoteValue(name)}${names.length === 0 ? ', and no other can be used here' : ''}`;
  const suggestion = near ? `Did you mean "${near}"?` : 'See "anyhook ability list".';
  const problem = abilities.problemFor(name);
  if (!problem) return { code: 'UNKNOWN_ABILITY', message, suggestion };
  // It may be in a file that could not be used. Its problem may quote the file, which is not trusted, so only its
  // location is shown.
  const { source, line } = problem;
  const where = line === undefined ? source : `${source}:${line}`;
  return {
    code: 'UNKNOWN_ABILITY',
    message,
    suggestion: `${where} cannot be used: "anyhook ability validate" says why.`,
  };
}

function environmentError({ name, environments }: Ability, environment: string | undefined): TaskError | undefined {
  if (environments.length === 0 || (environment !== undefined && environments.includes(environment))) return undefined;
  const list = environments.join(', ');
  const message =
    environment === undefined
      ? `${name} is only available in ${list}, and no environment was named`
      : `${name} is only available in ${list}, not in ${quoteValue(environment)}`;
  return { code: 'ENVIRONMENT_NOT_ALLOWED', message, suggestion: `Name one of its environments: ${list}.` };
}

type ChosenImplementation = { readonly implementation?: string; readonly settings: JsonObject };

function chooseImplementation(ability: Ability, environment: string | undefined): ChosenImplementation | TaskError {
  if (ability.type !== 'operation') return { settings: {} };
  const { configuration, implementations, name, source } = ability;
  const forEnvironment =
    environment === undefined ? undefined : ownEntry<EnvironmentConfiguration>(configuration, environment);
  const chosen = forEnvironment ?? ownEntry<EnvironmentConfiguration>(configuration, 'default');
  const suggestion = `Add it to "configuration" in ${source}.`;
  if (!chosen) {
    const message = `${name} has no configuration for ${environment === undefined ? '"default"' : `${quoteValue(environment)} and no "default"`}`;
    return { code: 'BAD_CONFIGURATION', message, suggestion };
  }
  const { implementation, settings } = chosen;
  if (ownEntry(implementations, implementation)) return { implementation, settings };
  const known = Object.keys(implementations).join(', ') || 'none';
  const message = `${name} is configured for the implementation ${quoteValue(implementation)}, which it does not have; it has ${known}`;
  return { code: 'BAD_CONFIGURATION', message, suggestion };
}

const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

export async function inputError(ability: Ability, input: JsonObject): Promise<TaskError | undefined> {
  if (!ability.input) return undefined;
  const schema = await compileSchema(ability.input);
  if (!schema.ok) {
    const message = `the input schema of ${ability.name} cannot be used: ${schema.why}`;
    return { code: 'BAD_CONFIGURATION', message, suggestion: `Fix "input" in ${ability.source}.` };
  }
  const violations = schema.check(input);
  return violations.length === 0 ? undefined : badInput(ability.name, violations);
}

function badInput(name: string, violations: readonly Violation[]): TaskError {
  const shown = violations.slice(0, maxShown).map(violationText);
  const more = violations.length > maxShown ? ` and ${violations.length - maxShown} more` : '';
  return {
    code: 'BAD_INPUT',
    message: `the input does not match ${name}: ${shown.join('; ')}${more}`,
    suggestion: `"anyhook ability show ${name}" shows the input schema.`,
    violations,
  };
}

const maxShown = 5;
