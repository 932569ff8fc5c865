import { now, userPaths } from '@anyhook/core';
import { createProcessRecorder } from '../journal/process-journal.js';
import type { Recorder } from '../journal/recorder.js';
import type { World } from './engine.js';

/** By state folder. Each keeps a file open, so all callers of a process share it. */
const recorders = new Map<string, Recorder>();
const maxOpen = 32;

/** Records decisions in the user's journal, for a process that answers many events and is not the resident engine. */
export function processRecorder({ env, home }: Pick<World, 'env' | 'home'>): Recorder {
  const { state } = userPaths(env, home);
  const known = recorders.get(state);
  if (known) return known;
  const staysOpen = recorders.size < maxOpen;
  const recorder = createProcessRecorder({ state, now, random: Math.random }, { staysOpen });
  if (staysOpen) recorders.set(state, recorder);
  return recorder;
}
