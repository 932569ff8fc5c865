import type { Feature } from '@anyhook/anyhook';
import { userPaths } from '@anyhook/core';
import { countUntrusted } from './registry/trust.js';

/** The rows of this package in `packages/anyhook/src/features.ts`. */
export const abilities: Feature = {
  name: 'abilities',
  builtins: { 'route-abilities': async () => (await import('./routing/route-abilities.js')).routeAbilities },
  guardedCommands: { changing: ['task prune'] },
  untrusted: {
    one: 'ability',
    many: 'abilities',
    count: ({ root, snapshot, trust }, { env, home, project }) =>
      countUntrusted({ root, levels: snapshot.levels }, userPaths(env, home, project), trust),
  },
  runtimeSocket: () => import('./runtime/runtime-socket.js'),
  atTerminal: () => import('./at-terminal.js'),
};
