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
