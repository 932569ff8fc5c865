import { guardLimits } from '../limits.js';
import type { Value } from '../value.js';

/** Why a part of a command was not read. */
export type UnreadReason = 'length' | 'depth' | 'steps' | 'syntax' | 'fault';

/** How much of a command may still be read. It counts what is done and never the time. */
export class ReadingBudget {
  private stepsLeft: number = guardLimits.steps;
  private wordsLeft: number = guardLimits.words;
  private textLeft: number = guardLimits.textLength;
  private valuesLeft: number = guardLimits.valuesLength;

  constructor(private readonly unread: (why: UnreadReason) => false) {}

  /** Takes so many characters from the budget of texts; false if they are too many. */
  takeText(length: number): boolean {
    return this.takeTextSilently(length) || this.unread('steps');
  }

  takeTextSilently(length: number): boolean {
    this.textLeft -= length;
    return this.textLeft >= 0;
  }

  /** Takes as much from the budget of values as so many characters cost; the next step notices if none is left. */
  spend(characters: number): void {
    this.valuesLeft -= characters;
  }

  /** Whether there is budget for one more step, which reads these words. After the last, nothing is read. */
  step(words: readonly Value[]): boolean {
    for (const word of words) this.spend(word.length);
    this.wordsLeft -= words.length;
    if (this.stepsLeft > 0 && this.wordsLeft >= 0 && this.valuesLeft >= 0) {
      this.stepsLeft--;
      return true;
    }
    if (this.stepsLeft >= 0) this.unread('steps');
    this.stepsLeft = -1;
    return false;
  }
}
