import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { flowAgentCodec } from './codec.js';

/** The Flow Agents engine contract 1.0: any program that calls `run-hook` in its form. */
export const flowAgent: Agent = agentOf(
  {
    name: 'flow',
    title: 'Flow Agents',
    documentedOnly: false,
    contextLimit: 1024 * 1024,
    isProtocol: true,
    passesOnFaults: true,
    sharesMessages: true,
    payloadCutBytes: 1024 * 1024,
    echoesInput: true,
    runsDefaultPolicies: true,
    telemetryByDefault: true,
    callerVariables: { hook: 'FLOW_AGENTS_HOOK_RUNTIME', telemetry: 'FLOW_AGENTS_TELEMETRY_RUNTIME' },
  },
  flowAgentCodec,
);
