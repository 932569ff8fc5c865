import { facts, formatFacts } from '../../../.cache/agents/codex/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { codexCodec } from './codec.js';
import { codexFormatCodec } from './format-codec.js';

/** OpenAI's Codex CLI. */
export const codex: Agent = agentOf(facts, codexCodec);

export const codexFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).codexLoader,
    writer: async () => (await import('./format-write.js')).codexWriter,
  },
  codexFormatCodec,
);
