import type { Server } from 'node:net';
import { inode, readText, remove, rename, writeAtomic } from '../platform/files/files.js';
import { protocolVersion } from './protocol.js';

/** Files of the engine, all in the state folder, which is its working folder: a socket's path must be short. */
export const files = {
  socket: 'engine.sock',
  /** Where the agent runtime answers HTTP. */
  runtime: 'runtime.sock',
  /** Who the engine is. */
  about: 'engine.json',
  /** Held while one engine takes the place of another. */
  lock: 'engine.lock',
  /** Made by a client that has the engine started, so that the next ones do not. */
  starting: 'engine.starting',
  /** A person does not want events to start the engine. */
  staysDown: 'engine.stays-down',
  /** What went wrong. */
  log: 'engine.log',
} as const;

/** What the engine says about itself for those who cannot ask. */
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

/** A server in its place, for as long as nobody else takes it. */
export interface Placed {
  /** Is the socket that clients find still ours? */
  isOurs(): boolean;
  /** Takes the socket away if it is still ours. */
  clear(): void;
}

/** The servers of an engine, each under the name where its clients look. */
export type Servers = Readonly<Record<typeof files.socket | typeof files.runtime, Server>>;

/**
 * Listens, and only then takes the place where clients look, in one step: there is no moment without an answer, and who
 * was there before sees that it is no longer.
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
