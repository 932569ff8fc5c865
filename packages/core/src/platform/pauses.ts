import { ticks } from './clock.js';

/** How long one piece of work may keep this process from its other work. */
const shareMs = 10;

/** Returns a function that, once its caller has used its share of time, waits until other work had a turn. */
export function createPauses(): () => Promise<void> | undefined {
  let since = ticks();
  return () => {
    if (ticks() - since < shareMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = ticks();
        resolve();
      }),
    );
  };
}
