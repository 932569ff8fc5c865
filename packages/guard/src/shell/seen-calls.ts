import type { Language } from '../machine.js';
import type { Value } from '../value.js';

/** A program that the command starts, with all words expanded. */
export interface SeenCall {
  /** The program's name without its folder; with marks if nobody knows it. */
  readonly name: string;
  /** With the name as written first. */
  readonly argv: readonly Value[];
  /** The folder in which it starts. */
  readonly cwd: Value;
  /** Whether code of the guard knows all that it does; of others only the effects that packs name are known. */
  readonly isFullyKnown: boolean;
  /** What comes in, if the guard looked at it. */
  readonly stdin?: Value;
}

/** Text of a program in another language. */
export interface SeenCode {
  readonly language: Language;
  readonly text: Value;
}

const mostVariables = 200;

/** What a command does besides its effects: for readers that know programs which the guard does not. */
export class SeenCalls {
  readonly calls: SeenCall[] = [];
  readonly code: SeenCode[] = [];
  /** The values that the command gives to variables, by name. */
  readonly variables = new Map<string, Set<Value>>();

  assign(name: string, value: Value): void {
    const values = this.variables.get(name);
    if (values) {
      if (values.size < mostVariables) values.add(value);
    } else if (this.variables.size < mostVariables) this.variables.set(name, new Set([value]));
  }
}
