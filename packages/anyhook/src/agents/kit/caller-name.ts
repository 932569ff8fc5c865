import type { Agent } from '../agent.js';

const maxNameLength = 100;

/** The name of the program behind an agent: the caller of a protocol may name itself in a variable. */
export function callerName(
  { name, callerVariables }: Agent,
  env: Readonly<Record<string, string | undefined>>,
  purpose: 'hook' | 'telemetry',
): string {
  const variable = callerVariables?.[purpose];
  return (variable !== undefined && env[variable]?.trim().slice(0, maxNameLength)) || name;
}
