import { type FixedVariables, homeIn } from '@anyhook/core';
import type { ClientRequest } from '../resident/client-request.js';
import { agentWorld } from './agent-world.js';
import { type AgentCall, payloadLimit } from './native-event.js';
import { parseRunOptions } from './run-options.js';

/** The call of an agent that a client brought. */
export function callOfRequest(
  { args, cwd, env, payload, umask, deadlineMs }: ClientRequest,
  own: { readonly home: string; readonly fixed: FixedVariables },
): AgentCall {
  const options = parseRunOptions(args);
  const timeoutMs = Math.min(options.timeoutMs ?? Number.POSITIVE_INFINITY, deadlineMs ?? Number.POSITIVE_INFINITY);
  const limit = payloadLimit(options);
  return {
    options: timeoutMs === Number.POSITIVE_INFINITY ? options : { ...options, timeoutMs },
    input: { bytes: payload.subarray(0, limit), truncated: payload.length > limit },
    world: agentWorld({ cwd: cwd || '/', env, home: homeIn(env) ?? own.home }, fixedFor(options.fixed, own.fixed)),
    env,
    umask,
  };
}

/** A client that sends HOME sends all values; for other clients, the engine's values fill the gaps. */
const fixedFor = (own: FixedVariables = {}, engine: FixedVariables): FixedVariables =>
  own['HOME'] === undefined ? { ...engine, ...own } : own;
