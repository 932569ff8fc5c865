/** The name by which the user's config switches off the hook that protects anyhook. */
export const selfProtectionId = 'self-protection';

/** Variables with which a person turns guards off. */
const switchVariables = ['ANYHOOK', 'SA_DISABLED_HOOKS'];

/** The environment without these switches: an agent cannot turn guards off by setting a variable for its command. */
export const withoutOffSwitches = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !switchVariables.includes(name)));
