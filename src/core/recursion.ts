type Env = Readonly<Record<string, string | undefined>>;

/** The variable that counts how many hooks stand around a process, one inside the other. */
export const depthVariable = 'ANYHOOK_DEPTH';

/** So many hooks deep, none starts another program: a hook starts an agent whose hook starts an agent. */
export const maxHookDepth = 3;

/** How deep a process is; none says nothing, and what is no number counts as nothing. */
export function hookDepth(env: Env): number {
  const text = env[depthVariable] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** The mark for what a hook starts. */
export const nextDepthVariable = (env: Env): Readonly<Record<string, string>> => ({
  [depthVariable]: String(hookDepth(env) + 1),
});

/** Why hooks that start programs do not run at the greatest depth. */
export const tooDeepReason = `this runs inside ${maxHookDepth} hooks, one started by the other, so no hook that starts programs runs here`;
