import type { Control, Turn } from './turn.js';

/** Prompts that the user sends while a turn runs. */
export interface Steering {
  /** Adds a prompt whose hooks may still run; settles when the turn takes it, or cannot. */
  add(turn: Promise<Turn>): Promise<Control>;
  /** Removes and returns the waiting prompts that hooks allow. */
  drain(): Promise<readonly string[]>;
  /** Refuses the prompts that are left. */
  close(): void;
}

interface WaitingPrompt {
  readonly turn: Promise<Turn>;
  readonly settle: (control: Control | Promise<Control>) => void;
}

/** The steering of one turn. */
export function createSteering(): Steering {
  let waiting: readonly WaitingPrompt[] = [];
  let isClosed = false;
  const takeAll = () => {
    const prompts = waiting;
    waiting = [];
    return prompts;
  };
  return {
    add: (turn) =>
      new Promise((settle) => {
        if (isClosed) settle(turn.then(refuseWithoutTurn));
        else waiting = [...waiting, { turn, settle }];
      }),
    async drain() {
      const prompts: string[] = [];
      for (const { turn, settle } of takeAll()) {
        const control = turn.then((ready) => ready.control);
        settle(control);
        // If its hooks could not run, its sender gets the error from `settle`.
        const ready = await turn.catch(() => undefined);
        if (ready?.control.turn_ready) prompts.push(ready.turn_context.prompt);
      }
      return prompts;
    },
    close() {
      isClosed = true;
      for (const { turn, settle } of takeAll()) settle(turn.then(refuseWithoutTurn));
    },
  };
}

/** The answer to a prompt that no running turn can take. */
export const refuseWithoutTurn = ({ control }: Turn): Control => ({
  ...control,
  turn_ready: false,
  reason: control.reason ?? 'no turn runs that could take it; send it with prompt()',
});
