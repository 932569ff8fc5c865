import type { Server } from 'node:net';
import { join } from 'node:path';
import { inode, readText, removePath, renamePath, usesNamedPipes, writeAtomic } from '@anyhook/core';
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

interface EngineInfo {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** On Windows: the named pipe on which the engine listens, and what both ends must know; see `pipe-proof.ts`. */
  readonly pipe?: string;
  readonly token?: string;
}

/** The file whose presence says that an engine may be listening. */
export const listeningFile = usesNamedPipes ? engineFiles.info : engineFiles.socket;

/** Where the engine of a state folder listens on Windows; undefined if its file names no pipe. */
export function readPipe(state: string): { readonly pipe: string; readonly token: string } | undefined {
  const { pipe, token } = readEngineInfo(join(state, engineFiles.info)) ?? {};
  const isUsable = /^\\\\\.\\pipe\\anyhook-[0-9a-f]{32}$/.test(pipe ?? '') && /^[0-9a-f]{64}$/.test(token ?? '');
  return isUsable && pipe !== undefined && token !== undefined ? { pipe, token } : undefined;
}

const engineInfoText = (info: Omit<EngineInfo, 'protocol'>): string =>
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

/** Listens on a named pipe, and writes name and token into the client's private file. No runtime: HTTP has no proof. */
export async function takeOverPipe(
  server: Server,
  info: Omit<EngineInfo, 'protocol'> & { readonly pipe: string; readonly token: string },
): Promise<ListeningEngine> {
  await listen(server, info.pipe);
  writeAtomic(engineFiles.info, engineInfoText(info), 0o600);
  const isOurs = () => readEngineInfo(engineFiles.info)?.token === info.token;
  return {
    isOurs,
    clear() {
      if (isOurs()) removePath(engineFiles.info);
    },
  };
}

/** The servers of an engine, by the name of their sockets; that of a runtime is missing if the program has none. */
interface EngineServers {
  readonly [engineFiles.socket]: Server;
  readonly [engineFiles.runtime]?: Server;
}

/** Listens first, then takes the path in one rename: there is always a server, and the old engine notices. */
export async function takeOverSockets(
  servers: EngineServers,
  info: Omit<EngineInfo, 'protocol'>,
): Promise<ListeningEngine> {
  const ownPath = (name: string) => name.replace(/sock$/, `${info.pid}.sock`);
  const { [engineFiles.runtime]: runtime, [engineFiles.socket]: server } = servers;
  if (runtime) await listen(runtime, ownPath(engineFiles.runtime));
  await listen(server, ownPath(engineFiles.socket));
  const ownInode = inode(ownPath(engineFiles.socket));
  const runtimeInode = inode(ownPath(engineFiles.runtime));
  writeAtomic(engineFiles.info, engineInfoText(info));
  if (runtime) renamePath(ownPath(engineFiles.runtime), engineFiles.runtime);
  renamePath(ownPath(engineFiles.socket), engineFiles.socket);
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
  if (!path.startsWith('\\\\')) removePath(path);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}
