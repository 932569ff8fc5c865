import { type Builtin, checkFields, countParam, type Params } from '@anyhook/anyhook';
import { pass, withoutUndefined } from '@anyhook/core';

const params: Params = {
  abilities: { kind: 'count', description: 'maximum number of suggested abilities; default 5' },
  documents: { kind: 'count', description: 'maximum number of suggested documents; default 5' },
  minConfidence: {
    kind: 'count',
    description: 'minimum confidence in percent, from 1 to 99; default 50',
  },
};

/** Suggests abilities and documents of the project for a prompt. Silent if nothing fits well; never blocks. */
export const routeAbilities: Builtin = {
  name: 'route-abilities',
  summary: 'suggests abilities and documents that fit the prompt, from the registry and the routing documents',
  events: ['prompt.submit'],
  decides: false,
  params,
  checkArgs(args) {
    const confidence = countParam(args, 'minConfidence');
    const problem = checkFields(args, params);
    return (
      problem ??
      (confidence !== undefined && confidence > 99
        ? `"minConfidence" must be from 1 to 99, got ${confidence}`
        : undefined)
    );
  },
  run(event, args, { hook, abilities }) {
    // Ignore our own stop reason when it returns as a prompt: it is not from the user.
    if (event.name !== 'prompt.submit' || event.synthetic) return pass();
    if (!abilities) return pass({ logs: ['route-abilities: no suggestions, because the project is not trusted'] });
    return import('./signals.js').then(({ suggestRoutes }) =>
      suggestRoutes(event.prompt, abilities, hook.id, optionsOf(args)),
    );
  },
};

function optionsOf(args: unknown) {
  const [abilities, documents, confidence] = Object.keys(params).map((name) => countParam(args, name));
  return {
    ...withoutUndefined({ abilities, documents }),
    ...(confidence !== undefined && { minConfidence: confidence / 100 }),
  };
}
