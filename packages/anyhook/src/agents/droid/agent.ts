import { facts, formatFacts } from '../../../.cache/agents/droid/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { droidCodec } from './codec.js';
import { droidFormatCodec } from './format-codec.js';

/** Factory's droid. */
export const droid: Agent = agentOf(facts, droidCodec);

export const droidFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).droidLoader,
    writer: async () => (await import('./format-write.js')).droidWriter,
  },
  droidFormatCodec,
);
