import type { Ability, LoadedAbility } from './ability.js';

/**
 * What a model may read of an ability: if it is not trusted in its current form, only that it exists, and none of its
 * texts.
 */
export function hideUntrusted(loaded: LoadedAbility): LoadedAbility {
  if (loaded.state.kind === 'active') return loaded;
  const { description, input, output, ...rest } = loaded.ability;
  const ability: Ability = { ...rest, summary: 'hidden until a person has trusted it', routing: noRouting };
  return { ...loaded, ability };
}

const noRouting = { keywords: [], negativeKeywords: [], documents: [] } as const;
