import type { Server } from 'node:net';
import type { Limiter } from '@anyhook/core';
import type { EngineJournal } from '../journal/engine-journal.js';
import type { RequestStats } from '../resident/request-stats.js';
import type { OpenProjectEngine } from './project-engine.js';

/** What the agent runtime uses of the engine that it runs in. */
export interface RuntimeEngineOptions {
  readonly state: string;
  readonly home: string;
  /** Opens projects for requests that arrive together. */
  readonly batch: () => OpenProjectEngine;
  readonly journal: EngineJournal;
  /** The engine's own limit for programs of hooks. */
  readonly runInTurn: Limiter['run'];
}

/** The same, for the socket in front of it. */
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
