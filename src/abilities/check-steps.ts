import type { Problem } from '../core/errors.js';
import { nearestWord, quoteValue } from '../core/errors.js';
import { type FieldPath, makeProblem, type ParsedFile } from '../formats/kit/parse.js';
import type { FileStep } from './schema.js';

interface WorkflowSteps {
  readonly steps: readonly FileStep[];
  readonly cleanup: readonly FileStep[];
}

/** Problems in the steps of a workflow that can be found without reading other files. */
export function checkSteps({ steps, cleanup }: WorkflowSteps, doc: ParsedFile): readonly Problem[] {
  const places = [
    ...steps.map((step, i) => stepAt(step, 'steps', i)),
    ...cleanup.map((step, i) => stepAt(step, 'cleanup', i)),
  ];
  const ids = places.map(({ step }) => step.id);
  const found = places.flatMap(({ step, path }, at) => {
    const say = (message: string, ...more: FieldPath) => {
      const field = [...path, ...more];
      return makeProblem(doc.source, `"${field.join('.')}": ${message}`, doc.lineOf(field), field.join('.'));
    };
    const twice = ids.indexOf(step.id) < at ? [say(`"${step.id}" is the id of an earlier step`, 'id')] : [];
    const both = step.operation !== undefined && step.ability !== undefined;
    const none = step.operation === undefined && step.ability === undefined;
    const target = both || none ? [say(`expected "operation" or "ability", got ${both ? 'both' : 'neither'}`)] : [];
    const words = textsIn(step.input, ['input']).flatMap(({ text, path: where }) =>
      [...text.matchAll(/\$?\$\{([^{}]*)\}/g)].flatMap(([whole, word = '']) => {
        // Two dollar signs stand for one, and the rest is text.
        if (whole.startsWith('$$')) return [];
        const wrong = referenceProblem(word, ids.slice(0, at), ids.slice(at));
        return wrong === undefined ? [] : [say(`${quoteValue(whole)}: ${wrong}`, ...where)];
      }),
    );
    return [...twice, ...target, ...words];
  });
  return found.slice(0, most);
}

const most = 20;

const stepAt = (step: FileStep, list: string, index: number) => ({ step, path: [list, index] as FieldPath });

function referenceProblem(text: string, earlier: readonly string[], later: readonly string[]): string | undefined {
  const [from, ...path] = text.split('.');
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
function textsIn(value: unknown, path: FieldPath): readonly { readonly text: string; readonly path: FieldPath }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}
