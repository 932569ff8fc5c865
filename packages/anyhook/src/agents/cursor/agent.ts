import { facts, formatFacts } from '../../../.cache/agents/cursor/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { objectValue } from '../kit/json-fields.js';
import { agentOf } from '../table.js';
import { cursorCodec } from './codec.js';
import { cursorFormatCodec } from './format-codec.js';

/** Did Cursor call an entry of Claude Code (quirk 10)? Every payload of Cursor carries its version. */
const isCaller = (payload: unknown): boolean => typeof objectValue(payload)?.['cursor_version'] === 'string';

export const cursor: Agent = agentOf({ ...facts, runsEntriesOf: { from: 'claude-code', isCaller } }, cursorCodec);

export const cursorFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).cursorLoader,
    writer: async () => (await import('./format-write.js')).cursorWriter,
  },
  cursorFormatCodec,
);
