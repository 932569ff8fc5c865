import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDecisionNumbers, decisionId } from '../src/journal/decision-id.js';
import { journalPaths, spoolFileName } from '../src/journal/journal-files.js';
import type { DecisionRecord, RunRecord } from '../src/journal/record.js';
import type { JournalStore } from '../src/journal/store/store.js';

const month = 30 * 24 * 3_600_000;
const agents = ['claude-code', 'codex', 'gemini'];
const tools = [
  ['shell', 'Bash'],
  ['read', 'Read'],
  ['edit', 'Edit'],
  ['write', 'Write'],
  ['mcp', 'mcp__github__search'],
] as const;

/** Fills a journal with decisions of the last month; returns the milliseconds spent in the store. */
export function fillJournal(store: JournalStore, state: string, events: number): number {
  const { spool } = journalPaths(state);
  mkdirSync(spool, { recursive: true });
  const next = createDecisionNumbers();
  const now = Date.now();
  let took = 0;
  let lines: string[] = [];
  for (let i = 0; i < events; i++) {
    const at = Math.floor(now - month + (i * month) / events);
    lines.push(JSON.stringify({ v: 1, decision: decision(i, decisionId(next(at)), at) }));
    if (lines.length < 20_000 && i < events - 1) continue;
    appendFileSync(join(spool, spoolFileName(now, 'e1x1', Math.floor(i / 50_000))), `${lines.join('\n')}\n`);
    lines = [];
    const began = performance.now();
    while (store.storePending([]));
    took += performance.now() - began;
  }
  return took;
}

/** A deterministic decision for each number, with rare and common values. */
function decision(i: number, id: string, at: number): DecisionRecord {
  const denied = i % 50 === 0;
  const [tool, toolName] = tools[i % tools.length] ?? tools[0];
  const run = (hook: string, ms: number): RunRecord => ({ hook, outcome: 'ok', decision: 'pass', ms });
  const last: RunRecord = denied ? { ...run('guard', 3), outcome: 'blocked', decision: 'deny' } : run('context', 2);
  return {
    id,
    at,
    host: agents[i % agents.length] ?? '',
    event: i % 7 === 0 ? 'tool.after' : 'tool.before',
    nativeEvent: i % 7 === 0 ? 'PostToolUse' : 'PreToolUse',
    session: i % 9 === 0 ? 'a-very-long-session' : `session-${Math.floor(i / 400)}`,
    caller: 'ai_session',
    tool,
    toolName,
    call: `toolu_${i}`,
    root: '/home/ann/shop',
    cwd: '/home/ann/shop',
    decision: denied ? 'deny' : i % 30_000 === 7 ? 'ask' : 'pass',
    hookSet: 'set',
    hooks: [run('self-protection', 0.05 + (i % 5) / 100), run('format', 12 + (i % 40)), last],
    ms: 15 + (i % 60),
    via: 'engine',
  };
}
