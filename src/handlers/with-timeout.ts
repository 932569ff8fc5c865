import { longestTimerMs } from '../core/limits.js';
import { type Ending, failed } from '../core/verdict.js';
import type { HandlerContext } from './handler.js';

/** The result of this work, or a failure on timeout or if the agent disconnects. Never rejects. */
export function withTimeout(
  work: Promise<Ending>,
  who: string,
  { timeoutMs, signal }: Pick<HandlerContext, 'timeoutMs' | 'signal'>,
): Promise<Ending> {
  return new Promise((resolve) => {
    const end = (ending: Ending) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(ending);
    };
    const cancel = () => end(failed('cancelled', `${who} was cancelled because the agent went away`));
    const timer = setTimeout(
      () => end(failed('timeout', `${who} did not finish within ${Math.round(timeoutMs)} ms`)),
      Math.min(timeoutMs, longestTimerMs),
    );
    work.then(end, (error) => end(thrownFailure(who, error)));
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}

/** The failure of a hook that threw. */
export function thrownFailure(who: string, error: unknown): Ending {
  const text = error instanceof Error ? error.message : String(error);
  return failed('error', `${who} threw: ${text.slice(0, 1000)}`, error instanceof Error ? error.stack : undefined);
}
