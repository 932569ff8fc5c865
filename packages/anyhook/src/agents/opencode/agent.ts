import { facts } from '../../../.cache/agents/opencode/agent.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { opencodeCodec } from './codec.js';

/** opencode, through a plugin that sends the arguments of its hooks. */
export const opencode: Agent = agentOf(facts, opencodeCodec);
