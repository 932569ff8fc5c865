import { facts } from '../../../.cache/agents/flow/agent.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { flowAgentCodec } from './codec.js';

/** The Flow Agents engine contract 1.0: any program that calls `run-hook` in its form. */
export const flowAgent: Agent = agentOf(facts, flowAgentCodec);
