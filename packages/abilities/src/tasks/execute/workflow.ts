import { quoteValue } from '@anyhook/core';
import type { Ability, JsonObject, WorkflowStep } from '../../registry/ability.js';
import type { ExecutionResult, TaskError } from '../task.js';
import { taskFailure } from './implementation-call.js';
import { resultFromOutput } from './output.js';

export type WorkflowAbility = Extract<Ability, { type: 'workflow' }>;

/** Runs one step as its own task. Never rejects. */
export type RunStep = (
  ability: string,
  input: JsonObject,
  step: { readonly id: string; readonly signal?: AbortSignal | undefined },
) => Promise<ExecutionResult>;

export interface WorkflowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((line: string) => void) | undefined;
  /** Time for the whole clean-up. Default: one minute. */
  readonly cleanupMs?: number;
}

const defaultCleanupMs = 60_000;

/** Runs the steps, then always the clean-up. Partial if an optional step or the clean-up failed. */
export async function runWorkflow(
  workflow: WorkflowAbility,
  input: JsonObject,
  runStep: RunStep,
  options: WorkflowOptions = {},
): Promise<ExecutionResult> {
  const outputs = new Map<string, unknown>();
  const run = { scope: { input, steps: outputs }, outputs, runStep, progress: options.progress ?? (() => {}) };
  const mainResult = await runSteps(workflow.steps, run, options.signal);
  const cleanupTimeout = AbortSignal.timeout(options.cleanupMs ?? defaultCleanupMs);
  const cleanupErrors = await runCleanup(workflow.cleanup, run, cleanupTimeout);
  const output = Object.fromEntries(outputs);
  const errors = [...mainResult.errors, ...cleanupErrors];
  if (options.signal?.aborted) {
    return { ...taskFailure('CANCELLED', 'the workflow was stopped, because the caller went away'), output };
  }
  if (mainResult.isStopped) return { status: 'failure', error: stepsError(errors), output };
  if (errors.length > 0) return { status: 'partial', output, error: stepsError(errors) };
  return resultFromOutput(workflow, output, mainResult.isPartial ? 'partial' : 'success');
}

interface WorkflowRun {
  readonly scope: StepScope;
  readonly outputs: Map<string, unknown>;
  readonly runStep: RunStep;
  readonly progress: (line: string) => void;
}

interface FailedStep {
  readonly id: string;
  readonly error: TaskError;
}

interface StepsResult {
  readonly errors: readonly FailedStep[];
  readonly isStopped: boolean;
  readonly isPartial: boolean;
}

async function runSteps(
  steps: readonly WorkflowStep[],
  run: WorkflowRun,
  signal: AbortSignal | undefined,
): Promise<StepsResult> {
  const errors: FailedStep[] = [];
  let isPartial = false;
  for (const step of steps) {
    if (signal?.aborted) return { errors, isPartial, isStopped: true };
    const resolved = resolveStepInput(step.input, run.scope);
    const result = resolved.ok
      ? await runOneStep(step, resolved.input, run, signal)
      : taskFailure('BAD_INPUT', resolved.why);
    if (result.status === 'partial') isPartial = true;
    if (result.status !== 'failure') continue;
    errors.push({ id: step.id, error: result.error });
    if (step.onFailure === 'stop') return { errors, isPartial, isStopped: true };
  }
  return { errors, isPartial, isStopped: false };
}

/** Every step is tried, whatever happened to the others; a step that needs a missing output is skipped. */
async function runCleanup(
  steps: readonly WorkflowStep[],
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<readonly FailedStep[]> {
  const errors: FailedStep[] = [];
  for (const step of steps) {
    const resolved = resolveStepInput(step.input, run.scope);
    if (!resolved.ok && resolved.step !== undefined) {
      run.progress(`clean-up "${step.id}" has nothing to do: ${resolved.why}`);
      continue;
    }
    const result = resolved.ok
      ? await runOneStep(step, resolved.input, run, signal)
      : taskFailure('BAD_INPUT', resolved.why);
    if (result.status === 'failure') errors.push({ id: step.id, error: result.error });
  }
  return errors;
}

async function runOneStep(step: WorkflowStep, input: JsonObject, run: WorkflowRun, signal: AbortSignal | undefined) {
  if (signal?.aborted) return taskFailure('TIMED_OUT', 'there was no time left for it');
  run.progress(`step "${step.id}": ${step.ability}`);
  const result = await run.runStep(step.ability, input, { id: step.id, signal });
  if (result.status !== 'failure') run.outputs.set(step.id, result.output);
  return result;
}

function stepsError(errors: readonly FailedStep[]): TaskError {
  const [first, ...others] = errors;
  const otherFailures = others.map(({ id, error }) => `; step "${id}" failed too: ${error.message}`).join('');
  const message = first
    ? `step "${first.id}" failed: ${first.error.message}${otherFailures}`
    : 'the steps were stopped';
  return {
    code: 'STEP_FAILED',
    message: message.slice(0, 4_000),
    ...(first?.error.suggestion === undefined ? {} : { suggestion: first.error.suggestion }),
    ...(first?.error.stderr === undefined ? {} : { stderr: first.error.stderr }),
  };
}

/** The values that references in a step's input can refer to. */
interface StepScope {
  readonly input: JsonObject;
  readonly steps: ReadonlyMap<string, unknown>;
}

type ResolvedInput =
  | { readonly ok: true; readonly input: JsonObject }
  /** `step` is the step whose output is missing. */
  | { readonly ok: false; readonly why: string; readonly step?: string };

// A reference may occur many times, each time with a large output.
const maxBytes = 8 * 1024 * 1024;
const maxDepth = 100;

const references = /\$?\$\{([^{}]*)\}/g;

/** Replaces `${input.x}` and `${steps.a.output.x}` in a step's input; `$${` is an escape. Own properties only. */
export function resolveStepInput(input: JsonObject, scope: StepScope): ResolvedInput {
  let size = 0;
  let failure: ResolvedInput | undefined;
  const fail = (why: string, step?: string): undefined => {
    failure ??= { ok: false, why, ...(step === undefined ? {} : { step }) };
    return undefined;
  };
  const countedText = (value: unknown): string => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    size += text.length;
    if (size > maxBytes) fail(`the input grows beyond ${maxBytes} characters when its references are filled in`);
    return text;
  };
  const resolveReference = (reference: string): unknown => {
    const found = lookUpReference(reference, scope);
    return found.ok ? found.value : fail(found.why, found.step);
  };
  const resolveString = (template: string): unknown => {
    const wholeReference = /^\$\{([^{}]*)\}$/.exec(template)?.[1];
    if (wholeReference !== undefined) {
      const value = resolveReference(wholeReference);
      if (!failure) countedText(value);
      return value;
    }
    return template.replace(references, (match, reference: string) => {
      if (failure) return '';
      return match.startsWith('$$') ? match.slice(1) : countedText(resolveReference(reference) ?? null);
    });
  };
  const walk = (value: unknown, levels: number): unknown => {
    if (failure || levels === 0) return fail(`the input is nested deeper than ${maxDepth} levels`);
    if (typeof value === 'string') return resolveString(value);
    if (Array.isArray(value)) return value.map((item) => walk(item, levels - 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, levels - 1)]));
  };
  const filled = walk(input, maxDepth) as JsonObject;
  return failure ?? { ok: true, input: filled };
}

type LookupResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string; readonly step?: string };

function lookUpReference(reference: string, { input, steps }: StepScope): LookupResult {
  const [root = '', ...path] = reference.split('.');
  const quoted = `\${${reference.slice(0, 200)}}`;
  if (root === 'input') return valueAt(input, path, quoted);
  const [id = '', part, ...rest] = path;
  if (root !== 'steps' || part !== 'output')
    return { ok: false, why: `${quoted}: expected \${input.…} or \${steps.<id>.output.…}` };
  if (!steps.has(id)) return { ok: false, step: id, why: `${quoted}: the step ${quoteValue(id)} has no output` };
  return valueAt(steps.get(id), rest, quoted);
}

function valueAt(from: unknown, path: readonly string[], quoted: string): LookupResult {
  let value = from;
  for (const name of path) {
    const hasField =
      typeof value === 'object' &&
      value !== null &&
      (!Array.isArray(value) || /^\d+$/.test(name)) &&
      Object.hasOwn(value, name);
    if (!hasField) return { ok: false, why: `${quoted}: there is no ${quoteValue(name)} in ${quoteValue(value)}` };
    value = (value as JsonObject)[name];
  }
  return { ok: true, value };
}
