import type { Ability, LoadedAbility } from './ability.js';

export interface AbilityQuery {
  readonly query?: string | undefined;
  readonly environment?: string | undefined;
}

const maxWords = 32;

/** Abilities that can be used in the environment and match one of the words, best match first. */
export function findAbilities(
  abilities: readonly LoadedAbility[],
  { query = '', environment }: AbilityQuery,
): readonly LoadedAbility[] {
  const usable =
    environment === undefined ? abilities : abilities.filter(({ ability }) => isUsableIn(ability, environment));
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))].slice(0, maxWords);
  if (words.length === 0) return usable;
  return usable
    .map((one) => ({ one, score: scoreOf(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

function scoreOf({ ability: { name, summary, description = '', routing } }: LoadedAbility, words: readonly string[]) {
  const text = [name, summary, description, ...routing.keywords].join(' ').toLowerCase();
  return words.filter((word) => text.includes(word)).length;
}

export function isUsableIn(ability: Ability, environment: string): boolean {
  const inScope = ability.environments.length === 0 || ability.environments.includes(environment);
  if (!inScope || ability.type !== 'operation') return inScope;
  return Object.hasOwn(ability.configuration, environment) || Object.hasOwn(ability.configuration, 'default');
}
