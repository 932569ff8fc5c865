import type { Ability, AbilityState, JsonObject, LoadedAbility } from './ability.js';

/** An ability in a list, with the field names that callers and models read. */
export interface AbilityBrief {
  readonly name: string;
  readonly type: Ability['type'];
  readonly version: string;
  readonly summary: string;
  readonly environments: readonly string[] | 'all';
  /** Only if it does not run; `reason` says why, and what a person can do. */
  readonly state?: AbilityState['kind'];
  readonly reason?: string;
}

/** Everything that is needed to use an ability, without how it is executed. */
export interface AbilityView extends AbilityBrief {
  readonly description?: string;
  readonly input: JsonObject;
  readonly output?: JsonObject;
  readonly idempotent: boolean;
  readonly keywords: readonly string[];
  readonly negative_keywords: readonly string[];
  readonly documents: readonly string[];
}

export const abilityBrief = ({ ability, state }: LoadedAbility): AbilityBrief => ({
  name: ability.name,
  type: ability.type,
  version: ability.version,
  summary: ability.summary,
  environments: environmentsOf(ability),
  ...(state.kind !== 'active' && { state: state.kind, reason: stateReason(state) }),
});

export function abilityView(loaded: LoadedAbility): AbilityView {
  const { description, input, output, routing, idempotent } = loaded.ability;
  return {
    ...abilityBrief(loaded),
    ...(description !== undefined && { description }),
    input: input ?? { type: 'object' },
    ...(output && { output }),
    idempotent,
    keywords: routing.keywords,
    negative_keywords: routing.negativeKeywords,
    documents: routing.documents,
  };
}

export const environmentsOf = ({ environments }: Ability): AbilityBrief['environments'] =>
  environments.length > 0 ? environments : 'all';

const stateReason = (state: AbilityState): string =>
  state.kind === 'changed'
    ? `changed since a person trusted it: ${state.what}; a person must run "anyhook trust" in the project`
    : 'it is not trusted; a person must run "anyhook trust" in the project';
