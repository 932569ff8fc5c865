import { pass } from '../../core/verdict.js';
import type { Builtin } from './builtin.js';
import { checkFields, countParam, type Params } from './kit/args.js';

const params: Params = {
  abilities: { kind: 'count', says: 'most abilities that are suggested; default 5' },
  documents: { kind: 'count', says: 'most documents that are suggested; default 5' },
  minConfidence: {
    kind: 'count',
    says: 'percent, from 1 to 99; what is less sure is left out; default 50',
  },
};

/** Leads a prompt to abilities and documents of the project. Silent where nothing fits well, and never blocks. */
export const routeAbilities: Builtin = {
  name: 'route-abilities',
  summary: 'suggests abilities and documents that fit the prompt, from the registry and the routing documents',
  events: ['prompt.submit'],
  decides: false,
  params,
  checkArgs(args) {
    const sure = countParam(args, 'minConfidence');
    const wrong = checkFields(args, params);
    return wrong ?? (sure !== undefined && sure > 99 ? `"minConfidence" must be from 1 to 99, got ${sure}` : undefined);
  },
  run(event, args, { hook, abilities }) {
    // Our own stop reason that comes back is no wish of the user's.
    if (event.name !== 'prompt.submit' || event.synthetic) return pass();
    if (!abilities) return pass({ logs: ['route-abilities: silent, for nobody trusts the project'] });
    return import('../../abilities/routing/signals.js').then(({ suggestRoutes }) =>
      suggestRoutes(event.prompt, abilities, hook.id, optionsOf(args)),
    );
  },
};

function optionsOf(args: unknown) {
  const [abilities, documents, sure] = Object.keys(params).map((name) => countParam(args, name));
  return {
    ...(abilities !== undefined && { abilities }),
    ...(documents !== undefined && { documents }),
    ...(sure !== undefined && { minConfidence: sure / 100 }),
  };
}
