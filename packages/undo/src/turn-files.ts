import { join } from 'node:path';
import {
  appendText,
  exists,
  fileNameFor,
  listFolder,
  makePrivateFolder,
  newId,
  now,
  readText,
  removePath,
  writeAtomic,
} from '@anyhook/core';
import { type AgentTurn, type FileState, parseTurn, type TurnLine } from './turn-record.js';

// The files of a project's turns, next to its shadow repository:
//
//     turns/<id>.jsonl            what happened in a turn
//     open/<session>/turn.json    the turn that a session is in
//     open/<session>/<call>.json  a call that has begun
//     told/<session>              the notice for the session's next prompt

const maxTurnBytes = 64 * 1024 * 1024;
const maxStateBytes = 16 * 1024 * 1024;

/** The turn that a session is in. */
export interface OpenTurn {
  readonly id: string;
  readonly at: number;
  readonly isLight?: true;
  /** The project that owns the turn, if this is a nested repository. */
  readonly project?: string;
  /** One snapshot was too slow; a second one makes the turn a light one. */
  readonly hasSlowLook?: true;
}

/** A call that has begun. */
export interface OpenCall {
  readonly at: number;
  /** The snapshot before it; undefined if only the named files were saved. */
  readonly look?: number;
  readonly named: readonly { readonly path: string; readonly before: FileState; readonly changedAt?: number }[];
  readonly isRefused?: true;
}

const turnsIn = (dir: string): string => join(dir, 'turns');
const sessionIn = (dir: string, session: string): string => join(dir, 'open', fileNameFor(session));

export function appendTurnLine(dir: string, id: string, line: TurnLine): void {
  const file = join(turnsIn(dir), `${id}.jsonl`);
  // Starts with a line break, because the last writer may have died in the middle of a line.
  const text = `\n${JSON.stringify(line)}\n`;
  try {
    appendText(file, text);
  } catch {
    makePrivateFolder(turnsIn(dir));
    appendText(file, text);
  }
}

/** The ids of all turns, oldest first: an id begins with its time. */
export function turnIds(dir: string): readonly string[] {
  const entries = listFolder(turnsIn(dir));
  if (typeof entries === 'string') return [];
  return entries.flatMap(({ name }) => (name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : [])).sort();
}

export function readTurn(dir: string, id: string): AgentTurn | undefined {
  const text = readText(join(turnsIn(dir), `${id}.jsonl`), maxTurnBytes);
  return text === undefined ? undefined : parseTurn(id, text);
}

export const readTurns = (dir: string): readonly AgentTurn[] => turnIds(dir).flatMap((id) => readTurn(dir, id) ?? []);

export const removeTurn = (dir: string, id: string): void => removePath(join(turnsIn(dir), `${id}.jsonl`));

/** Times in base 36 have eight digits until the year 2059. */
export const newTurnId = (): string => newId();

export const readOpenTurn = (dir: string, session: string): OpenTurn | undefined =>
  readJson<OpenTurn>(join(sessionIn(dir, session), 'turn.json'));

export const writeOpenTurn = (dir: string, session: string, turn: OpenTurn): void =>
  writeAtomic(join(sessionIn(dir, session), 'turn.json'), JSON.stringify(turn));

/** The name of a call in files and lines. */
export const callName = (key: string): string => fileNameFor(key);

const callFile = (dir: string, session: string, call: string): string =>
  join(sessionIn(dir, session), `call-${call}.json`);

export const writeOpenCall = (dir: string, session: string, call: string, open: OpenCall): void =>
  writeAtomic(callFile(dir, session, call), JSON.stringify(open));

export const hasOpenCall = (dir: string, session: string, call: string): boolean =>
  exists(callFile(dir, session, call));

/** Removes an open call from the list and returns it. */
export function takeOpenCall(dir: string, session: string, call: string): OpenCall | undefined {
  const file = callFile(dir, session, call);
  const open = readJson<OpenCall>(file);
  if (open) removePath(file);
  return open;
}

/** Forgets the open turn of a session; returns its open calls. */
export function closeSession(dir: string, session: string): readonly (readonly [string, OpenCall])[] {
  const folder = sessionIn(dir, session);
  const entries = listFolder(folder);
  const calls = (typeof entries === 'string' ? [] : entries).flatMap(({ name }) => {
    const open = name.startsWith('call-') ? readJson<OpenCall>(join(folder, name)) : undefined;
    return open ? [[name.slice('call-'.length, -'.json'.length), open] as const] : [];
  });
  removePath(folder);
  return calls;
}

export function openCalls(dir: string): readonly OpenCall[] {
  const sessions = listFolder(join(dir, 'open'));
  return (typeof sessions === 'string' ? [] : sessions).flatMap(({ name: session }) => {
    const folder = join(dir, 'open', session);
    const entries = listFolder(folder);
    const calls = (typeof entries === 'string' ? [] : entries).filter(({ name }) => name.startsWith('call-'));
    return calls.flatMap(({ name }) => readJson<OpenCall>(join(folder, name)) ?? []);
  });
}

const toldFile = (dir: string, session: string): string => join(dir, 'told', fileNameFor(session));

/** Queues a line for a session's next prompt. */
export function queueNotice(dir: string, session: string, text: string): void {
  writeAtomic(toldFile(dir, session), text);
}

/** The queued line of a session; it is shown once. */
export function takeNotice(dir: string, session: string): string | undefined {
  const file = toldFile(dir, session);
  const text = readText(file);
  if (text !== undefined) removePath(file);
  return text;
}

export const seenNow = (dir: string, id: string): void => appendTurnLine(dir, id, { kind: 'seen', at: now() });

function readJson<T>(file: string): T | undefined {
  const text = readText(file, maxStateBytes);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
