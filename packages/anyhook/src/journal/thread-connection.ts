import type { MessageFromThread, MessageToThread } from './thread-messages.js';

type PostToThread = (message: MessageToThread) => void;

/** Starts the thread that fills the journal; undefined where threads are unavailable. */
export type StartThread = (
  onMessage: (message: MessageFromThread) => void,
  onEnd: (why: string) => void,
) => PostToThread | undefined;

/** The engine's side of the journal's thread: starts it when needed, and again some time after it ended. */
export interface ThreadConnection {
  /** False if no thread runs. */
  send(message: Extract<MessageToThread, { kind: 'details' }>): boolean;
  /** Characters of details that the thread has not processed yet. */
  readonly inFlight: number;
  readonly problem: string | undefined;
  /** Resolves when the thread has finished its work and ended, or after `timeoutMs`. */
  end(timeoutMs: number): Promise<void>;
}

interface ThreadConnectionOptions {
  readonly startThread: StartThread;
  readonly now: () => number;
  readonly notify: (text: string) => void;
}

const restartMs = 30_000;

export function connectThread({ startThread, now, notify }: ThreadConnectionOptions): ThreadConnection {
  let post: PostToThread | undefined;
  let inFlight = 0;
  let restartAt = 0;
  let problem: string | undefined;
  let whenEnded: (() => void) | undefined;

  const handleMessage = (message: MessageFromThread) => {
    if (message.kind === 'done') inFlight = Math.max(0, inFlight - message.chars);
    else if (message.kind === 'notice') notify(message.text);
    else {
      problem = message.text;
      if (message.text !== undefined) notify(message.text);
    }
  };
  const handleEnd = (why: string) => {
    post = undefined;
    inFlight = 0;
    restartAt = now() + restartMs;
    if (whenEnded) return whenEnded();
    problem = `the thread that fills the journal ended: ${why}`;
    notify(problem);
  };
  const ensureStarted = (): PostToThread | undefined => {
    if (post || now() < restartAt) return post;
    try {
      post = startThread(handleMessage, handleEnd);
    } catch (error) {
      handleEnd((error as Error).message);
    }
    return post;
  };

  return {
    send(message) {
      const postMessage = ensureStarted();
      if (!postMessage) return false;
      inFlight += message.chars;
      postMessage(message);
      return true;
    },
    get inFlight() {
      return inFlight;
    },
    get problem() {
      return problem;
    },
    end: (timeoutMs) =>
      new Promise((resolve) => {
        if (!post) return resolve();
        const timer = setTimeout(resolve, timeoutMs);
        whenEnded = () => {
          clearTimeout(timer);
          resolve();
        };
        post({ kind: 'end' });
      }),
  };
}
