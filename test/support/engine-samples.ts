import { contractOf, type EventName } from '../../src/core/contract.js';
import type { Event, EventFields, EventOf } from '../../src/core/event.js';
import type { Hook } from '../../src/core/hook.js';
import type { ToolCall, ToolInput } from '../../src/core/tool.js';
import { done, type Ending, type Result, type Verdict } from '../../src/core/verdict.js';
import { merge } from '../../src/engine/merge.js';
import type { Row } from '../../src/engine/permissions.js';
import { buildIndex, prepare, type Speech, speechOf } from '../../src/engine/plan.js';
import { type Ran, type RunDeps, run } from '../../src/engine/run.js';
import { plainHook } from './core-samples.js';

/** A hook with the defaults of no dialect in particular. For tests. */
export const hookOf = (id: string, more: Partial<Hook> = {}): Hook => ({
  ...plainHook,
  id,
  source: '/p/hooks.yaml',
  root: '/p',
  ...more,
});

/** Hooks in the order given. For tests. */
export const inOrder = (...hooks: readonly Hook[]): readonly Hook[] =>
  hooks.map((hook, position) => ({ ...hook, position }));

export const shell = (command: string, more: Partial<ToolCall> = {}): ToolCall => ({
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
  'tool.before': { call: shell('ls') },
  'tool.permission': { call: shell('ls') },
  'tool.after': { call: shell('ls'), result: { ok: true, text: 'a' } },
  'tool.failure': { call: shell('ls'), error: 'failed' },
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
export function eventOf<N extends EventName>(name: N, more: Partial<EventOf<N>> = {}): EventOf<N> {
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
export const calls = (command: string, input: ToolInput = {}): EventOf<'tool.before'> =>
  eventOf('tool.before', { call: shell(command, { input: { command, ...input } }) });

/** The command of a tool event. For tests. */
export const commandOf = (event: Event): unknown => ('call' in event ? (event.call as ToolCall).input['command'] : '');

const tools = {
  shell: { kind: 'shell' },
  read_file: { kind: 'read' },
  write_file: { kind: 'write' },
  edit_file: { kind: 'edit' },
} as const;
const side = { tools, mcpName: (server: string, tool: string) => `mcp_${server}_${tool}`, singlePath: false };

/** All formats have the same tools here. For tests. */
export const speech: Speech = {
  'hook-md': { ...side, singlePath: true },
  docker: side,
  ability: { ...side, readsDuration: true },
  claude: side,
  flow: side,
};

/** What a fake hook answers: a result, a whole ending, or a promise of one. */
export type Answer = Result | Ending | Promise<Result | Ending>;
export type Answers = Readonly<Record<string, (event: Event, timeoutMs: number) => Answer>>;

const ended = (answer: Result | Ending): Ending => ('kind' in answer ? answer : done(answer));

export const fullRow: Row = { blocks: true, context: true, rewrites: true };

/** Plans and runs an event with functions in the place of hooks. For tests. */
export async function ranBy(
  hooks: readonly Hook[],
  event: Event,
  answers: Answers,
  more: Partial<RunDeps> & { contract?: ReturnType<typeof contractOf> } = {},
): Promise<Ran> {
  const index = buildIndex(hooks, speech);
  await prepare(index, event.name);
  return run(index, event, more.contract ?? contractOf(event.name), {
    runHook: (hook, seen, timeoutMs) => {
      const answer = answers[hook.id]?.(seen, timeoutMs) ?? { decision: 'pass' };
      return answer instanceof Promise ? answer.then(ended) : ended(answer);
    },
    startAsync: async () => undefined,
    rowOf: () => fullRow,
    isSinglePath: (hook) => speechOf(speech, hook).singlePath,
    ticks: () => 0,
    deadline: 10_000,
    ...more,
  });
}

/** The verdict of the same. For tests. */
export async function judged(
  hooks: readonly Hook[],
  event: Event,
  answers: Answers,
  more: Parameters<typeof ranBy>[3] = {},
): Promise<Verdict> {
  const ran = await ranBy(hooks, event, answers, more);
  return merge(event, more.contract ?? contractOf(event.name), ran, more.rowOf ?? (() => fullRow));
}
