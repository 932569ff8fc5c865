import { quoteValue } from '@anyhook/core';
import type { JsonObject } from '../../registry/ability.js';

/** The values that references in a step's input can refer to. */
export interface StepScope {
  readonly input: JsonObject;
  /** Outputs of the steps that have one. */
  readonly steps: ReadonlyMap<string, unknown>;
}

export type ResolvedInput =
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
