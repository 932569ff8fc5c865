import type { Server } from 'node:net';
import { inode, readText, removePath, renamePath, writeAtomic } from '../platform/files/files.js';
import { protocolVersion } from './protocol.js';

/** Files of the engine, all in the state folder, which is its working directory: a socket's path must be short. */
export const engineFiles = {
  socket: 'engine.sock',
  /** The HTTP socket of the agent runtime. */
  runtime: 'runtime.sock',
  /** Which engine runs. */
  about: 'engine.json',
  /** Held while one engine replaces another. */
  lock: 'engine.lock',
  /** Created by a client that starts the engine, so that other clients do not. */
  starting: 'engine.starting',
  /** Present if a person does not want events to start the engine. */
  staysDown: 'engine.stays-down',
  /** Errors of the engine. */
  log: 'engine.log',
} as const;

/** What is known of the engine without asking it. */
export interface EngineInfo {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

export const engineInfoText = (about: Omit<EngineInfo, 'protocol'>): string =>
  `${JSON.stringify({ ...about, protocol: protocolVersion } satisfies EngineInfo)}\n`;

export function readEngineInfo(path: string): EngineInfo | undefined {
  try {
    const about = JSON.parse(readText(path, 4096) ?? '') as EngineInfo;
    return Number.isInteger(about.pid) && about.pid > 0 ? about : undefined;
  } catch {
    return undefined;
  }
}

/** A server at the path where clients look, until another engine takes it. */
export interface ListeningEngine {
  /** Whether the socket that clients find is still this server's. */
  isOurs(): boolean;
  /** Removes the socket if it is still this server's. */
  clear(): void;
}

/** The servers of an engine, by the name of their sockets. */
export type EngineServers = Readonly<Record<typeof engineFiles.socket | typeof engineFiles.runtime, Server>>;

/**
 * Listens first, then takes the path where clients look, in one rename: there is always a server at the path, and the
 * engine that was there notices that it was replaced.
 */
export async function takeOverSockets(
  servers: EngineServers,
  about: Omit<EngineInfo, 'protocol'>,
): Promise<ListeningEngine> {
  const own = (name: string) => name.replace(/sock$/, `${about.pid}.sock`);
  const names = [engineFiles.runtime, engineFiles.socket] as const;
  for (const name of names) await listen(servers[name], own(name));
  const mine = inode(own(engineFiles.socket));
  const runtime = inode(own(engineFiles.runtime));
  writeAtomic(engineFiles.about, engineInfoText(about));
  for (const name of names) renamePath(own(name), name);
  const isOurs = () => mine !== undefined && inode(engineFiles.socket) === mine;
  return {
    isOurs,
    clear() {
      if (runtime !== undefined && inode(engineFiles.runtime) === runtime) removePath(engineFiles.runtime);
      if (!isOurs()) return;
      removePath(engineFiles.socket);
      removePath(engineFiles.about);
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  removePath(path);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}
