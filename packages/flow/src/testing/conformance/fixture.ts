import { AnyhookError } from '@anyhook/core';
import * as v from 'valibot';

/** The conformance levels; each includes the requirements of the previous one. */
export const levels = ['L0', 'L1', 'L2'] as const;
export type Level = (typeof levels)[number];

/** What must be true after an adapter has answered. */
export interface Expected {
  readonly exitCode?: number;
  /** stdout holds the input, byte for byte. */
  readonly stdoutEchoesInput?: boolean;
  readonly stdoutIsEmpty?: boolean;
  readonly stderrIsEmpty?: boolean;
  readonly stdoutContains?: readonly string[];
  readonly stdoutLacks?: readonly string[];
  readonly stderrContains?: readonly string[];
  /** Canonical events that must have a record. */
  readonly telemetryContains?: readonly string[];
  /** Texts that no record may contain. */
  readonly telemetryLacks?: readonly string[];
  /** Files of the workspace with their text. */
  readonly workspaceFiles?: Readonly<Record<string, string>>;
}

/** One golden case: a workspace, a payload and what an adapter must answer. */
export interface Fixture {
  readonly name: string;
  readonly description: string;
  readonly policyClass: string;
  readonly canonicalEvent: string;
  readonly level: Level;
  /** False: an adapter without it must declare a gap, but still reaches its level. */
  readonly required: boolean;
  readonly hookId?: string;
  readonly hookScript?: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Pads the payload with a long field to at least this size. */
  readonly padToBytes?: number;
  readonly workspaceSetup: Readonly<Record<string, unknown>>;
  /** Programs that are first on the PATH. */
  readonly toolsSetup: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

/** Placeholder for the workspace in payloads, variables and expected texts. */
export const workspaceMark = '__TEMP_WORKSPACE__';

const strings = v.array(v.string());
const relativePath = v.pipe(
  v.string(),
  v.check((path) => path !== '' && !/^[/\\]|(^|[/\\])\.\.([/\\]|$)|\0/.test(path), 'expected a path inside the folder'),
);
const filesByPath = v.record(relativePath, v.string());

const expectedSchema = v.strictObject({
  exit_code: v.optional(v.number()),
  stdout_echoes_input: v.optional(v.boolean()),
  stdout_is_empty: v.optional(v.boolean()),
  stderr_is_empty: v.optional(v.boolean()),
  stdout_contains: v.optional(strings),
  stdout_lacks: v.optional(strings),
  stderr_contains: v.optional(strings),
  telemetry_contains: v.optional(strings),
  telemetry_lacks: v.optional(strings),
  workspace_files: v.optional(filesByPath),
});

const fixtureSchema = v.strictObject({
  description: v.string(),
  policy_class: v.string(),
  canonical_event: v.string(),
  conformance_level: v.picklist(levels),
  required: v.optional(v.boolean(), true),
  hook_id: v.optional(v.string()),
  hook_script: v.optional(v.string()),
  payload: v.record(v.string(), v.unknown()),
  pad_to_bytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16 * 1024 * 1024))),
  workspace_setup: v.optional(v.record(relativePath, v.unknown()), {}),
  tools_setup: v.optional(filesByPath, {}),
  env: v.optional(v.record(v.string(), v.string()), {}),
  expected: expectedSchema,
});

/** Reads a fixture file. Throws an error with file and field if it is invalid. */
export function parseFixture(text: string, name: string): Fixture {
  const { success, output, issues } = v.safeParse(fixtureSchema, parseJson(text, name));
  if (!success) {
    const [issue] = issues;
    throw fixtureError(name, `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  }
  const { policy_class, canonical_event, conformance_level, hook_id, hook_script, ...more } = output;
  const { pad_to_bytes, workspace_setup, tools_setup, expected, ...unchanged } = more;
  return {
    ...unchanged,
    name,
    policyClass: policy_class,
    canonicalEvent: canonical_event,
    level: conformance_level,
    workspaceSetup: workspace_setup,
    toolsSetup: tools_setup,
    ...(hook_id !== undefined && { hookId: hook_id }),
    ...(hook_script !== undefined && { hookScript: hook_script }),
    ...(pad_to_bytes !== undefined && { padToBytes: pad_to_bytes }),
    expected: withCamelCaseKeys(expected),
  };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fixtureError(name, (error as Error).message);
  }
}

const fixtureError = (name: string, problem: string) =>
  new AnyhookError('BAD_ARGUMENT', `${name}: expected a conformance fixture: ${problem}`);

function withCamelCaseKeys(expected: v.InferOutput<typeof expectedSchema>): Expected {
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()),
      value,
    ]),
  );
}
