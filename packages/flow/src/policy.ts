import type { BuiltinContext, DecodeContext, Wire } from '@anyhook/anyhook';
import { callerName, findProjectRoot, flowAgent, flowPolicies, hasTrust } from '@anyhook/anyhook';
import type { Event, Hook, Result } from '@anyhook/core';
import {
  defaultRuntimeTimeouts,
  emptyVerdict,
  homeFolder,
  isoNow,
  processEnvironment,
  runtimeTimeout,
  userPaths,
  workingFolder,
} from '@anyhook/core';
import type { Run, RunOptions } from './contract.js';

/** The version of the engine contract that policies and `run-hook` follow. */
export const contractVersion = '1.0';

/** A policy of the engine contract: callers pick it by name, whatever event the payload names. */
export interface Policy {
  readonly name: string;
  /** The native event name under which a payload of this event is decoded. */
  readonly decodeAs: (event: Event) => string;
  readonly run: (event: Event, args: undefined, context: BuiltinContext) => Result;
}

/** The environment, working directory and home of one call. */
export interface PolicyContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** The project if it is trusted, null if it is not; looked up if missing. */
  readonly trustedRoot?: string | null;
}

const defaultMaxBytes = 1024 * 1024;

/** A policy as a function that programs import: synchronous; an internal error never blocks. */
export const createPolicyRun =
  (policy: Policy): Run =>
  (raw, options = {}) => {
    const world = { env: processEnvironment(), cwd: workingFolder(), home: homeFolder() };
    const { stdout, stderr, exitCode } = runPolicy(policy, raw, options, world);
    if (exitCode === 0 && stderr === '') return stdout;
    return { exitCode, stderr, ...(exitCode === 0 && stdout !== raw && { stdout }) };
  };

/** Runs a policy on a payload and returns the answer in the contract's form. Never throws. */
export function runPolicy(policy: Policy, raw: string, options: RunOptions, world: PolicyContext): Wire {
  const truncated = options.truncated ?? world.env['SA_HOOK_INPUT_TRUNCATED'] === '1';
  const env = { ...world.env, ...inputVariables(truncated, options.maxStdin, world.env) };
  const context: DecodeContext = { env, cwd: world.cwd, now: isoNow(), text: raw, truncated };
  try {
    const event = eventFor(policy, raw, context);
    return encodeResult(policy.run(event, undefined, policyContext(policy, event, world, env)), event, context);
  } catch (error) {
    return { stdout: raw, stderr: `anyhook: ${policy.name}: ${(error as Error).message}; allowed\n`, exitCode: 0 };
  }
}

/** The result of one hook in the contract's form, without other hooks. */
export function encodeResult(result: Result, event: Event, context: DecodeContext): Wire {
  const { decision, reason, context: guidance = [], messages = [], notes = [] } = result;
  const verdict = { ...emptyVerdict, decision, ...(reason !== undefined && { reason }), messages, notes };
  return flowAgent.encode(event, { ...verdict, context: guidance }, context);
}

/** Environment variables that describe a hook's input. */
export function inputVariables(truncated: boolean, maxBytes: number | undefined, env: PolicyContext['env']) {
  return {
    SA_HOOK_INPUT_TRUNCATED: truncated ? '1' : '0',
    SA_HOOK_INPUT_MAX_BYTES: String(maxBytes ?? maxInputBytes(env)),
  };
}

/** Where input is cut: at 1 MiB, or earlier if the environment sets a limit. */
export function maxInputBytes(env: PolicyContext['env']): number {
  const limit = Number(env['SA_HOOK_INPUT_MAX_BYTES']);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, defaultMaxBytes) : defaultMaxBytes;
}

/** Policies read fields, not the event's name, so payloads of any agent are decoded as the policy's own event. */
function eventFor(policy: Policy, raw: string, context: DecodeContext): Event {
  const payload = context.truncated ? undefined : parse(raw);
  const event = flowAgent.decode(payload, context);
  const fields = typeof payload === 'object' && payload !== null ? payload : {};
  // For an unknown event name, decode by the fields.
  const known = event.name === 'other' ? flowAgent.decode({ ...fields, hook_event_name: '' }, context) : event;
  const native = policy.decodeAs(known);
  if (payload === undefined) return flowAgent.decode({ hook_event_name: native, cwd: event.cwd }, context);
  return { ...flowAgent.decode({ ...fields, hook_event_name: native }, context), raw: payload };
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (error) {
    throw new Error(`the payload is not JSON: ${(error as Error).message}`);
  }
}

function policyContext(policy: Policy, event: Event, world: PolicyContext, env: PolicyContext['env']): BuiltinContext {
  const { root } = findProjectRoot(event.cwd, userPaths(env, world.home));
  const hook = flowPolicies(root).find(({ id }) => id === policy.name) as Hook;
  const runtime = callerName(flowAgent, env, 'hook');
  const trustedRoot = world.trustedRoot === undefined && isTrusted(root, world) ? root : world.trustedRoot;
  return {
    hook,
    env,
    timeoutMs: runtimeTimeout(env, runtime, 'HOOK') ?? defaultRuntimeTimeouts.HOOK,
    ...(typeof trustedRoot === 'string' && { trustedRoot }),
  };
}

const isTrusted = (root: string, { env, home }: PolicyContext): boolean =>
  env['ANYHOOK_TRUST'] === 'project' || hasTrust(root, userPaths(env, home));
