import { now } from '@anyhook/core';
import { RuntimeError } from './errors.js';
import type { RequestFields, RequestFieldTable } from './fields.js';
import type { SessionWorld } from './project-view.js';
import type { ActionAnswer } from './run-actions.js';
import type { AgentRuntime } from './runtime.js';
import { sessionView } from './session.js';
import type { StartRequest } from './start-session.js';

/** Sends one line of a streamed answer. */
export type SendLine = (line: Readonly<Record<string, unknown>>) => void;

/** One request, checked against its route's tables. */
export interface RouteRequest {
  readonly runtime: AgentRuntime;
  /** The value of `:id` or `:key` in the path. */
  readonly pathParameter: string;
  /** The fields of the body, or of the query if there is no body. */
  readonly fields: RequestFields;
  readonly env: SessionWorld['env'];
  readonly signal: AbortSignal;
  /** Set if the client wants lines while the request runs. */
  readonly sendLine?: SendLine;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly description: string;
  readonly fields: RequestFieldTable;
  readonly status?: number;
  /** The client may ask for lines while the request runs. */
  readonly canStream?: true;
  answer(request: RouteRequest): Promise<object>;
}

const env = {
  kind: 'variables',
  description: 'variables for hooks and abilities, for this request only; never stored',
} as const;
const cwd = { kind: 'folder', description: 'a folder of the project', required: true } as const;

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: '/sessions',
    description: 'starts a session',
    status: 201,
    fields: {
      cwd,
      environment: { kind: 'name', description: 'where its tasks run; the session cannot name another one later' },
      caller: { kind: 'object', description: 'who it is for, if not an AI: `source`, `job_id`, `triggered_by`' },
      env,
    },
    answer: async ({ runtime, fields, env, signal }) => {
      const { env: _own, ...startFields } = fields;
      const { session, messages, notes } = await runtime.start(startFields as unknown as StartRequest, { env, signal });
      return { ...sessionView(session, now()), messages, notes };
    },
  },
  {
    method: 'GET',
    path: '/sessions',
    description: 'sessions, the latest first',
    fields: {
      open: { kind: 'flag', description: 'only those that were not stopped' },
      limit: { kind: 'count', description: 'maximum number of rows; default 50, at most 500' },
    },
    answer: async ({ runtime, fields }) => {
      const query = {
        open: fields['open'] === 'true',
        limit: Math.min((fields['limit'] as number | undefined) ?? 50, 500),
      };
      return { sessions: (await runtime.list(query)).map((one) => sessionView(one, now())) };
    },
  },
  {
    method: 'GET',
    path: '/sessions/:id',
    description: 'one session; with the summary after it was stopped',
    fields: {},
    answer: async ({ runtime, pathParameter }) => {
      const session = await runtime.get(pathParameter);
      const { summary } = session;
      return { ...sessionView(session, now()), ...(summary !== undefined && { summary }) };
    },
  },
  {
    method: 'POST',
    path: '/sessions/:id/prompts',
    description: 'a prompt of the user: returns the turn context and the control message',
    fields: {
      prompt: { kind: 'text', description: 'the text that the user typed', required: true },
      files: { kind: 'texts', description: 'files that the user has open' },
      env,
    },
    answer: ({ runtime, pathParameter, fields, env, signal }) => {
      const files = fields['files'] as readonly string[] | undefined;
      return runtime.prompt(
        pathParameter,
        { text: String(fields['prompt']), ...(files && { files }) },
        { env, signal },
      );
    },
  },
  {
    method: 'POST',
    path: '/sessions/:id/actions',
    description: 'actions of the AI, run in order',
    canStream: true,
    fields: {
      actions: { kind: 'list', description: 'at most 100', required: true },
      on_failure: { kind: 'onFailure', description: '`stop` (default): the actions after a failed one are skipped' },
      env,
    },
    answer: ({ runtime, pathParameter, fields, env, signal, sendLine }) =>
      answerActions(runtime, pathParameter, fields, { env, signal, notify: sendLine }),
  },
  {
    method: 'POST',
    path: '/sessions/:id/stop',
    description: 'ends a session: runs its session.end hooks, returns the summary',
    fields: { reason: { kind: 'name', description: 'why, for the hooks' }, env },
    // If the client disconnects, the hooks still run: the next request gets the summary.
    answer: ({ runtime, pathParameter, fields, env }) => {
      const reason = fields['reason'] as string | undefined;
      return runtime.stop(pathParameter, reason === undefined ? { env } : { env, reason });
    },
  },
  {
    method: 'GET',
    path: '/abilities',
    description: 'the abilities of a project',
    fields: {
      cwd,
      query: { kind: 'text', description: 'only those with one of its words; best match first' },
      limit: { kind: 'count', description: 'maximum number of abilities; default 100' },
    },
    answer: ({ runtime, fields: { cwd: folder, ...query }, env }) =>
      runtime.abilities(query, { cwd: String(folder), env }),
  },
  {
    method: 'GET',
    path: '/tasks/:key',
    description: 'one task, whichever session created it',
    fields: { cwd },
    answer: ({ runtime, pathParameter, fields, env }) =>
      runtime.task(pathParameter, { cwd: String(fields['cwd']), env }),
  },
];

const maxActions = 100;

async function answerActions(
  runtime: AgentRuntime,
  id: string,
  fields: RequestFields,
  { env, signal, notify: sendLine }: { env: SessionWorld['env']; signal: AbortSignal; notify: SendLine | undefined },
): Promise<object> {
  const actions = fields['actions'] as readonly unknown[];
  if (actions.length > maxActions)
    throw new RuntimeError(
      'BAD_REQUEST',
      `"actions" holds at most ${maxActions}, got ${actions.length}; send the rest later`,
    );
  const answers = await runtime.act(id, actions, {
    env,
    signal,
    onFailure: fields['on_failure'] === 'continue' ? 'continue' : 'stop',
    ...(sendLine && {
      progress: (index: number, line: string) => sendLine({ type: 'progress', index, line }),
      onAnswer: (index: number, answer: ActionAnswer) => sendLine({ type: 'answer', index, answer }),
    }),
  });
  return sendLine ? { type: 'done', session_id: id } : { session_id: id, answers };
}
