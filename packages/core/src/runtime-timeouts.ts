type Env = Readonly<Record<string, string | undefined>>;

/**
 * The limits that the environment may set for each runtime (the calling program), with their defaults in milliseconds.
 */
export const defaultRuntimeTimeouts = { TELEMETRY: 10_000, HOOK: 30_000 } as const;

const maxMs = 600_000;

/**
 * Milliseconds from `FLOW_AGENTS_<RUNTIME>_<LIMIT>_TIMEOUT_MS`, or undefined if it is not set or not usable. The first
 * word of the runtime's name is enough.
 */
export function runtimeTimeout(
  env: Env,
  runtime: string,
  limit: keyof typeof defaultRuntimeTimeouts,
): number | undefined {
  const fullName = runtime.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const valueOf = (runtimeName: string) => env[`FLOW_AGENTS_${runtimeName}_${limit}_TIMEOUT_MS`]?.trim();
  // claude-code is CLAUDE_CODE, or CLAUDE as Flow Agents itself writes it.
  const setting = valueOf(fullName) || valueOf(fullName.split('_', 1)[0] as string);
  if (!setting) return undefined;
  const ms = Number(setting);
  return ms > 0 ? Math.min(ms, maxMs) : undefined;
}
