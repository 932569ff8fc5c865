import { signal } from '@preact/signals';

const current = (): string => location.hash.replace(/^#\/?/, '') || 'live';

/** The page that the address names, such as `live` or `why/1k8d5qbd84`. */
export const route = signal(current());

/** Reads the address again, after a change without a browser event. */
export const readRoute = (): void => {
  route.value = current();
};

addEventListener('hashchange', readRoute);

export const go = (to: string): void => {
  location.hash = `#/${to}`;
};
