import { done, type Ending, type Event, failed, type Handler, type Hook } from '@anyhook/core';
import type { Builtin, BuiltinContext } from './builtins/builtin.js';
import type { HandlerContext, RunHandler } from './handler.js';
import { thrownFailure, withTimeout } from './with-timeout.js';

type BuiltinUse = Extract<Handler, { kind: 'builtin' }>;

/** Finds builtins by name; may import them on first use. */
export type FindBuiltin = (name: string) => Builtin | undefined | Promise<Builtin | undefined>;

/** Runs a function in this process. A synchronous builtin answers synchronously: no promise, no timer. */
export function createBuiltinHandler(find: FindBuiltin): RunHandler<BuiltinUse> {
  return (handler, hook, event, context) => {
    const found = find(handler.use);
    if (!isPromise(found)) return runBuiltin(found, handler, hook, event, context);
    return found.then((builtin) => runBuiltin(builtin, handler, hook, event, context));
  };
}

function runBuiltin(
  builtin: Builtin | undefined,
  handler: BuiltinUse,
  hook: Hook,
  event: Event,
  context: HandlerContext,
): Ending | Promise<Ending> {
  if (!builtin) return failed('spawn', `there is no builtin "${handler.use}"`);
  const failure = (error: unknown) => builtinFailure(builtin, error);
  try {
    const result = builtin.run(event, handler.args, builtinContext(hook, event, context));
    if (!isPromise(result)) return done(result);
    return withTimeout(result.then(done).catch(failure), `builtin ${builtin.name}`, context);
  } catch (error) {
    return failure(error);
  }
}

/** A builtin that ran out of stack did not judge the input, so it counts as never run. */
function builtinFailure({ name }: Builtin, error: unknown): Ending {
  const ending = thrownFailure(`builtin ${name}`, error);
  return error instanceof RangeError && ending.kind === 'failed' ? { ...ending, neverRan: true } : ending;
}

function builtinContext(
  hook: Hook,
  event: Event,
  { codec, env, timeoutMs, signal, counter, progress, afterAnswer, onVerdict, settings }: HandlerContext,
): BuiltinContext {
  const { trustedRoot, agentPlaces, bashTools, abilities } = settings;
  const fillText = codec.fillText && ((text: string) => codec.fillText?.(text, event, hook) ?? Promise.resolve(text));
  const fromEvent = { hook, env, timeoutMs, signal, counter, progress, afterAnswer, onVerdict };
  return { ...fromEvent, trustedRoot, agentPlaces, bashTools, abilities, fillText };
}

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof (value as { then?: unknown } | undefined)?.then === 'function';
