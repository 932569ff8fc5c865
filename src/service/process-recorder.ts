import { now } from '../platform/clock.js';
import { createProcessRecorder } from '../records/journal/process-journal.js';
import type { Recorder } from '../records/journal/recorder.js';
import { userPaths } from '../state/user-paths.js';
import type { World } from './engine.js';

/** Records decisions in the user's journal, for a process that answers many events and is not the resident engine. */
export const processRecorder = ({ env, home }: Pick<World, 'env' | 'home'>): Recorder =>
  createProcessRecorder({ state: userPaths(env, home).state, now, random: Math.random });
