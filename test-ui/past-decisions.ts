import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionId, decisionNumberAt } from '../src/records/journal/decision-id.js';
import { journalPaths, spoolFileName } from '../src/records/journal/journal-files.js';
import type { DecisionRecord } from '../src/records/journal/record.js';

const agents = [
  ['claude-code', 's1-8a6e5cf', 'Bash'],
  ['codex', '4f2a-991', 'shell'],
  ['gemini', '9c1e0b2d-77', 'run_shell_command'],
  ['opencode', '77b0-3fa', 'bash'],
] as const;
const commands = ['ls -la src', 'npm test', 'cat src/db.ts', 'git status --short', 'rg -n todo src', 'node build.mjs'];

/** Fills the journal as if four agents had worked for nine minutes. */
export function writePast({ state, project }: { readonly state: string; readonly project: string }): void {
  const end = Date.now() - 5_000;
  const lines = [...Array(420).keys()].flatMap((i) => {
    // Bursts and pauses, the same each time.
    const at = end - 540_000 + i * 1_270 + ((i * 7919) % 900);
    const [host, session, toolName] = agents[(i * 5 + Math.floor(i / 9)) % agents.length] ?? agents[0];
    if ((Math.floor(at / 20_000) + session.length) % 5 === 0) return [];
    const decision = i % 41 === 7 ? 'deny' : i % 53 === 11 ? 'ask' : 'pass';
    const isRewrite = i % 29 === 3 && decision === 'pass';
    const id = decisionId(decisionNumberAt(at, i % 1_000));
    const hook = decision === 'deny' ? 'no-force' : decision === 'ask' ? 'prod-guard' : 'safer';
    const outcome = decision === 'deny' ? 'blocked' : 'ok';
    const command = decision === 'deny' ? 'git push --force origin main' : (commands[i % commands.length] ?? '');
    const record: DecisionRecord = {
      id,
      at,
      host,
      event: i % 3 === 2 ? 'tool.after' : 'tool.before',
      nativeEvent: 'PreToolUse',
      session,
      caller: 'ai_session',
      tool: 'shell',
      toolName,
      root: project,
      cwd: project,
      decision,
      ...(isRewrite && { rewrites: 'input' as const }),
      hookSet: 'past',
      hooks: decision === 'pass' && !isRewrite ? [] : [{ hook, outcome, decision, ms: 20 + (i % 40), from: 0.4 }],
      ms: decision === 'pass' && !isRewrite ? 0.2 + (i % 7) / 10 : 21 + (i % 40),
      via: 'engine',
    };
    const call = { kind: 'shell', nativeName: toolName, input: { command } };
    const texts = { context: [], messages: [], signals: [], notes: [], hooks: [] };
    const wire = { stdout: '', stderr: '', exitCode: 0 };
    const detail = { id, payload: {}, event: { name: record.event, call }, ...texts, wire };
    return [JSON.stringify({ v: 1, decision: record }), JSON.stringify({ v: 1, detail })];
  });
  const { spool } = journalPaths(state);
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  writeFileSync(join(spool, spoolFileName(Date.now(), 'c')), `${lines.join('\n')}\n`, { mode: 0o600 });
}
