import { type Event, type EventName, isObject, pass, type Result } from '@anyhook/core';
import type { Builtin, BuiltinContext } from './builtin.js';
import { checkFields, hasNoArgs, listParam, type Params } from './kit/args.js';

/** Events at which a builtin may give the model context. */
export const contextEvents: readonly EventName[] = ['session.start', 'turn.start', 'prompt.submit', 'subagent.start'];

const takesContext = (name: EventName): boolean => contextEvents.includes(name);

type Texts = readonly string[];

interface ContextBuiltin extends Omit<Builtin, 'events' | 'decides' | 'run'> {
  /** The text for the model. */
  texts(event: Event, args: unknown, context: BuiltinContext): Texts | Promise<Texts>;
}

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

const params: Params = { texts: { kind: 'texts', description: 'texts for the model; required' } };

/** Gives the model fixed texts, in which a format may fill placeholders from the event. */
export const addContext: Builtin = contextBuiltin({
  name: 'add_context',
  summary: 'gives the model the texts of its arguments',
  params,
  listForm: '["Work in small steps."]',
  checkArgs: (args) =>
    (isObject(args) ? checkFields(args, params) : undefined) ??
    (hasNoArgs(args) || listParam(args, 'texts').length === 0 ? 'expected at least one text, got none' : undefined),
  async texts(_event, args, { fillText }) {
    const texts = await Promise.all(listParam(args, 'texts').map((text) => fillText?.(text) ?? text));
    const given = texts.filter((text) => text.trim() !== '');
    return given.length === 0 ? [] : [given.join('\n')];
  },
});
