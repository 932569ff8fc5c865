import { fileStamp, parseObject, readBytesFrom, type ToolKind } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { callKey, type WatchedCalls } from '../sessions/call-watch.js';

/** A call that ran according to the agent's transcript. */
export interface TranscriptCall {
  readonly id: string;
  readonly tool: string;
}

export interface TranscriptFindings {
  /** Calls that never reached anyhook, or were denied. */
  readonly finished: readonly TranscriptCall[];
  /** Where to continue. */
  readonly readUpTo: number;
}

/** The most that is read at once; the rest waits for the next event. */
const maxBytes = 8 * 1024 * 1024;
const maxFound = 20;

const harmfulKinds: ReadonlySet<ToolKind> = new Set(['shell', 'write', 'edit', 'patch'] satisfies ToolKind[]);

/** Can a tool do harm? For other tools it is untested that each call sends an event. */
export function isHarmfulTool(agent: Agent, tool: string): boolean {
  const kind = agent.tools[tool]?.kind;
  return kind !== undefined && harmfulKinds.has(kind);
}

/** Continues reading a session's transcript; undefined if there is nothing new or it cannot be read. */
export function unseenCalls(path: string, agent: Agent, calls: WatchedCalls): TranscriptFindings | undefined {
  const size = fileStamp(path)?.size ?? 0;
  if (size <= calls.readUpTo) return undefined;
  const bytes = readBytesFrom(path, calls.readUpTo, maxBytes);
  const open = new Map<string, { readonly tool: string; readonly from: number }>();
  const finished: TranscriptCall[] = [];
  let from = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; from = end + 1, end = bytes.indexOf(0x0a, from)) {
    const value = parseObject(bytes.toString('utf8', from, end));
    const line = value && agent.transcripts?.readLine(value);
    // Lines older than the session's start were copied from an earlier session.
    if (!line || !(line.at >= calls.since)) continue;
    for (const { id, tool } of line.began) open.set(id, { tool, from });
    for (const { id, hasRun } of line.ended) {
      const began = open.get(id);
      open.delete(id);
      if (began && hasRun && isSuspect({ id, tool: began.tool }, agent, calls)) finished.push({ id, tool: began.tool });
    }
  }
  // An open call is read again together with its end, unless it is very long.
  const firstOpen = Math.min(from, ...[...open.values()].map((one) => one.from));
  const isFull = bytes.length >= maxBytes;
  return {
    finished: finished.slice(0, maxFound),
    readUpTo: calls.readUpTo + (isFull ? from || bytes.length : firstOpen),
  };
}

function isSuspect({ id, tool }: TranscriptCall, agent: Agent, calls: WatchedCalls): boolean {
  const key = callKey(id);
  if (!isHarmfulTool(agent, tool) || calls.has('r', key)) return false;
  return !calls.has('a', key) || calls.isDenied(key);
}
