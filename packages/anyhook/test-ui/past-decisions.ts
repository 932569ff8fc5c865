import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { decisionId, decisionNumberAt } from '../src/journal/decision-id.js';
import { journalPaths, spoolFileName } from '../src/journal/journal-files.js';
import type { DecisionRecord } from '../src/journal/record.js';

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
    // Bursts and pauses, the same in every run.
    const at = end - 540_000 + i * 1_270 + ((i * 7919) % 900);
    const [agent, session, toolName] = agents[(i * 5 + Math.floor(i / 9)) % agents.length] ?? agents[0];
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
      host: agent,
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
  writeSpool(state, lines);
}

function writeSpool(state: string, lines: readonly string[]): void {
  const { spool } = journalPaths(state);
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  appendFileSync(join(spool, spoolFileName(Date.now(), 'c')), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** One decision per text, with the text in every field of foreign origin. */
export function writeHostile(state: string, texts: readonly string[]): void {
  const now = Date.now() - 2_000;
  const lines = texts.flatMap((text, i) => {
    const id = decisionId(decisionNumberAt(now + i, 7));
    const names = { session: text, agent: text, parent: text, root: `/tmp/${text}`, cwd: `/tmp/${text}`, call: text };
    const hook = { hook: text, outcome: 'failed', decision: 'deny', ms: 3, from: 0.2, shadow: i % 2 === 1 } as const;
    const record = {
      ...{ id, at: now + i, host: text, event: 'tool.before', nativeEvent: text, caller: 'ai_session', tool: 'shell' },
      ...{ toolName: text, ...names, decision: 'deny', rewrites: 'input', hookSet: `set-${i}`, ms: 4, via: 'process' },
      hooks: [hook],
    };
    const call = { kind: 'shell', nativeName: text, input: { command: text, [text]: text } };
    const rewrote = { before: { of: 'input', value: { a: text } }, after: { of: 'input', value: { [text]: text } } };
    const detail = {
      ...{
        id,
        payload: { [text]: text },
        event: { name: 'tool.before', call, [text]: text },
        reason: text,
        stop: text,
      },
      ...{ context: [text], messages: [text], notes: [`note ${text}`] },
      signals: [{ kind: text, code: text, hook_id: text }],
      hooks: [{ at: 0, reason: text, logs: [text], rewrote }],
      wire: { stdout: text, stderr: text, exitCode: 2 },
    };
    const set = {
      hash: `set-${i}`,
      hooks: [
        {
          ...{ id: text, dialect: text, events: ['tool.before'], nativeEvent: text, source: text, match: {} },
          ...{ mode: 'enforce', handler: { kind: 'command', what: text }, idle: text, profiles: [], priority: 1 },
        },
      ],
    };
    return [{ decision: record }, { set }, { detail }].map((one) => JSON.stringify({ v: 1, ...one }));
  });
  writeSpool(state, lines);
}
