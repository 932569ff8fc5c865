import { join } from 'node:path';
import {
  appendText,
  appendToExisting,
  fileNameFor,
  fileStamp,
  listFolder,
  makePrivateFolder,
  now,
  parseObject,
  readText,
  removePath,
} from '@anyhook/core';

/** `a`: anyhook was asked about the call. `d`: it denied the call. `r`: an alert about the call was raised. */
export type CallMark = 'a' | 'd' | 'r';

/** The state of a session whose calls are watched. */
export interface WatchedCalls {
  /** When its start was seen, in milliseconds since the epoch. */
  readonly since: number;
  /** How far its transcript was read. */
  readonly readUpTo: number;
  has(mark: CallMark, key: string): boolean;
  /** Was the call denied, and not asked about again since? */
  isDenied(key: string): boolean;
}

/** Which calls of a session were asked. If a line cannot be written, the file goes: unwatched, never unchecked. */
export interface CallWatch {
  /** An event of the session was seen. Its calls are recorded from now on; `begin` starts the watch. */
  mark(): void;
  /** Ends the watch, until it begins again. */
  pause(): void;
  begin(start: { readonly since: number; readonly readUpTo: number }): void;
  note(mark: CallMark, key: string): void;
  noteRead(readUpTo: number): void;
  /** Undefined if the session is not watched. */
  read(): WatchedCalls | undefined;
}

/** 40,000 calls; a longer session is not watched to its end. */
const maxBytes = 1024 * 1024;
const maxSessions = 200;
const retentionMs = 14 * 24 * 60 * 60 * 1000;

export function openCallWatch(state: string, agent: string, session: string): CallWatch {
  const folder = join(state, 'calls');
  const file = watchFile(state, agent, session);
  let isMarked = false;
  const append = (line: string) => {
    // Most sessions have no file, and a failed open costs more than a stat.
    if (!isMarked && !fileStamp(file)) return;
    try {
      // The last writer may have died mid-line.
      if (!appendToExisting(file, `\n${line}\n`, maxBytes)) forgetLong();
    } catch {
      forget();
    }
  };
  const forgetLong = () => {
    if ((fileStamp(file)?.size ?? 0) >= maxBytes) forget();
  };
  const forget = () => {
    try {
      removePath(file);
    } catch {
      // The folder is not writable, so no alert can be raised either.
    }
  };
  const start = (line: object) => {
    try {
      if (!fileStamp(folder)) makePrivateFolder(folder);
      prune(folder);
      appendText(file, `\n${JSON.stringify({ v: 1, ...line })}\n`);
    } catch {
      forget();
    }
  };
  return {
    mark: () => {
      if (!fileStamp(file)) start({});
      isMarked = true;
    },
    pause: () => start({ since: null }),
    begin: start,
    note: (mark, key) => append(`${mark} ${key}`),
    noteRead: (readUpTo) => append(JSON.stringify({ readUpTo })),
    read() {
      const text = fileStamp(file) ? readText(file, maxBytes + 4096) : undefined;
      return text === undefined ? undefined : watchedCalls(text);
    },
  };
}

function watchedCalls(text: string): WatchedCalls | undefined {
  const at = (mark: CallMark, key: string) => text.lastIndexOf(`\n${mark} ${key}\n`);
  let since: number | undefined;
  let readUpTo = 0;
  // Only a few of many lines.
  for (let from = text.indexOf('\n{'); from >= 0; from = text.indexOf('\n{', from + 1)) {
    const value = parseObject(text.slice(from, text.indexOf('\n', from + 1)));
    const given = value?.['v'] === 1 ? value['since'] : undefined;
    if (given !== undefined) since = typeof given === 'number' ? given : undefined;
    if (typeof value?.['readUpTo'] === 'number') readUpTo = Math.max(readUpTo, value['readUpTo']);
  }
  if (since === undefined) return undefined;
  return {
    since,
    readUpTo,
    has: (mark, key) => at(mark, key) >= 0,
    isDenied: (key) => at('d', key) > at('a', key),
  };
}

/** Deletes the files of old sessions, if there are many. */
function prune(folder: string): void {
  const entries = listFolder(folder);
  if (typeof entries === 'string' || entries.length <= maxSessions) return;
  const oldest = now() - retentionMs;
  for (const { name, kind } of entries) {
    const file = join(folder, name);
    if (kind === 'file' && (fileStamp(file)?.mtimeMs ?? oldest) < oldest) removePath(file);
  }
}

/** Whether an event of a session was seen, watched or not. */
export const isSessionKnown = (state: string, agent: string, session: string): boolean =>
  fileStamp(watchFile(state, agent, session)) !== undefined;

const watchFile = (state: string, agent: string, session: string): string =>
  join(state, 'calls', `${fileNameFor(`${agent} ${session}`)}.log`);

/** The key of a call, or of a tool if calls have no id: short, only letters that need no escaping. */
export const callKey = (text: string): string => fileNameFor(text);
