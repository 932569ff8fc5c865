import { type FieldPath, makeProblem, type ParsedFile } from '@anyhook/anyhook';
import { nearestWord, type Problem, quoteValue } from '@anyhook/core';
import type { FileStep } from './schema.js';

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
        // Two dollar signs stand for one, and the rest is text.
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
