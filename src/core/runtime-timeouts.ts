type Env = Readonly<Record<string, string | undefined>>;

/** The limits that an environment may set for each runtime (the program that calls), with their defaults in milliseconds. */
export const defaultRuntimeTimeouts = { TELEMETRY: 10_000, HOOK: 30_000 } as const;

const longestMs = 600_000;

/** Milliseconds from `FLOW_AGENTS_<RUNTIME>_<WHAT>_TIMEOUT_MS`, or undefined if it is not set or not usable; the runtime's first word will do. */
export function runtimeTimeout(
  env: Env,
  runtime: string,
  what: keyof typeof defaultRuntimeTimeouts,
): number | undefined {
  const name = runtime.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const valueOf = (of: string) => env[`FLOW_AGENTS_${of}_${what}_TIMEOUT_MS`]?.trim();
  // claude-code is CLAUDE_CODE, or CLAUDE as Flow Agents itself writes it.
  const given = valueOf(name) || valueOf(name.split('_', 1)[0] as string);
  if (!given) return undefined;
  const ms = Number(given);
  return ms > 0 ? Math.min(ms, longestMs) : undefined;
}
