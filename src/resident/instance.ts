import type { Server } from 'node:net';
import { inode, readText, remove, rename, writeAtomic } from '../platform/files/files.js';
import { protocolVersion } from './protocol.js';

/** Files of the engine, all in the state folder, which is its working directory: a socket's path must be short. */
export const files = {
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
export interface About {
  readonly pid: number;
  readonly version: string;
  readonly protocol: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

export const aboutText = (about: Omit<About, 'protocol'>): string =>
  `${JSON.stringify({ ...about, protocol: protocolVersion } satisfies About)}\n`;

export function readAbout(path: string): About | undefined {
  try {
    const about = JSON.parse(readText(path, 4096) ?? '') as About;
    return Number.isInteger(about.pid) && about.pid > 0 ? about : undefined;
  } catch {
    return undefined;
  }
}

/** A server at the path where clients look, until another engine takes it. */
export interface Placed {
  /** Whether the socket that clients find is still this server's. */
  isOurs(): boolean;
  /** Removes the socket if it is still this server's. */
  clear(): void;
}

/** The servers of an engine, by the name of their sockets. */
export type Servers = Readonly<Record<typeof files.socket | typeof files.runtime, Server>>;

/**
 * Listens first, then takes the path where clients look, in one rename: there is always a server at the path, and the
 * engine that was there notices that it was replaced.
 */
export async function takePlace(servers: Servers, about: Omit<About, 'protocol'>): Promise<Placed> {
  const own = (name: string) => name.replace(/sock$/, `${about.pid}.sock`);
  const names = [files.runtime, files.socket] as const;
  for (const name of names) await listen(servers[name], own(name));
  const mine = inode(own(files.socket));
  const runtime = inode(own(files.runtime));
  writeAtomic(files.about, aboutText(about));
  for (const name of names) rename(own(name), name);
  const isOurs = () => mine !== undefined && inode(files.socket) === mine;
  return {
    isOurs,
    clear() {
      if (runtime !== undefined && inode(files.runtime) === runtime) remove(files.runtime);
      if (!isOurs()) return;
      remove(files.socket);
      remove(files.about);
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  remove(path);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}
