import { approvalState, createApprovalStore, type World } from '@anyhook/anyhook';
import { now, userPaths } from '@anyhook/core';

const pollMs = 250;

/** Waits until a question is no longer open: true; or until the time is up or the caller goes away: false. */
export async function waitForPerson(
  id: string,
  world: World,
  { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<boolean> {
  const store = createApprovalStore(userPaths(world.env, world.home).state, { now, minutes: 0 });
  const deadline = now() + waitMs;
  const isOpen = () => store.all().some((record) => record.id === id && approvalState(record, now()) === 'pending');
  while (isOpen()) {
    const left = deadline - now();
    if (left <= 0 || signal?.aborted) return false;
    await pause(Math.min(left, pollMs), signal);
  }
  return true;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
