import { facts } from '../../../.cache/agents/pi/agent.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { piCodec } from './codec.js';

/** pi, through an extension that sends its events. */
export const pi: Agent = agentOf(facts, piCodec);
