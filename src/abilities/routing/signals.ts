import { join } from 'node:path';
import { pass, type Result, type Signal } from '../../core/verdict.js';
import { describe } from '../../formats/kit/describe-signal.js';
import { isThere } from '../../platform/files/files.js';
import { type AbilityPlace, openRoutes } from './open-index.js';
import { type RouteOptions, type Routing, route } from './route.js';

/** A routing in terms of the ability format; empty if it leads nowhere. */
export function signalsOf({ abilities, documents, intent }: Routing, hookId: string): readonly Signal[] {
  if (!intent) return [];
  const shared = { source_event: 'PromptSubmit', hook_id: hookId, severity: 'info' } as const;
  return [
    {
      ...shared,
      kind: 'routing_hint',
      code: 'ROUTE_SUGGESTION',
      payload: { suggested_abilities: abilities, suggested_documents: documents },
    },
    { ...shared, kind: 'normalized_intent', code: 'INTENT', payload: intent },
  ];
}

/**
 * Where a prompt leads in a trusted project: signals for agents that support them, and the same as text for the model.
 */
export async function suggest(
  prompt: string,
  place: AbilityPlace,
  hookId: string,
  options: Omit<RouteOptions, 'isThere'> = {},
): Promise<Result> {
  const index = await openRoutes(place);
  const found = route(index, prompt, { ...options, isThere: (path) => isThere(join(place.root, path)) });
  const signals = signalsOf(found, hookId);
  return signals.length === 0 ? pass() : pass({ context: signals.map(describe), signals });
}
