import { contractOf, type EventName } from '../../../core/src/contract.js';
import type { Event, EventFields, EventOf } from '../../../core/src/event.js';
import type { Hook } from '../../../core/src/hook.js';
import type { ToolCall, ToolInput } from '../../../core/src/tool.js';
import { done, type Ending, type Result, type Verdict } from '../../../core/src/verdict.js';
import { merge } from '../../src/engine/merge.js';
import type { EventPermissions } from '../../src/engine/permissions.js';
import { buildHookIndex, compileMatchers, formatToolsOf, type ToolsByFormat } from '../../src/engine/plan.js';
import { type RunDeps, type RunResults, run } from '../../src/engine/run.js';
import { plainHook } from './core-samples.js';

/** A hook with the defaults of no format in particular. For tests. */
export const hookOf = (id: string, more: Partial<Hook> = {}): Hook => ({
  ...plainHook,
  id,
  source: '/p/hooks.yaml',
  root: '/p',
  ...more,
});

/** Hooks in the order given. For tests. */
export const withPositions = (...hooks: readonly Hook[]): readonly Hook[] =>
  hooks.map((hook, position) => ({ ...hook, position }));

export const shellToolCall = (command: string, more: Partial<ToolCall> = {}): ToolCall => ({
  kind: 'shell',
  nativeName: 'Bash',
  input: { command },
  id: 'call-1',
  ...more,
});

const fields: { readonly [N in EventName]: EventFields[N] } = {
  'session.start': { source: 'startup' },
  'session.end': { reason: 'logout' },
  'prompt.submit': { prompt: 'hello' },
  'turn.start': {},
  'turn.end': {},
  'model.before': { messages: [{ role: 'user', content: 'hi' }] },
  'model.after': {},
  'tool.before': { call: shellToolCall('ls') },
  'tool.permission': { call: shellToolCall('ls') },
  'tool.after': { call: shellToolCall('ls'), result: { ok: true, text: 'a' } },
  'tool.failure': { call: shellToolCall('ls'), error: 'failed' },
  'agent.stop': {},
  'agent.done': {},
  'subagent.start': { subagent: { type: 'explorer' } },
  'subagent.stop': { subagent: { type: 'explorer' } },
  'compact.before': { trigger: 'auto' },
  'compact.after': { trigger: 'auto' },
  'user.wait': {},
  notification: { kind: 'idle' },
  error: { message: 'broke' },
  limit: { message: 'too many' },
  'task.create': { ability: { kind: 'ability_id', value: 'run_command' } },
  other: {},
};

/** An event of this name. For tests. */
export function engineEvent<N extends EventName>(name: N, more: Partial<EventOf<N>> = {}): EventOf<N> {
  const base = {
    host: 'some-agent',
    nativeName: 'Native',
    sessionId: 's',
    cwd: '/p',
    timestamp: '2026-01-01T00:00:00.000Z',
    caller: 'ai_session',
    raw: undefined,
  };
  return { ...base, ...fields[name], name, ...more } as unknown as EventOf<N>;
}

/** A `tool.before` of a shell command. For tests. */
export const shellEvent = (command: string, input: ToolInput = {}): EventOf<'tool.before'> =>
  engineEvent('tool.before', { call: shellToolCall(command, { input: { command, ...input } }) });

/** The command of a tool event. For tests. */
export const shellCommandOf = (event: Event): unknown =>
  'call' in event ? (event.call as ToolCall).input['command'] : '';

const tools = {
  shell: { kind: 'shell' },
  read_file: { kind: 'read' },
  write_file: { kind: 'write' },
  edit_file: { kind: 'edit' },
} as const;
const side = { tools, mcpName: (server: string, tool: string) => `mcp_${server}_${tool}`, singlePath: false };

/** All formats have the same tools here. For tests. */
export const sampleSpeech: ToolsByFormat = {
  'hook-md': { ...side, singlePath: true, priorityOverScopes: true, readsSteps: true },
  docker: side,
  ability: { ...side, readsDuration: true },
  claude: side,
  flow: side,
};

/** What a fake hook answers: a result, a whole ending, or a promise of one. */
export type FakeAnswer = Result | Ending | Promise<Result | Ending>;
export type AnswerDeps = Readonly<Record<string, (event: Event, timeoutMs: number) => FakeAnswer>>;

const ended = (answer: Result | Ending): Ending => ('kind' in answer ? answer : done(answer));

export const fullRow: EventPermissions = { blocks: true, context: true, rewrites: true };

/** Plans and runs an event with functions instead of hooks. For tests. */
export async function runWithAnswers(
  hooks: readonly Hook[],
  event: Event,
  answers: AnswerDeps,
  more: Partial<RunDeps> & { contract?: ReturnType<typeof contractOf> } = {},
): Promise<RunResults> {
  const index = buildHookIndex(hooks, sampleSpeech);
  await compileMatchers(index, event.name);
  return run(index, event, more.contract ?? contractOf(event.name), {
    runHook: (hook, seen, timeoutMs) => {
      const answer = answers[hook.id]?.(seen, timeoutMs) ?? { decision: 'pass' };
      return answer instanceof Promise ? answer.then(ended) : ended(answer);
    },
    startAsync: async () => undefined,
    permissionsOf: () => fullRow,
    isSinglePath: (hook) => formatToolsOf(sampleSpeech, hook).singlePath,
    ticks: () => 0,
    began: 0,
    deadline: 10_000,
    ...more,
  });
}

/** The verdict of such a run. For tests. */
export async function verdictWithAnswers(
  hooks: readonly Hook[],
  event: Event,
  answers: AnswerDeps,
  more: Parameters<typeof runWithAnswers>[3] = {},
): Promise<Verdict> {
  const ran = await runWithAnswers(hooks, event, answers, more);
  return merge(event, more.contract ?? contractOf(event.name), ran, more.permissionsOf ?? (() => fullRow));
}
