import { facts, formatFacts } from '../../../.cache/agents/qwen/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { qwenCodec } from './codec.js';
import { qwenFormatCodec } from './format-codec.js';

export const qwen: Agent = agentOf(facts, qwenCodec);

export const qwenFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).qwenLoader,
    writer: async () => (await import('./format-write.js')).qwenWriter,
  },
  qwenFormatCodec,
);
