import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { get } from './api.js';
import { visible } from './text.js';

interface LoadedProps<T> {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The text shown while it loads. */
  readonly waiting?: string;
  /** How often it is reloaded, for pages that stay open. */
  readonly everyMs?: number;
  readonly show: (value: T) => ComponentChildren;
}

/** Loads something from the server and shows it, or the error. */
export function Loaded<T>({ path, query = {}, waiting = 'reading …', everyMs, show }: LoadedProps<T>) {
  const value = useSignal<T | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const key = `${path}?${new URLSearchParams(query)}`;
  useEffect(() => {
    let isCurrent = true;
    [value.value, problem.value] = [undefined, undefined];
    const read = async () => {
      try {
        const found = await get<T>(path, query);
        if (isCurrent) [value.value, problem.value] = [found, undefined];
      } catch (error) {
        if (isCurrent) problem.value = (error as Error).message;
      }
    };
    void read();
    const timer = everyMs === undefined ? undefined : setInterval(() => !document.hidden && void read(), everyMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [key]);
  if (problem.value !== undefined) return <p class="problem">{visible(problem.value)}</p>;
  return value.value === undefined ? <p class="empty">{waiting}</p> : <>{show(value.value)}</>;
}
