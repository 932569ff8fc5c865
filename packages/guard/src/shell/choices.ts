import { leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import type { Value } from '../value.js';

/** One run stands for all combinations that are too many. */
const leftOutChoice = -1;

/** Variables that have one of several values, because branches set them: a command runs once for each combination. */
export class ValueChoices {
  #chosen = new Map<string, number>();
  #counts = new Map<string, number>();

  /** Runs once for each combination of values that the variables used in it can have. */
  forEach(run: () => void): void {
    const outer = [this.#chosen, this.#counts] as const;
    this.#chosen = new Map(outer[0]);
    this.#counts = new Map();
    run();
    const open = [...this.#counts];
    const all = open.reduce((product, [, count]) => product * count, 1);
    const total = Math.min(all, guardLimits.combinations);
    for (let number = 1; number < total; number++) {
      let rest = number;
      for (const [name, count] of open) {
        this.#chosen.set(name, rest % count);
        rest = Math.floor(rest / count);
      }
      run();
    }
    if (all > total) {
      for (const [name] of open) this.#chosen.set(name, leftOutChoice);
      run();
    }
    [this.#chosen, this.#counts] = outer;
  }

  /** The value of this run. */
  choose(name: string, values: readonly Value[]): Value {
    if (values.length <= 1) return values[0] ?? '';
    const chosen = this.#chosen.get(name);
    if (chosen === leftOutChoice) return leftOut('combinations', ...values);
    if (chosen === undefined) this.#counts.set(name, values.length);
    return values[Math.min(chosen ?? 0, values.length - 1)] ?? '';
  }
}
