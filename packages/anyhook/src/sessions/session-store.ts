import { join } from 'node:path';
import { appendText, fileNameFor, makePrivateFolder, readText, withoutUndefined } from '@anyhook/core';
import type { SessionRecord, SessionState, SessionStore } from '../engine/session.js';

const maxBytes = 16 * 1024 * 1024;

/** Sessions as append-only JSON lines: processes can append at once, and a crash loses at most its own line. */
export function createSessionStore(stateDir: string): SessionStore {
  const dir = join(stateDir, 'sessions');
  const fileOf = (sessionId: string) => join(dir, `${fileNameFor(sessionId)}.jsonl`);
  return {
    read: (sessionId) => foldRecords(readText(fileOf(sessionId), maxBytes) ?? ''),
    append(sessionId, record) {
      // Starts with a line break, because the last writer may have died in the middle of a line.
      const line = `\n${JSON.stringify(record)}\n`;
      try {
        appendText(fileOf(sessionId), line);
      } catch {
        makePrivateFolder(dir);
        appendText(fileOf(sessionId), line);
      }
    },
  };
}

/** A store in memory, for tests and for agents without a state folder. */
export function createMemorySessionStore(): SessionStore {
  const sessions = new Map<string, string>();
  return {
    read: (sessionId) => foldRecords(sessions.get(sessionId) ?? ''),
    append: (sessionId, record) =>
      void sessions.set(sessionId, `${sessions.get(sessionId) ?? ''}${JSON.stringify(record)}\n`),
  };
}

function foldRecords(text: string): SessionState {
  const changed = new Set<string>();
  const abilities = new Set<string>();
  const grants = new Set<string>();
  const callStarts: Record<string, number> = Object.create(null);
  const counts: Record<string, number> = Object.create(null);
  let stopBlocks = 0;
  let lastStopReason: string | undefined;
  let startedAt: string | undefined;
  let firstTurnAt: string | undefined;
  let steps: { total: number; turn: number } | undefined;
  let parent: string | undefined;
  const add = (record: SessionRecord): void => {
    if (record.kind === 'stop-block') {
      stopBlocks++;
      lastStopReason = record.reason;
    } else if (record.kind === 'stop-reset') stopBlocks = 0;
    else if (record.kind === 'changed') for (const path of record.paths) changed.add(path);
    else if (record.kind === 'ability') abilities.add(record.id);
    else if (record.kind === 'began') callStarts[record.call] = record.at;
    else if (record.kind === 'count') counts[record.key] = (counts[record.key] ?? 0) + 1;
    else if (record.kind === 'grant') grants.add(record.what);
    else if (record.kind === 'turn') {
      firstTurnAt ??= record.at;
      steps = { total: steps?.total ?? 0, turn: 0 };
    } else if (record.kind === 'step') steps = { total: (steps?.total ?? 0) + 1, turn: (steps?.turn ?? 0) + 1 };
    else if (record.kind === 'start') startedAt ??= record.at;
    else if (record.kind === 'parent') parent ??= record.id;
  };
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue;
    try {
      add(JSON.parse(line));
    } catch {
      // Skip half-written and foreign lines.
    }
  }
  return {
    stopBlocks,
    changedPaths: [...changed],
    abilities: [...abilities],
    callStarts,
    counts,
    grants: [...grants],
    ...withoutUndefined({ lastStopReason, startedAt, firstTurnAt, steps, parent }),
  };
}
