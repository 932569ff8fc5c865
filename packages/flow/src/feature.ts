import type { Feature } from '@anyhook/anyhook';

/** The rows of this package in `packages/anyhook/src/features.ts`. */
export const flow: Feature = {
  name: 'flow',
  atTerminal: () => import('./at-terminal.js'),
};
