import { facts, formatFacts } from '../../../.cache/agents/windsurf/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { windsurfCodec } from './codec.js';
import { windsurfFormatCodec } from './format-codec.js';

/** Windsurf's agent Cascade. */
export const windsurf: Agent = agentOf(facts, windsurfCodec);

export const windsurfFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).windsurfLoader,
    writer: async () => (await import('./format-write.js')).windsurfWriter,
  },
  windsurfFormatCodec,
);
