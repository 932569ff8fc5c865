import { shellProgramNames } from '../programs/index.js';
import { isFullyKnown, type Value } from '../value.js';
import type { CommandNode } from './parse.js';

/**
 * What a shell at the end of a pipe may get from a program that nobody can follow: the text that went in before. Who
 * spells a command out and sends it through `perl -pe` or `nl | cut` to a shell means that command.
 */
export class PipeTexts {
  #spelledOut: Value | undefined;

  /** Remembers what a part of the pipe printed. */
  add(printed: Value): void {
    if (isFullyKnown(printed) && printed.trim() !== '') this.#spelledOut = printed;
  }

  /** The text to try for a part that reads `input`; undefined if it starts no shell, or if its input is known. */
  forShell(node: CommandNode, input: Value): Value | undefined {
    if (isFullyKnown(input) || node.type !== 'Command') return undefined;
    const words = [node.name, ...node.args].map((word) => (word?.type === 'Word' ? word.value : ''));
    const isShell = words.some((word) => shellProgramNames.has(word.slice(word.lastIndexOf('/') + 1)));
    return isShell ? this.#spelledOut : undefined;
  }
}
