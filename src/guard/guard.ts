import type { SeenEffect } from './effect.js';
import type { OtherReaders } from './shell/interpreter.js';
import { type GuardStep, Interpreter } from './shell/interpreter.js';
import { ShellState } from './shell/state.js';
import { OutputStream } from './shell/streams.js';
import { foreignText, marks } from './value.js';
import type { GuardWorld } from './world.js';

/** What a command would do, and how it was read. */
export interface CommandReading {
  readonly effects: readonly SeenEffect[];
  readonly steps: readonly GuardStep[];
  /** Links that the command makes, by their paths. */
  readonly links: ReadonlyMap<string, string>;
}

/** Reads a command as bash would, on a pretended machine. Nothing happens; it never throws. */
export function readCommand(command: string, world: GuardWorld, readers: OtherReaders): CommandReading {
  const shell = new Interpreter(world, readers);
  const state = new ShellState(world.cwd);
  const terminal = new OutputStream();
  state.streams.set(1, terminal);
  state.streams.set(2, terminal);
  try {
    shell.runText(foreignText(command), state);
  } catch {
    shell.unread('fault');
  }
  if (terminal.written.includes(marks.secret))
    shell.note({ do: 'reveal', what: [...shell.secrets].slice(0, 3).join(', ') }, undefined);
  return { effects: distinct(shell.effects), steps: shell.steps, links: shell.links };
}

/** Effects once each: loops and branches note the same again. */
function distinct(effects: readonly SeenEffect[]): readonly SeenEffect[] {
  const seen = new Set<string>();
  return effects.filter((effect) => {
    const key = JSON.stringify({ ...effect, span: undefined, call: undefined });
    return !seen.has(key) && seen.add(key);
  });
}
