import type { CentralAnswer } from '../../../src/fleet/hub-protocol.js';
import type { HubStore } from './store.js';
import type { HubStreams } from './streams.js';

/** Devices that wait for an approver. The answer may come to another hub process. */
export function openApprovals({ connection }: HubStreams, store: HubStore) {
  const waiting = new Map<string, Set<(answer: CentralAnswer) => void>>();
  const subscription = connection.subscribe('anyhook.answered.*.*', {
    callback: (_error, message) => {
      const [, , device, key] = message.subject.split('.');
      for (const tell of waiting.get(`${device}.${key}`) ?? []) tell(message.json<CentralAnswer>());
    },
  });
  return {
    /** The answer for a call; undefined if nobody answers in time, or the device goes away. */
    async wait(device: string, key: string, ms: number, gone: AbortSignal): Promise<CentralAnswer | undefined> {
      const name = `${device}.${key}`;
      const all = waiting.get(name) ?? new Set();
      waiting.set(name, all);
      let tell: (answer: CentralAnswer | undefined) => void = () => {};
      // Waits first and then looks, so that no answer falls between.
      const told = new Promise<CentralAnswer | undefined>((resolve) => {
        tell = resolve;
      });
      const stop = () => tell(undefined);
      all.add(tell);
      const timer = setTimeout(stop, ms);
      gone.addEventListener('abort', stop);
      try {
        return (await store.answered(device, key)) ?? (await told);
      } finally {
        clearTimeout(timer);
        gone.removeEventListener('abort', stop);
        all.delete(tell);
        if (all.size === 0) waiting.delete(name);
      }
    },
    close: () => subscription.unsubscribe(),
  };
}

export type Approvals = ReturnType<typeof openApprovals>;
