import type { Ending, Event, Handler, HandlerKind, Hook } from '@anyhook/core';
import { createBuiltinHandler, type FindBuiltin } from './builtin.js';
import type { HandlerContext, RunHandler } from './handler.js';
import { thrownFailure } from './with-timeout.js';

export type Handlers = { readonly [K in HandlerKind]: RunHandler<Extract<Handler, { kind: K }>> };

/** The handler table. Only builtins are imported with it; the others are imported on first use. */
export function createHandlers({ findBuiltin }: { readonly findBuiltin: FindBuiltin }): Handlers {
  return {
    builtin: createBuiltinHandler(findBuiltin),
    command: importOnFirstUse(async () => (await import('./command.js')).runCommand),
    module: importOnFirstUse(async () => (await import('./module.js')).runModule),
    http: importOnFirstUse(async () => (await import('./http.js')).runHttp),
    prompt: importOnFirstUse(async () => (await import('./prompt.js')).runPrompt),
  };
}

/** Runs one hook. Never rejects or throws, and is synchronous if the handler is. */
type RunHookHandler = (hook: Hook, event: Event, context: HandlerContext) => Ending | Promise<Ending>;

export function createHookRunner(handlers: Handlers): RunHookHandler {
  return (hook, event, context) => {
    try {
      // The kind selects the matching runner, which the compiler cannot infer.
      const run = handlers[hook.handler.kind] as RunHandler;
      const ending = run(hook.handler, hook, event, context);
      return 'then' in ending ? ending.catch((error) => failureToRun(hook, error)) : ending;
    } catch (error) {
      return failureToRun(hook, error);
    }
  };
}

/** Errors outside the hook's own code in this process are ours. */
function failureToRun({ id, handler }: Hook, error: unknown): Ending {
  const ending = thrownFailure(id, error);
  const isOurCode = handler.kind !== 'module' && handler.kind !== 'builtin';
  return isOurCode && ending.kind === 'failed' ? { ...ending, neverRan: true } : ending;
}

function importOnFirstUse<H>(load: () => Promise<RunHandler<H>>): RunHandler<H> {
  let loaded: RunHandler<H> | undefined;
  return (handler, hook, event, context) => {
    if (loaded) return loaded(handler, hook, event, context);
    return load().then((run) => {
      loaded = run;
      return run(handler, hook, event, context);
    });
  };
}
