import type { EventOf } from '../../../core/src/event.js';
import type { HookReport, Verdict } from '../../../core/src/verdict.js';
import { emptyVerdict } from '../../../core/src/verdict.js';
import type { AnsweredEvent } from '../../src/journal/record.js';
import { plainHook } from './core-samples.js';

/** An event with every recorded field, for tests. */
export const journalEvent: EventOf<'tool.before'> = {
  name: 'tool.before',
  host: 'cursor',
  nativeName: 'BeforeTool',
  sessionId: 'session-1',
  cwd: '/project/src',
  timestamp: '2026-11-15T12:00:00.000Z',
  caller: 'ai_session',
  agent: { name: 'helper' },
  parentSessionId: 'session-0',
  call: { kind: 'shell', nativeName: 'run_shell_command', id: 'call-1', input: { command: 'git push' } },
  raw: { tool_name: 'run_shell_command', tool_input: { command: 'git push' } },
};

/** What one hook did. */
export const sampleReport = (id: string, more: Partial<HookReport> = {}): HookReport => ({
  hook: { ...plainHook, id },
  outcome: 'ok',
  decision: 'pass',
  ms: 1.23456,
  ...more,
});

/** An answered event. */
export const sampleDecided = (verdict: Partial<Verdict> = {}, more: Partial<AnsweredEvent> = {}): AnsweredEvent => ({
  event: journalEvent,
  verdict: { ...emptyVerdict, ...verdict },
  wire: { stdout: '{}', stderr: '', exitCode: 0 },
  ms: 12.34567,
  root: '/project',
  hookSet: 'set-1',
  via: 'engine',
  bytes: 100,
  ...more,
});
