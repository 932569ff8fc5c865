import { facts, formatFacts } from '../../../.cache/agents/gemini/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { geminiCodec } from './codec.js';
import { geminiFormatCodec } from './format-codec.js';

/** Google's Gemini CLI. */
export const gemini: Agent = agentOf(facts, geminiCodec);

export const geminiFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).geminiLoader,
    writer: async () => (await import('./format-write.js')).geminiWriter,
  },
  geminiFormatCodec,
);
