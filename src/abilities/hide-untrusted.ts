import type { Ability, LoadedAbility } from './ability.js';

/** What a model may read of an ability: of one that nobody trusts as it is now, that it is there and no word of its own. */
export function veiled(loaded: LoadedAbility): LoadedAbility {
  if (loaded.state.kind === 'active') return loaded;
  const { description, input, output, ...rest } = loaded.ability;
  const ability: Ability = { ...rest, summary: 'not shown before a person has trusted it', routing: nothing };
  return { ...loaded, ability };
}

const nothing = { keywords: [], negativeKeywords: [], documents: [] } as const;
