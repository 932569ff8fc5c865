import type { Socket } from 'node:net';
import { quoteValue } from '../../core/errors.js';
import { withoutOffSwitches } from '../../core/guard-switches.js';
import { createLimiter } from '../../platform/limiter.js';
import { processEnvironment } from '../../platform/process/process-defaults.js';
import type { EngineJournal } from '../../records/journal/engine-journal.js';
import type { RuntimeEngineOptions } from '../../service/resident-runtime.js';
import { type UserPaths, userPaths } from '../../state/user-paths.js';
import { openTaskStore } from '../tasks/store/open-task-store.js';
import type { TaskStore } from '../tasks/store/task-store.js';
import { RuntimeError } from './errors.js';
import { createRuntimeHttp, type RuntimeHttpOptions } from './http.js';
import { openProjectView } from './open-project-view.js';
import { openSessionTools } from './open-session-tools.js';
import { createAgentRuntime } from './runtime.js';

/** Requests that may run at once; one that takes long does not count. */
const crowd = { most: 16, slowMs: 2_000 };

/** How often the engine looks for idle sessions. */
const lookMs = 3_600_000;

/** The agent runtime of a resident engine; `serve` takes connections. */
export function createRuntimeEngine(
  { state, home, batch, journal, inTurn }: RuntimeEngineOptions,
  http: Pick<RuntimeHttpOptions, 'begin' | 'isEnding'>,
): { readonly serve: (socket: Socket) => void } {
  let store: Promise<TaskStore> | undefined;
  const book = () => {
    // If the database could not be opened, the next request tries again.
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
    inTurn: createLimiter(crowd).run,
    open: ({ cwd, env }) =>
      openProjectView({
        world: { cwd, env, home: env['HOME'] || home },
        trust: undefined,
        open: batch(),
        recorder,
        tools: (world, caller, parent) => openSessionTools(world, { store: book, recorder, caller, parent, inTurn }),
      }),
  });
  const own = processEnvironment();
  const envOf: RuntimeHttpOptions['envOf'] = (given = {}) => {
    const env = { ...own, ...withoutOffSwitches(given) };
    const wrong = elsewhere(userPaths(env, home), { ...userPaths(own, home), state });
    if (wrong === undefined) return env;
    throw new RuntimeError('BAD_REQUEST', wrong);
  };
  // With the engine's own variables: those of a request are not kept.
  const endIdle = () => void runtime.endIdle({ env: own, ...http }).catch(() => undefined);
  endIdle();
  setInterval(endIdle, lookMs).unref();
  return { serve: createRuntimeHttp({ runtime, envOf, ...http }) };
}

const folders = {
  state: 'state folder',
  home: 'home',
  configHome: 'config folder',
  managedConfig: 'managed config',
} as const;

/**
 * What is wrong if the environment points to other folders than this engine's: another config would mean other guards.
 */
function elsewhere(wanted: UserPaths, own: UserPaths): string | undefined {
  const names = Object.keys(folders) as (keyof typeof folders)[];
  const name = names.find((one) => wanted[one] !== own[one]);
  if (name === undefined) return undefined;
  return `"env" points to the ${folders[name]} ${quoteValue(wanted[name])}, but this engine uses ${own[name]}; ask the engine there`;
}
