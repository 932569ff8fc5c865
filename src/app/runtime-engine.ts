import type { Socket } from 'node:net';
import { environment } from '../io/process-world.js';
import type { EngineJournal } from '../journal/engine-journal.js';
import { createGate } from '../resident/gate.js';
import { RuntimeError } from '../runtime/errors.js';
import { createRuntimeHttp, type RuntimeHttpOptions } from '../runtime/http.js';
import { createAgentRuntime } from '../runtime/runtime.js';
import { userPlaces } from '../state/places.js';
import { openTaskStore } from '../tasks/store/store.js';
import type { TaskStore } from '../tasks/store/task-store.js';
import type { Open } from './answer.js';
import { openPlace } from './runtime-place.js';
import { toolsIn } from './runtime-tools.js';

/** What the agent runtime takes from the engine that it lives in. */
export interface RuntimeWorld {
  readonly state: string;
  readonly home: string;
  /** Opens projects for requests that come together. */
  readonly batch: () => Open;
  readonly journal: EngineJournal;
}

/** Requests that begin at once; one that takes long no longer holds others back. */
const crowd = { most: 16, slowMs: 2_000 };

/** The agent runtime of a resident engine; give it connections. */
export function createRuntimeEngine(
  { state, home, batch, journal }: RuntimeWorld,
  http: Pick<RuntimeHttpOptions, 'begin' | 'isEnding'>,
): { readonly serve: (socket: Socket) => void } {
  let store: Promise<TaskStore> | undefined;
  const book = () => {
    // A database that could not be opened is tried again by the next one.
    store ??= openTaskStore(state).catch((error) => {
      store = undefined;
      throw error;
    });
    return store;
  };
  const recorder = {
    record(...decided: Parameters<EngineJournal['record']>) {
      journal.record(...decided);
      journal.flush();
    },
  };
  const runtime = createAgentRuntime({
    book,
    inTurn: createGate(crowd).pass,
    open: ({ cwd, env }) =>
      openPlace({
        world: { cwd, env, home: env['HOME'] || home },
        trust: undefined,
        open: batch(),
        recorder,
        tools: (world, caller) => toolsIn(world, { store: book, recorder, caller }),
      }),
  });
  const own = environment();
  const envOf: RuntimeHttpOptions['envOf'] = (given) => {
    const env = { ...own, ...given };
    const wanted = userPlaces(env, home).state;
    if (wanted === state) return env;
    throw new RuntimeError(
      'BAD_REQUEST',
      `"env" leads to the state folder ${wanted}, and this engine keeps its sessions in ${state}; ask the engine there`,
    );
  };
  return { serve: createRuntimeHttp({ runtime, envOf, ...http }) };
}
