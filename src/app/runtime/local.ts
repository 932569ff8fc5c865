import type { TrustMode } from '../../project/trust.js';
import { type AgentRuntime, createAgentRuntime } from '../../runtime/runtime.js';
import { userPlaces } from '../../state/places.js';
import { openTaskStore } from '../../tasks/store/store.js';
import { openOnce } from '../answer.js';
import type { World } from '../engine.js';
import { openPlace } from './place.js';
import { toolsIn } from './tools.js';

/** The agent runtime of this process alone, on the user's store. */
export async function openRuntime({
  env,
  home,
  trust,
}: Pick<World, 'env' | 'home'> & { readonly trust: TrustMode | undefined }): Promise<{
  readonly runtime: AgentRuntime;
  close(): void;
}> {
  const store = await openTaskStore(userPlaces(env, home).state);
  const book = async () => store;
  const runtime = createAgentRuntime({
    book,
    open: (world) =>
      openPlace({
        world: { ...world, home },
        trust,
        open: openOnce,
        tools: (own, caller) => toolsIn(own, { store: book, trust, caller }),
      }),
  });
  return { runtime, close: () => store.close() };
}
