import { type Event, type EventName, pass, type Result } from '@anyhook/core';
import type { Builtin, BuiltinContext } from '../builtin.js';

/** Events at which a builtin may give the model context. */
export const contextEvents: readonly EventName[] = ['session.start', 'turn.start', 'prompt.submit', 'subagent.start'];

export const takesContext = (name: EventName): boolean => contextEvents.includes(name);

type Texts = readonly string[];

interface ContextBuiltin extends Omit<Builtin, 'events' | 'decides' | 'run'> {
  /** What the model gets. */
  texts(event: Event, args: unknown, context: BuiltinContext): Texts | Promise<Texts>;
}

/** A builtin that only gives the model context. */
export function contextBuiltin({ texts, ...builtin }: ContextBuiltin): Builtin {
  const resultOf = (context: Texts): Result => (context.length === 0 ? pass() : pass({ context }));
  return {
    ...builtin,
    events: contextEvents,
    decides: false,
    run(event, args, context) {
      if (!takesContext(event.name)) return pass();
      const found = texts(event, args, context);
      return found instanceof Promise ? found.then(resultOf) : resultOf(found);
    },
  };
}
