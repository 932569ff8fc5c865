import type { Server } from 'node:net';
import type { Limiter } from '@anyhook/core';
import type { EngineJournal } from '../journal/engine-journal.js';
import type { RequestStats } from '../resident/request-stats.js';
import type { OpenProjectEngine } from './project-engine.js';

/** What the agent runtime uses of the engine in which it runs. */
export interface RuntimeEngineOptions {
  readonly state: string;
  readonly home: string;
  /** Opens projects for a batch of requests. */
  readonly batch: () => OpenProjectEngine;
  readonly journal: EngineJournal;
  /** The engine's own limit for programs of hooks. */
  readonly runInTurn: Limiter['run'];
}

/** The socket for front clients of the agent runtime. */
export interface RuntimeSocketOptions extends RuntimeEngineOptions {
  readonly ticks: () => number;
  readonly isEnding: () => boolean;
  readonly log: (text: string) => void;
}

/** The socket on which the engine serves clients of the agent runtime. */
export interface RuntimeSocket {
  readonly server: Server;
  /** Requests in progress. */
  readonly work: RequestStats;
}
