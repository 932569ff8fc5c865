import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import { errorMessageOf, fieldsOf, type LooseFields } from './plugin-values.js';

/** The part of opencode's client that is used here. */
export interface OpencodeClient {
  readonly session: {
    get(options: LooseFields): Promise<{ readonly data?: unknown }>;
    promptAsync(options: LooseFields): Promise<unknown>;
    abort(options: LooseFields): Promise<unknown>;
  };
  readonly tui: { showToast(options: LooseFields): Promise<unknown> };
  readonly _client: { post(options: LooseFields): Promise<unknown> };
  postSessionIdPermissionsPermissionId(options: LooseFields): Promise<unknown>;
}

/** The part of a plugin's input that is used here. */
export interface PluginContext {
  readonly client: OpencodeClient;
  readonly directory: string;
}

/** `opencode run` ends when its session is idle and answers questions itself, so it must be held while we ask. */
export const isRunCommand = process.argv.slice(2).find((word) => !word.startsWith('-')) === 'run';

/** The only error that is thrown on purpose: opencode then denies the call, the prompt or the compaction. */
export class Refusal extends Error {}

/** A request whose result does not matter. */
export const ignoreResult = (request: Promise<unknown>): void => {
  request.catch(() => {});
};

/** Messages to the user and requests to opencode. */
export type PluginOutput = ReturnType<typeof createPluginOutput>;

export function createPluginOutput(client: OpencodeClient) {
  function showUser(text: string): void {
    if (isRunCommand) process.stderr.write(`anyhook: ${text}\n`);
    else ignoreResult(client.tui.showToast({ body: { title: 'anyhook', message: text, variant: 'warning' } }));
  }

  const showMessages = (answer: Answer): void => answer.messages?.forEach(showUser);

  /** Ends the turn if the answer asks for it. */
  async function abortIfStopped({ stop }: Answer, sessionID: string): Promise<void> {
    if (stop === undefined) return;
    showUser(stop);
    await client.session.abort({ path: { id: sessionID } });
  }

  /** opencode does not show the user errors that are thrown outside a tool. */
  function throwIfRefused(reason: string | undefined): void {
    if (reason === undefined) return;
    showUser(reason);
    throw new Refusal(reason);
  }

  /** Only a deny may leave a hook as an error. */
  function report(error: unknown): void {
    if (error instanceof Refusal) throw error;
    showUser(`the plugin failed: ${errorMessageOf(error)}`);
  }

  /** opencode's client does not throw; its result says what went wrong. */
  function sendRequest(what: string, request: Promise<unknown>): void {
    const showFailure = (why: unknown) => showUser(`opencode could not be told ${what}: ${errorMessageOf(why)}`);
    request.then((result) => fieldsOf(result)['error'] && showFailure(fieldsOf(result)['error']), showFailure);
  }

  return {
    showUser,
    showMessages,
    abortIfStopped,
    throwIfRefused,
    report,
    sendRequest,
  };
}
