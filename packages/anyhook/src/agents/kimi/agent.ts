import { facts } from '../../../.cache/agents/kimi/agent.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { kimiCodec } from './codec.js';

/** Moonshot's Kimi CLI. */
export const kimi: Agent = agentOf(facts, kimiCodec);
