import { isObject } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { checkFields, hasNoArgs, listParam, type Params } from './kit/args.js';
import { contextBuiltin } from './kit/context-events.js';

const params: Params = { texts: { kind: 'texts', description: 'texts for the model; required' } };

/** Gives the model fixed texts, in which a format may fill places from the event. */
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
