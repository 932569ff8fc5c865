type Env = Readonly<Record<string, string | undefined>>;

/** What an environment may set per runtime, with the milliseconds that hold where it says nothing. */
export const runtimeLimits = { TELEMETRY: 10_000, HOOK: 30_000 } as const;

const longestMs = 600_000;

/** The agent behind a host: the flow contract is called by others, which a variable names. */
export function runtimeOf(
  host: string,
  env: Env,
  variable: 'FLOW_AGENTS_HOOK_RUNTIME' | 'FLOW_AGENTS_TELEMETRY_RUNTIME',
) {
  return (host === 'flow' && env[variable]?.trim().slice(0, 100)) || host;
}

/** Milliseconds from `FLOW_AGENTS_<RUNTIME>_<WHAT>_TIMEOUT_MS`, or undefined where it is not set or no usable number. */
export function runtimeTimeout(env: Env, runtime: string, what: keyof typeof runtimeLimits): number | undefined {
  const name = runtime.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const given = env[`FLOW_AGENTS_${name}_${what}_TIMEOUT_MS`]?.trim();
  if (!given) return undefined;
  const ms = Number(given);
  return ms > 0 ? Math.min(ms, longestMs) : undefined;
}
