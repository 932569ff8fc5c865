import { shownValue, type Value } from '../value.js';
import type { Interpreter } from './interpreter.js';
import type { ShellFrame } from './state.js';

/** A part of the command as the guard understood it, for `explain`. */
export interface GuardStep {
  readonly span: readonly [number, number];
  /** Its words after all expansions. */
  readonly text: string;
  /** The folder after it, if it changed. */
  readonly folder?: Value;
}

const maxSteps = 40;
const maxStepCharacters = 200;

/** Records how a part of the outermost text was understood. */
export function addStep(
  words: () => readonly Value[],
  folderBefore: Value | undefined,
  shell: Interpreter,
  { folders }: ShellFrame,
): void {
  if (!shell.isOutermost || shell.steps.length >= maxSteps) return;
  const text = words().map(shownValue).join(' ').slice(0, maxStepCharacters);
  const [folder] = folders;
  const hasMoved = folder !== undefined && folder !== folderBefore;
  shell.steps.push({ span: shell.span, text, ...(hasMoved && { folder }) });
}
