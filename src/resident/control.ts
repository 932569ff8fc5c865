import { connect } from 'node:net';
import { fromFolder } from '../platform/process/with-cwd.js';
import { files } from './instance.js';
import { createFrameReader, encodeFrame, kinds, tags } from './protocol.js';

/** What an engine reports about itself. */
export interface Report {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  readonly projects: number;
  readonly programs: { readonly running: number; readonly waiting: number; readonly most: number };
  readonly memoryBytes: number;
  readonly idleMs: number;
  readonly events: number;
  readonly open: number;
  readonly idleForMs: number;
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** What is wrong with the journal, and what is missing in it. */
  readonly journal: {
    readonly trouble?: string;
    readonly waiting: number;
    readonly lost: number;
    readonly withoutDetails: number;
  };
  /** Open requests of the agent runtime; engines of other versions may not report it. */
  readonly runtime?: { readonly working: number };
}

/** Asks the engine of a state folder for its status, or to end; undefined if none answers in time. */
export function askEngine(state: string, what: 'status' | 'quit', timeoutMs: number): Promise<Report | undefined> {
  return new Promise((resolve) => {
    // A relative path, because a socket's path must be short.
    const socket = fromFolder(state, () => connect(files.socket));
    if (!socket) return resolve(undefined);
    const reader = createFrameReader();
    const end = (report?: Report) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(report);
    };
    const timer = setTimeout(end, timeoutMs);
    socket.on('error', () => end());
    socket.on('close', () => end());
    socket.on('connect', () => socket.write(encodeFrame(kinds[what], 1)));
    socket.on('data', (chunk) => {
      const { frames, problem } = reader.push(chunk);
      const json = frames.find(({ kind }) => kind === kinds.report)?.fields.get(tags.json);
      if (json) end(parse(json.toString('utf8')));
      else if (problem !== undefined) end();
    });
  });
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
