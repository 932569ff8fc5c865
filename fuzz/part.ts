import type { FuzzRandom } from './random.js';

/**
 * A part of the program to fuzz. A case is plain JSON, so that one with a fault can be kept in `corpus/` and checked
 * again. `check` throws if the case shows a fault: a `WrongPass`, or whatever the program threw.
 */
export interface FuzzPart<Case = unknown> {
  readonly name: string;
  make(random: FuzzRandom): Case;
  check(one: Case): void | Promise<void>;
  /** A case with a fault is printed without shrinking it, because its parts belong together. */
  readonly isWhole?: true;
  /** A check that uses more CPU time than this counts as a hang; default: a second. */
  readonly maxMs?: number;
  /** A case that takes 8 ms on an idle machine, to measure how busy this one is. */
  readonly reference?: Case;
  /** Called after the last case. */
  end?(): Promise<void>;
}

/** Starts a part that needs files or processes, when it is selected. */
export type StartPart = () => FuzzPart | Promise<FuzzPart>;

/** Something passed that had to be refused or hidden. */
export class WrongPass extends Error {}

/** Throws a `WrongPass` with this text unless the condition holds. */
export function expectThat(condition: boolean, text: string): asserts condition {
  if (!condition) throw new WrongPass(text);
}

const sharedPrototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype];
const ownNameCounts = sharedPrototypes.map((one) => Object.getOwnPropertyNames(one).length);

/** Throws if something has been added to a prototype that all objects share. */
export function expectCleanPrototypes(): void {
  sharedPrototypes.forEach((one, i) => {
    expectThat(Object.getOwnPropertyNames(one).length === ownNameCounts[i], 'a shared prototype was changed');
  });
}
