import type { Language } from '../machine.js';
import type { Value } from '../value.js';

/** A program that the command starts, with all words expanded. */
export interface SeenCall {
  /** The program's name without its folder; with marks if it is unknown. */
  readonly name: string;
  /** Begins with the name as written. */
  readonly argv: readonly Value[];
  /** The folder in which it starts. */
  readonly cwd: Value;
  /** Whether guard code knows all its effects; for other programs only the effects in packs are known. */
  readonly isFullyKnown: boolean;
  /** Its input, if the guard read it. */
  readonly stdin?: Value;
}

/** Text of a program in another language. */
export interface SeenCode {
  readonly language: Language;
  readonly text: Value;
}

const maxVariables = 200;

/** Facts about a command besides its effects, for readers that know programs which the guard does not. */
export class SeenCalls {
  readonly calls: SeenCall[] = [];
  readonly code: SeenCode[] = [];
  /** The values that the command gives to variables, by name. */
  readonly variables = new Map<string, Set<Value>>();

  assign(name: string, value: Value): void {
    const values = this.variables.get(name);
    if (values) {
      if (values.size < maxVariables) values.add(value);
    } else if (this.variables.size < maxVariables) this.variables.set(name, new Set([value]));
  }
}
