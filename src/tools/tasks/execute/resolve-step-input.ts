import type { JsonObject } from '../../../abilities/ability.js';
import { quoteValue } from '../../../core/errors.js';

/** What the references in a step's input stand for. */
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

const words = /\$?\$\{([^{}]*)\}/g;

/** Replaces `${input.x}` and `${steps.a.output.x}` in a step's input; `$${` is an escape. Own properties only. */
export function resolveStepInput(input: JsonObject, scope: StepScope): ResolvedInput {
  let size = 0;
  let failed: ResolvedInput | undefined;
  const fail = (why: string, step?: string): undefined => {
    failed ??= { ok: false, why, ...(step === undefined ? {} : { step }) };
    return undefined;
  };
  const weigh = (value: unknown): string => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    size += text.length;
    if (size > maxBytes) fail(`the input grows beyond ${maxBytes} characters when its references are filled in`);
    return text;
  };
  const find = (word: string): unknown => {
    const found = lookUp(word, scope);
    return found.ok ? found.value : fail(found.why, found.step);
  };
  const text = (template: string): unknown => {
    const alone = /^\$\{([^{}]*)\}$/.exec(template)?.[1];
    if (alone !== undefined) {
      const value = find(alone);
      if (!failed) weigh(value);
      return value;
    }
    return template.replace(words, (whole, word: string) => {
      if (failed) return '';
      return whole.startsWith('$$') ? whole.slice(1) : weigh(find(word) ?? null);
    });
  };
  const walk = (value: unknown, left: number): unknown => {
    if (failed || left === 0) return fail(`the input is nested deeper than ${maxDepth} levels`);
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map((item) => walk(item, left - 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, left - 1)]));
  };
  const filled = walk(input, maxDepth) as JsonObject;
  return failed ?? { ok: true, input: filled };
}

type LookupResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string; readonly step?: string };

function lookUp(word: string, { input, steps }: StepScope): LookupResult {
  const [root = '', ...path] = word.split('.');
  const said = `\${${word.slice(0, 200)}}`;
  if (root === 'input') return walkDown(input, path, said);
  const [id = '', part, ...rest] = path;
  if (root !== 'steps' || part !== 'output')
    return { ok: false, why: `${said}: expected \${input.…} or \${steps.<id>.output.…}` };
  if (!steps.has(id)) return { ok: false, step: id, why: `${said}: the step ${quoteValue(id)} has no output` };
  return walkDown(steps.get(id), rest, said);
}

function walkDown(from: unknown, path: readonly string[], said: string): LookupResult {
  let value = from;
  for (const name of path) {
    const isThere =
      typeof value === 'object' &&
      value !== null &&
      (!Array.isArray(value) || /^\d+$/.test(name)) &&
      Object.hasOwn(value, name);
    if (!isThere) return { ok: false, why: `${said}: there is no ${quoteValue(name)} in ${quoteValue(value)}` };
    value = (value as JsonObject)[name];
  }
  return { ok: true, value };
}
