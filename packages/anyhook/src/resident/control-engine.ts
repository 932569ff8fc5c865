import { connect, type Socket } from 'node:net';
import { usesNamedPipes, withCwd } from '@anyhook/core';
import { engineFiles, readPipe } from './instance.js';
import { PipeConnection } from './pipe-proof.js';
import { createFrameReader, encodeFrame, fieldTags, frameKinds } from './protocol.js';

/** What an engine reports about itself. */
export interface EngineReport {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  readonly projects: number;
  readonly programs: { readonly running: number; readonly waiting: number; readonly most: number };
  readonly memoryBytes: number;
  /** Interpreters that wait for hooks; engines of other versions may not report it. */
  readonly spares?: {
    readonly off?: string;
    readonly waiting: Readonly<Record<string, number>>;
    readonly memoryBytes: number;
    readonly used: number;
    readonly missed: number;
    readonly lost: number;
  };
  readonly idleMs: number;
  readonly events: number;
  readonly open: number;
  readonly idleForMs: number;
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** The problems of the journal, and what is missing in it. */
  readonly journal: {
    readonly trouble?: string;
    readonly waiting: number;
    readonly lost: number;
    readonly withoutDetails: number;
  };
  /** The file that the engine was started from; engines of other versions may not report it. */
  readonly program?: string;
  /** Open requests of the agent runtime; engines of other versions may not report it. */
  readonly runtime?: { readonly working: number };
}

/** Asks the engine of a state folder for its status, or to end; undefined if none answers in time. */
export function controlEngine(
  state: string,
  what: 'status' | 'quit',
  timeoutMs: number,
): Promise<EngineReport | undefined> {
  return new Promise((resolve) => {
    const socket = connectUnchecked(state);
    if (!socket) return resolve(undefined);
    const reader = createFrameReader();
    const end = (report?: EngineReport) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(report);
    };
    const timer = setTimeout(end, timeoutMs);
    socket.on('error', () => end());
    socket.on('close', () => end());
    socket.on('connect', () => socket.write(encodeFrame(frameKinds[what], 1)));
    socket.on('data', (chunk) => {
      const { frames, problem } = reader.push(chunk);
      const json = frames.find(({ kind }) => kind === frameKinds.report)?.fields.get(fieldTags.json);
      if (json) end(parse(json.toString('utf8')));
      else if (problem !== undefined) end();
    });
  });
}

function connectUnchecked(state: string): Socket | PipeConnection | undefined {
  // A relative path, because a socket's path must be short.
  if (!usesNamedPipes) return withCwd(state, () => connect(engineFiles.socket));
  const found = readPipe(state);
  return found && new PipeConnection(found.pipe, found.token);
}

function parse(text: string): EngineReport | undefined {
  try {
    return JSON.parse(text) as EngineReport;
  } catch {
    return undefined;
  }
}
