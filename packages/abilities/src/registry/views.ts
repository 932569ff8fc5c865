import type {
  Ability,
  AbilityState,
  Authentication,
  Implementation,
  JsonObject,
  LoadedAbility,
  WorkflowStep,
} from './ability.js';

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

/** What a model may read about an ability: if it is not trusted as it is now, only that it exists. */
export function hideUntrusted(loaded: LoadedAbility): LoadedAbility {
  if (loaded.state.kind === 'active') return loaded;
  const { description, input, output, ...rest } = loaded.ability;
  const ability: Ability = { ...rest, summary: 'hidden until a person has trusted it', routing: noRouting };
  return { ...loaded, ability };
}

const noRouting = { keywords: [], negativeKeywords: [], documents: [] } as const;

/** How an ability is executed and guarded, with the field names of its registry file. */
export function registryFileView(ability: Ability): Readonly<Record<string, unknown>> {
  const { hooks } = ability;
  if (ability.type === 'agent') {
    const { kind: _kind, ...program } = ability.run;
    return { ...withSnakeNames(program), hooks: withSnakeNames(hooks) };
  }
  if (ability.type === 'workflow') {
    const { steps, cleanup } = ability;
    return { steps: steps.map(stepView), cleanup: cleanup.map(stepView), hooks: withSnakeNames(hooks) };
  }
  const { implementations, configuration } = ability;
  const implementationViews = Object.entries(implementations).map(([name, implementation]) => [
    name,
    implementationView(implementation),
  ]);
  return { implementations: Object.fromEntries(implementationViews), configuration, hooks: withSnakeNames(hooks) };
}

function implementationView(implementation: Implementation): object {
  if (implementation.kind === 'mcp')
    return {
      ...withSnakeNames(implementation),
      server: 'url' in implementation.server ? withAuth(implementation.server) : implementation.server,
    };
  return implementation.kind === 'api' ? withAuth(implementation) : withSnakeNames(implementation);
}

const withAuth = (fields: { readonly auth?: Authentication }): object => ({
  ...withSnakeNames(fields),
  ...(fields.auth && { auth: withSnakeNames(fields.auth) }),
});

const stepView = ({ id, ability, kind, input, onFailure }: WorkflowStep): object => ({
  id,
  [kind === 'operation_key' ? 'operation' : 'ability']: ability,
  input,
  on_failure: onFailure,
});

/** Only our own field names; those inside, such as variables, are the user's. */
const withSnakeNames = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [snake(name), one]));

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
