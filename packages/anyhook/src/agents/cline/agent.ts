import { facts, formatFacts } from '../../../.cache/agents/cline/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { clineCodec } from './codec.js';
import { clineFormatCodec } from './format-codec.js';

export const cline: Agent = agentOf(facts, clineCodec);

export const clineFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).clineLoader,
    writer: async () => (await import('./format-write.js')).clineWriter,
  },
  clineFormatCodec,
);
