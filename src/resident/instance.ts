import type { Server } from 'node:net';
import { inode, readText, removePath, renamePath, writeAtomic } from '../platform/files/files.js';
import { protocolVersion } from './protocol.js';

/** Files of the engine, all in the state folder, which is its working directory: a socket's path must be short. */
export const engineFiles = {
  socket: 'engine.sock',
  /** The HTTP socket of the agent runtime. */
  runtime: 'runtime.sock',
  /** Which engine runs. */
  info: 'engine.json',
  /** Held while one engine replaces another. */
  lock: 'engine.lock',
  /** Created by a client that starts the engine, so that other clients do not. */
  starting: 'engine.starting',
  /** Present if a person does not want events to start the engine. */
  staysDown: 'engine.stays-down',
  /** Errors of the engine. */
  log: 'engine.log',
} as const;

/** What a file says about the running engine. */
export interface EngineInfo {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

export const engineInfoText = (info: Omit<EngineInfo, 'protocol'>): string =>
  `${JSON.stringify({ ...info, protocol: protocolVersion } satisfies EngineInfo)}\n`;

export function readEngineInfo(path: string): EngineInfo | undefined {
  try {
    const info = JSON.parse(readText(path, 4096) ?? '') as EngineInfo;
    return Number.isInteger(info.pid) && info.pid > 0 ? info : undefined;
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
  info: Omit<EngineInfo, 'protocol'>,
): Promise<ListeningEngine> {
  const ownPath = (name: string) => name.replace(/sock$/, `${info.pid}.sock`);
  const names = [engineFiles.runtime, engineFiles.socket] as const;
  for (const name of names) await listen(servers[name], ownPath(name));
  const ownInode = inode(ownPath(engineFiles.socket));
  const runtimeInode = inode(ownPath(engineFiles.runtime));
  writeAtomic(engineFiles.info, engineInfoText(info));
  for (const name of names) renamePath(ownPath(name), name);
  const isOurs = () => ownInode !== undefined && inode(engineFiles.socket) === ownInode;
  return {
    isOurs,
    clear() {
      if (runtimeInode !== undefined && inode(engineFiles.runtime) === runtimeInode) removePath(engineFiles.runtime);
      if (!isOurs()) return;
      removePath(engineFiles.socket);
      removePath(engineFiles.info);
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
