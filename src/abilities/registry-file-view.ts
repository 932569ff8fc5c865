import type { Ability, Authentication, Implementation, WorkflowStep } from './ability.js';

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
  const ways = Object.entries(implementations).map(([name, way]) => [name, implementationView(way)]);
  return { implementations: Object.fromEntries(ways), configuration, hooks: withSnakeNames(hooks) };
}

function implementationView(way: Implementation): object {
  if (way.kind === 'mcp')
    return { ...withSnakeNames(way), server: 'url' in way.server ? withAuth(way.server) : way.server };
  return way.kind === 'api' ? withAuth(way) : withSnakeNames(way);
}

const withAuth = (given: { readonly auth?: Authentication }): object => ({
  ...withSnakeNames(given),
  ...(given.auth && { auth: withSnakeNames(given.auth) }),
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
