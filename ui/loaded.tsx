import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { get } from './api.js';
import { visible } from './text.js';

interface LoadedProps<T> {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What is shown while it is read. */
  readonly waiting?: string;
  readonly show: (value: T) => ComponentChildren;
}

/** Asks the server for something and shows it, or why it cannot be shown. */
export function Loaded<T>({ path, query = {}, waiting = 'reading …', show }: LoadedProps<T>) {
  const value = useSignal<T | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const key = `${path}?${new URLSearchParams(query)}`;
  useEffect(() => {
    let isCurrent = true;
    value.value = undefined;
    get<T>(path, query).then(
      (found) => {
        if (isCurrent) value.value = found;
      },
      (error: Error) => {
        if (isCurrent) problem.value = error.message;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  if (problem.value !== undefined) return <p class="problem">{visible(problem.value)}</p>;
  return value.value === undefined ? <p class="empty">{waiting}</p> : <>{show(value.value)}</>;
}
