import { guardLimits } from '../limits.js';
import type { Value } from '../value.js';

/** Why a part of a command was not read. */
export type UnreadReason = 'length' | 'depth' | 'steps' | 'syntax' | 'fault';

interface Amounts {
  readonly steps: number;
  readonly words: number;
  readonly text: number;
  readonly values: number;
}

const kinds = ['steps', 'words', 'text', 'values'] as const;

const whole: Amounts = {
  steps: guardLimits.steps,
  words: guardLimits.words,
  text: guardLimits.textLength,
  values: guardLimits.valuesLength,
};

/** How much of a command may still be read. It counts work, never time. */
export class ReadingBudget {
  private readonly left = { ...whole };
  /** For more rounds of loops than the fixed number: half of the budget for everything else. */
  private readonly spare = {
    steps: whole.steps / 2,
    words: whole.words / 2,
    text: whole.text / 2,
    values: whole.values / 2,
  };

  constructor(private readonly unread: (why: UnreadReason) => false) {}

  /** Takes this many characters from the text budget; false if that exceeds it. */
  takeText(length: number): boolean {
    return this.takeTextSilently(length) || this.unread('steps');
  }

  takeTextSilently(length: number): boolean {
    this.left.text -= length;
    return this.left.text >= 0;
  }

  /** Takes the cost of this many characters from the value budget; the next step notices if nothing is left. */
  spend(characters: number): void {
    this.left.values -= characters;
  }

  /** Takes one more step, which reads these words; false without budget. After the last step, nothing is read. */
  step(words: readonly Value[]): boolean {
    const { left } = this;
    for (const word of words) this.spend(word.length);
    left.words -= words.length;
    if (left.steps > 0 && left.words >= 0 && left.values >= 0) {
      left.steps--;
      return true;
    }
    if (left.steps >= 0) this.unread('steps');
    left.steps = -1;
    return false;
  }

  /** Runs one more round of a loop on the spare budget; false if less than the part to keep is left. */
  repeat(run: () => void, keeps = 0): boolean {
    if (this.left.steps < 0 || kinds.some((kind) => this.spare[kind] <= whole[kind] * keeps)) return false;
    const before = { ...this.left };
    run();
    if (this.left.steps < 0) return true;
    for (const kind of kinds) {
      this.spare[kind] -= before[kind] - this.left[kind];
      this.left[kind] = before[kind];
    }
    return true;
  }
}
