import type { LoadedAbility } from '../abilities/ability.js';
import type { ToolRunner } from '../tasks/task.js';

/** The abilities of a project as they were at one moment, and what runs them. */
export interface Opened {
  readonly abilities: readonly LoadedAbility[];
  readonly runner: ToolRunner;
  /** What a prompt leads to, in the words of a `routing_hint` and a `normalized_intent`. */
  route(task: string): Promise<unknown>;
}

/** What the server speaks for. */
export interface Desk {
  /** The project as it is now. Calls that come together share one look at its files. */
  open(): Promise<Opened>;
  /** Calls back when the abilities have changed, until the result is called. */
  onChange(changed: () => void): () => void;
}
