import { join } from 'node:path';
import { type AbilityLocation, describeSignal } from '@anyhook/anyhook';
import { entryExists, pass, type Result, type Signal } from '@anyhook/core';
import { type PromptRoute, type RouteOptions, routePrompt } from './route.js';
import { openRouteIndex } from './route-index.js';

/** The signals of the ability format for a routed prompt; empty if nothing matched. */
export function routingSignals({ abilities, documents, intent }: PromptRoute, hookId: string): readonly Signal[] {
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

/** The suggestions for a prompt in a trusted project: as signals, and as text for agents without them. */
export async function suggestRoutes(
  prompt: string,
  location: AbilityLocation,
  hookId: string,
  options: Omit<RouteOptions, 'exists'> = {},
): Promise<Result> {
  const index = await openRouteIndex(location);
  const route = routePrompt(index, prompt, { ...options, exists: (path) => entryExists(join(location.root, path)) });
  const signals = routingSignals(route, hookId);
  return signals.length === 0 ? pass() : pass({ context: signals.map(describeSignal), signals });
}
