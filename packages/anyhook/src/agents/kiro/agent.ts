import { facts, formatFacts } from '../../../.cache/agents/kiro/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { kiroCodec } from './codec.js';
import { kiroFormatCodec } from './format-codec.js';

/** AWS's Kiro: CLI 2, CLI 3 and IDE 1. */
export const kiro: Agent = agentOf(facts, kiroCodec);

export const kiroFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).kiroLoader,
    writer: async () => (await import('./format-write.js')).kiroWriter,
  },
  kiroFormatCodec,
);
