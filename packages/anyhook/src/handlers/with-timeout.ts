import { type Ending, failed, maxTimerMs } from '@anyhook/core';
import type { HandlerContext } from './handler.js';

/** The result of this work, or a failure on timeout or if the agent disconnects. Never rejects. */
export function withTimeout(
  work: Promise<Ending>,
  label: string,
  { timeoutMs, signal }: Pick<HandlerContext, 'timeoutMs' | 'signal'>,
): Promise<Ending> {
  return new Promise((resolve) => {
    const finish = (ending: Ending) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(ending);
    };
    const cancel = () => finish(failed('cancelled', `${label} was cancelled because the agent went away`));
    const timer = setTimeout(
      () => finish(failed('timeout', `${label} did not finish within ${Math.round(timeoutMs)} ms`)),
      Math.min(timeoutMs, maxTimerMs),
    );
    work.then(finish, (error) => finish(thrownFailure(label, error)));
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
}

export function thrownFailure(label: string, error: unknown): Ending {
  const text = error instanceof Error ? error.message : String(error);
  return failed('error', `${label} threw: ${text.slice(0, 1000)}`, error instanceof Error ? error.stack : undefined);
}
