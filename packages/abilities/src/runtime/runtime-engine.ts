import type { Socket } from 'node:net';
import type { EngineJournal, RuntimeEngineOptions } from '@anyhook/anyhook';
import type { UserPaths } from '@anyhook/core';
import { createLimiter, homeIn, processEnvironment, quoteValue, userPaths, withoutOffSwitches } from '@anyhook/core';
import { openTaskStore } from '../tasks/store/open-task-store.js';
import type { TaskStore } from '../tasks/store/task-store.js';
import { RuntimeError } from './errors.js';
import { createRuntimeHttp, type RuntimeHttpOptions } from './http.js';
import { openProjectView, openSessionTools } from './open-runtime.js';
import { createAgentRuntime } from './runtime.js';

/** Requests that may run at once; one that takes longer than `slowMs` does not count. */
const requestLimits = { maxRunning: 16, slowMs: 2_000 };

const idleCheckMs = 3_600_000;

/** The agent runtime of a resident engine; `serve` handles one connection. */
export function createRuntimeEngine(
  { state, home, batch, journal, runInTurn }: RuntimeEngineOptions,
  http: Pick<RuntimeHttpOptions, 'begin' | 'isEnding'>,
): { readonly serve: (socket: Socket) => void } {
  let store: Promise<TaskStore> | undefined;
  const openStore = () => {
    // If the database could not be opened, the next request tries again.
    store ??= openTaskStore(state).catch((error) => {
      store = undefined;
      throw error;
    });
    return store;
  };
  const recorder = {
    record(...decided: Parameters<EngineJournal['record']>) {
      const id = journal.record(...decided);
      journal.flush();
      return id;
    },
  };
  const runtime = createAgentRuntime({
    openStore,
    inTurn: createLimiter(requestLimits).run,
    open: ({ cwd, env }) =>
      openProjectView({
        world: { cwd, env, home: homeIn(env) ?? home },
        trust: undefined,
        open: batch(),
        recorder,
        tools: (world, caller, parent) =>
          openSessionTools(world, { store: openStore, recorder, caller, parent, inTurn: runInTurn }),
      }),
  });
  const engineEnv = processEnvironment();
  const envOf: RuntimeHttpOptions['envOf'] = (variables = {}) => {
    const env = { ...engineEnv, ...withoutOffSwitches(variables) };
    const problem = otherFolderProblem(userPaths(env, home), { ...userPaths(engineEnv, home), state });
    if (problem === undefined) return env;
    throw new RuntimeError('BAD_REQUEST', problem);
  };
  // With the engine's own variables: those of a request are not kept.
  const endIdle = () => void runtime.endIdle({ env: engineEnv, ...http }).catch(() => undefined);
  endIdle();
  setInterval(endIdle, idleCheckMs).unref();
  return { serve: createRuntimeHttp({ runtime, envOf, ...http }) };
}

const folderNames = {
  state: 'state folder',
  home: 'home',
  configHome: 'config folder',
  managedConfig: 'managed config',
} as const;

/** The problem, if the environment points to other folders: another config would mean other guards. */
function otherFolderProblem(requested: UserPaths, engine: UserPaths): string | undefined {
  const names = Object.keys(folderNames) as (keyof typeof folderNames)[];
  const name = names.find((one) => requested[one] !== engine[one]);
  if (name === undefined) return undefined;
  return `"env" points to the ${folderNames[name]} ${quoteValue(requested[name])}, but this engine uses ${engine[name]}; ask the engine there`;
}
