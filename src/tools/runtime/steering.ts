import type { Control, Turn } from './turn.js';

/** Prompts that the user sends while a turn runs. */
export interface Steering {
  /** Runs the hooks of a prompt; settles when the turn took it, or could not. */
  add(turn: Promise<Turn>): Promise<Control>;
  /** The prompts that the turn takes now. */
  drain(): Promise<readonly string[]>;
  /** Refuses what is left. */
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
  const take = () => {
    const taken = waiting;
    waiting = [];
    return taken;
  };
  return {
    add: (turn) =>
      new Promise((settle) => {
        if (isClosed) settle(turn.then(withoutTurn));
        else waiting = [...waiting, { turn, settle }];
      }),
    async drain() {
      const prompts: string[] = [];
      for (const { turn, settle } of take()) {
        const control = turn.then((ready) => ready.control);
        settle(control);
        // If its hooks could not run, the one who sent it is told.
        const ready = await turn.catch(() => undefined);
        if (ready?.control.turn_ready) prompts.push(ready.turn_context.prompt);
      }
      return prompts;
    },
    close() {
      isClosed = true;
      for (const { turn, settle } of take()) settle(turn.then(withoutTurn));
    },
  };
}

/** The answer to a prompt that no running turn can take. */
export const withoutTurn = ({ control }: Turn): Control => ({
  ...control,
  turn_ready: false,
  reason: control.reason ?? 'no turn runs that could take it; send it with prompt()',
});
