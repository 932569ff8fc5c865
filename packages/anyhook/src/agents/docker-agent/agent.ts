import { facts } from '../../../.cache/agents/docker-agent/agent.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { dockerAgentCodec } from './codec.js';

/** Docker's docker-agent, earlier called cagent. */
export const dockerAgent: Agent = agentOf(facts, dockerAgentCodec);
