import { nameOf, parseJson, type ToolCall, wordsOfName } from '@anyhook/core';
import { toolFieldName } from './shell-fields.js';
import { toolFields, toolWords } from './tool-words.js';

/** One object in the input of a call: a call may contain a list of steps, or a call of another tool. */
export interface ToolStep {
  /** By their names in the table; two fields may have the same name. */
  readonly fields: readonly (readonly [name: string, value: unknown])[];
  /** The words that describe its action: its own, otherwise those around it. */
  readonly words: readonly string[];
  /** It addresses a remote repository or store. */
  readonly isElsewhere: boolean;
}

/** What reading one call may cost. */
const limits = { values: 20_000, depth: 64, jsonLength: 1024 * 1024 } as const;

/** The steps of a call. `isCut`: a limit was reached, so there may be more. */
interface ToolSteps {
  readonly steps: readonly ToolStep[];
  readonly isCut: boolean;
}

/** All steps of a call, cached with the call because several readers use them. */
export function toolSteps(call: ToolCall): ToolSteps {
  let found = stepsByCall.get(call);
  if (!found) {
    found = findSteps(call);
    stepsByCall.set(call, found);
  }
  return found;
}

const stepsByCall = new WeakMap<ToolCall, ToolSteps>();

function findSteps(call: ToolCall): ToolSteps {
  const steps: ToolStep[] = [];
  const open: Position[] = [];
  let isCut = false;
  let values = 0;
  const add = (value: unknown, around: Omit<Position, 'value'>): void => {
    if (++values > limits.values) isCut = true;
    else if (typeof value === 'object' && value !== null) {
      if (around.depth > limits.depth) isCut = true;
      else open.push({ ...around, value });
    } else if (typeof value === 'string' && isJson(value)) {
      if (value.length > limits.jsonLength || around.depth > limits.depth) isCut = true;
      else open.push({ ...around, value: parseJson(value) });
    }
  };
  const start = { words: wordsOfName(nameOf(call)), isElsewhere: false, depth: 0 };
  for (const value of [call.input, ...(call.hidden ?? [])]) add(value, start);
  for (let at = 0; at < open.length && !isCut; at++) {
    const { value, words, isElsewhere, depth } = open[at] as Position;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && !isCut; index++)
        add(value[index], { words, isElsewhere, depth: depth + 1 });
      continue;
    }
    const entries = Object.entries(value);
    if (entries.length > limits.values) return { steps, isCut: true };
    const fields = entries.map(([name, inner]) => [toolFieldName(name), inner] as const);
    const own = wordsOfStep(fields);
    const step = {
      fields,
      // A word for deleting in the call counts, whatever a field says.
      words: own.some(isKnown) ? [...words.filter((word) => toolWords.delete.has(word)), ...own] : words,
      isElsewhere: isElsewhere || fields.some(([name]) => toolFields.elsewhere.has(name)),
    };
    steps.push(step);
    for (const [name, inner] of fields)
      if (typeof inner !== 'string' || !toolFields.content.has(name)) add(inner, { ...step, depth: depth + 1 });
  }
  return { steps, isCut };
}

interface Position {
  readonly value: unknown;
  readonly words: readonly string[];
  readonly isElsewhere: boolean;
  readonly depth: number;
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

const isKnown = (word: string): boolean => Object.values(toolWords).some((known) => known.has(word));

/** The words of the fields that describe a step's action. */
function wordsOfStep(fields: ToolStep['fields']): readonly string[] {
  const isCall = fields.some(([name, value]) => toolFields.argument.has(name) && typeof value === 'object');
  return fields.flatMap(([name, value]) => {
    const says = toolFields.step.has(name) || (isCall && toolFields.callee.has(name));
    return says && typeof value === 'string' && value.length <= 60 ? wordsOfName(value) : [];
  });
}

/** The values of some fields of a step. */
export const valuesOf = ({ fields }: ToolStep, names: ReadonlySet<string>): readonly unknown[] =>
  fields.flatMap(([name, value]) => (names.has(name) ? [value] : []));
