import type { MessageFromThread, MessageToThread } from './thread-messages.js';

type PostToThread = (message: MessageToThread) => void;

/** Starts the thread that fills the journal; undefined where threads are not available. */
export type StartThread = (
  take: (message: MessageFromThread) => void,
  ended: (why: string) => void,
) => PostToThread | undefined;

/** The engine's side of the journal's thread: starts it when needed, and again some time after it ended. */
export interface ThreadConnection {
  /** False if no thread runs. */
  send(message: Extract<MessageToThread, { kind: 'details' }>): boolean;
  /** Characters of details that the thread has not processed yet. */
  readonly inFlight: number;
  readonly trouble: string | undefined;
  /** Resolves when the thread has finished its work and ended, or after `patienceMs`. */
  end(patienceMs: number): Promise<void>;
}

interface ThreadConnectionOptions {
  readonly startThread: StartThread;
  readonly now: () => number;
  /** Takes what the user should know. */
  readonly say: (text: string) => void;
}

const restartMs = 30_000;

export function connectThread({ startThread, now, say }: ThreadConnectionOptions): ThreadConnection {
  let post: PostToThread | undefined;
  let inFlight = 0;
  let restartAt = 0;
  let trouble: string | undefined;
  let whenEnded: (() => void) | undefined;

  const take = (message: MessageFromThread) => {
    if (message.kind === 'done') inFlight = Math.max(0, inFlight - message.chars);
    else if (message.kind === 'said') say(message.text);
    else {
      trouble = message.text;
      if (message.text !== undefined) say(message.text);
    }
  };
  const ended = (why: string) => {
    post = undefined;
    inFlight = 0;
    restartAt = now() + restartMs;
    if (whenEnded) return whenEnded();
    trouble = `the thread that fills the journal ended: ${why}`;
    say(trouble);
  };
  const started = (): PostToThread | undefined => {
    if (post || now() < restartAt) return post;
    try {
      post = startThread(take, ended);
    } catch (error) {
      ended((error as Error).message);
    }
    return post;
  };

  return {
    send(message) {
      const to = started();
      if (!to) return false;
      inFlight += message.chars;
      to(message);
      return true;
    },
    get inFlight() {
      return inFlight;
    },
    get trouble() {
      return trouble;
    },
    end: (patienceMs) =>
      new Promise((resolve) => {
        if (!post) return resolve();
        const patience = setTimeout(resolve, patienceMs);
        whenEnded = () => {
          clearTimeout(patience);
          resolve();
        };
        post({ kind: 'end' });
      }),
  };
}
