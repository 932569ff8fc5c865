type Env = Readonly<Record<string, string | undefined>>;

/** The variable that counts how many nested hooks a process runs in. */
export const depthVariable = 'ANYHOOK_DEPTH';

/** At this depth hooks start no more programs, which stops a hook that starts an agent whose hook starts an agent. */
export const maxHookDepth = 3;

/** The depth of a process; a missing or invalid number counts as 0. */
export function hookDepth(env: Env): number {
  const text = env[depthVariable] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** The depth variable for programs that a hook starts. */
export const nextDepthVariable = (env: Env): Readonly<Record<string, string>> => ({
  [depthVariable]: String(hookDepth(env) + 1),
});

/** Why hooks that start programs do not run at the maximum depth. */
export const tooDeepReason = `this runs inside ${maxHookDepth} nested hooks, so hooks that start programs do not run here`;
