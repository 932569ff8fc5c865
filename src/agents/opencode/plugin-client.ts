import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import { type Fields, fieldsOf, shown } from './plugin-values.js';

/** The part of opencode's client that is used here. */
export interface Client {
  readonly session: {
    get(options: Fields): Promise<{ readonly data?: unknown }>;
    promptAsync(options: Fields): Promise<unknown>;
    abort(options: Fields): Promise<unknown>;
  };
  readonly tui: { showToast(options: Fields): Promise<unknown> };
  readonly _client: { post(options: Fields): Promise<unknown> };
  postSessionIdPermissionsPermissionId(options: Fields): Promise<unknown>;
}

/** What opencode gives to a plugin, as far as it is used here. */
export interface Context {
  readonly client: Client;
  readonly directory: string;
}

/** `opencode run` ends when its session is idle and answers questions by itself: it must be held meanwhile. */
export const isRun = process.argv.slice(2).find((word) => !word.startsWith('-')) === 'run';

/** The one thing that is thrown on purpose: opencode then refuses the call, the prompt or the compaction. */
export class Refusal extends Error {}

/** A request of which nobody needs to know how it ended. */
export const ignore = (request: Promise<unknown>): void => {
  request.catch(() => {});
};

/** What is said to the user and to opencode itself. */
export type Voice = ReturnType<typeof voiceOf>;

/** The voice of the plugin in this opencode. */
export function voiceOf(client: Client) {
  function tell(text: string): void {
    if (isRun) process.stderr.write(`anyhook: ${text}\n`);
    else ignore(client.tui.showToast({ body: { title: 'anyhook', message: text, variant: 'warning' } }));
  }

  const tellAll = (answer: Answer): void => answer.messages?.forEach(tell);

  /** Ends the turn, where that is wanted. */
  async function halt({ stop }: Answer, sessionID: string): Promise<void> {
    if (stop === undefined) return;
    tell(stop);
    await client.session.abort({ path: { id: sessionID } });
  }

  /** opencode shows the user nothing of what is thrown outside a tool. */
  function refuse(reason: string | undefined): void {
    if (reason === undefined) return;
    tell(reason);
    throw new Refusal(reason);
  }

  /** Nothing but a refusal leaves a hook of ours. */
  function report(error: unknown): void {
    if (error instanceof Refusal) throw error;
    tell(`the plugin failed: ${shown(error)}`);
  }

  /** opencode's client throws nothing, and says what went wrong in its result. */
  function send(what: string, request: Promise<unknown>): void {
    const failed = (why: unknown) => tell(`opencode could not be told ${what}: ${shown(why)}`);
    request.then((result) => fieldsOf(result)['error'] && failed(fieldsOf(result)['error']), failed);
  }

  return { tell, tellAll, halt, refuse, report, send };
}
