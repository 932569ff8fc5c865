import type { EventName } from '../../../core/src/contract.js';
import type { EventFields, EventOf } from '../../../core/src/event.js';
import type { Hook } from '../../../core/src/hook.js';
import type { ToolCall, ToolInput, ToolMap } from '../../../core/src/tool.js';
import type { HookFile } from '../../src/formats/kit/format.js';
import { plainHook } from './core-samples.js';
import { plainPath } from './plain-path.js';

/** A shell call as a host that names it differently from every format would send it. */
export const foreignShellCall: ToolCall = {
  kind: 'shell',
  nativeName: 'run_shell_command',
  input: { command: 'ls', description: 'list' },
  id: 'call-1',
};

const fields: { readonly [N in EventName]: EventFields[N] } = {
  'session.start': { source: 'resume' },
  'session.end': { reason: 'logout' },
  'prompt.submit': { prompt: 'fix the bug' },
  'turn.start': { prompt: 'fix the bug' },
  'turn.end': { reason: 'continue' },
  'model.before': { messages: [{ role: 'user', content: 'hi' }] },
  'model.after': { response: 'done' },
  'tool.before': { call: foreignShellCall },
  'tool.permission': { call: foreignShellCall },
  'tool.after': {
    call: foreignShellCall,
    result: { ok: true, text: 'a.txt', stdout: 'a.txt', stderr: '' },
    durationMs: 12,
  },
  'tool.failure': { call: foreignShellCall, error: 'Exit code 3', durationMs: 12 },
  'agent.stop': { response: 'all done', stopHookActive: true },
  'agent.done': { response: 'all done' },
  'subagent.start': { subagent: { id: 'sub-1', type: 'explorer' } },
  'subagent.stop': { subagent: { id: 'sub-1', type: 'explorer' }, response: 'found it' },
  'compact.before': { trigger: 'auto', instructions: 'keep paths', inputTokens: 10, outputTokens: 2, contextLimit: 99 },
  'compact.after': { trigger: 'auto', summary: 'short', inputTokens: 10, outputTokens: 2 },
  'user.wait': { message: 'ready' },
  notification: { message: 'look', level: 'warning', kind: 'idle_prompt' },
  error: { message: 'model failed', kind: 'rate_limit' },
  limit: { message: 'too many steps' },
  'task.create': { ability: { kind: 'ability_id', value: 'run_command' } },
  other: {},
};

/** An event of this name with all its fields, from a host no format knows. For tests. */
export function formatEvent<N extends EventName>(name: N, more: Partial<EventOf<N>> = {}): EventOf<N> {
  const base = {
    host: 'some-agent',
    nativeName: 'Native',
    sessionId: 's-1',
    cwd: '/project',
    timestamp: '2026-01-01T00:00:00.000Z',
    caller: 'ai_session',
    raw: undefined,
  };
  return { ...base, ...fields[name], name, ...more } as unknown as EventOf<N>;
}

/** A hook with the defaults of no format in particular. For tests. */
export function formatHook(more: Partial<Hook> & Pick<Hook, 'dialect' | 'nativeEvent'>): Hook {
  return { ...plainHook, ...more };
}

/** A hook file as `io` would hand it over; `present` are the files that exist, written as on POSIX. For tests. */
export function sampleFile(
  path: string,
  text: string,
  more: Partial<HookFile> & { present?: string[] } = {},
): HookFile {
  const { present = [], ...rest } = more;
  const exists = (one: string) => present.includes(plainPath(one));
  return { path, text, scope: 'project', root: '/project', siblings: [], exists, ...rest };
}

/** A canonical input for each row of a tool map: the kind's own fields and one that no table knows. For tests. */
export function sampleInputs(map: ToolMap): readonly (readonly [string, ToolInput])[] {
  const all: Readonly<Record<string, ToolInput>> = {
    shell: { command: 'ls -l' },
    read: { path: '/a', paths: ['/a'] },
    write: { path: '/a', content: 'x' },
    edit: { path: '/a', oldText: 'x', newText: 'y' },
    patch: { content: '*** Begin Patch', paths: ['/a'] },
    list: { path: '/a', query: '*.ts' },
    search: { query: 'x', path: '/a' },
    fetch: { url: 'https://example.org', prompt: 'what' },
    websearch: { query: 'x' },
    task: { prompt: 'do it' },
    todo: {},
  };
  return Object.entries(map).map(([name, { kind }]) => [name, { ...all[kind], extra: { deep: [1] } }]);
}

/** The only hook; throws if there is not exactly one. */
export function onlyHook(hooks: readonly Hook[]): Hook {
  const [hook, ...others] = hooks;
  if (!hook || others.length > 0) throw new Error(`expected one hook, got ${hooks.length}`);
  return hook;
}
