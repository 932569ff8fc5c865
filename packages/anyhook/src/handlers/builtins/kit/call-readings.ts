import type { ToolCall } from '@anyhook/core';
import { type CommandReading, type GuardWorld, type ReadingOptions, readCommand } from '@anyhook/guard';

interface CallReading {
  readonly text: string;
  readonly world: GuardWorld;
  readonly options: ReadingOptions;
  readonly reading: CommandReading;
}

/** Cached readings per call: the guard, secrets, undo and self-protection read the same command of an event. */
const knownReadings = new WeakMap<ToolCall, readonly CallReading[]>();
const maxKnown = 20;

export const readingsOf = (call: ToolCall): readonly CallReading[] => knownReadings.get(call) ?? [];

/** Reads a command of a call, once for all hooks of its event that use the same world. */
export function readOnce(
  call: ToolCall,
  text: string,
  world: GuardWorld,
  options: ReadingOptions = {},
): CommandReading {
  const known = readingsOf(call);
  const found = known.find(
    (one) => one.text === text && isSameWorld(one.world, world) && isSameShell(one.options, options),
  );
  if (found) return found.reading;
  const reading = readCommand(text, world, options);
  if (known.length < maxKnown) knownReadings.set(call, [...known, { text, world, options, reading }]);
  return reading;
}

const isSameWorld = (a: GuardWorld, b: GuardWorld): boolean =>
  a.cwd === b.cwd &&
  a.root === b.root &&
  a.home === b.home &&
  a.env === b.env &&
  isSameList(a.temp, b.temp) &&
  isSameList(a.agentPlaces, b.agentPlaces);

const isSameShell = (a: ReadingOptions, b: ReadingOptions): boolean =>
  (a.shell ?? 'any') === (b.shell ?? 'any') && a.remote === b.remote && isSameList(a.packs, b.packs);

const isSameList = <T>(a: readonly T[] = [], b: readonly T[] = []): boolean =>
  a === b || (a.length === b.length && a.every((one, i) => one === b[i]));
