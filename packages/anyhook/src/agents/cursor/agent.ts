import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { objectValue } from '../kit/json-fields.js';
import { agentOf } from '../table.js';
import { cursorCodec } from './codec.js';
import { cursorFormatCodec } from './format-codec.js';

/** Did Cursor call an entry of Claude Code (quirk 10)? Every payload of Cursor carries its version. */
const isCaller = (payload: unknown): boolean => typeof objectValue(payload)?.['cursor_version'] === 'string';

/** Cursor. */
export const cursor: Agent = agentOf(
  {
    name: 'cursor',
    title: 'Cursor',
    documentedOnly: true,
    programs: { names: ['cursor', 'cursor-agent'] },
    settings: { folder: '.cursor', user: ['hooks.json'] },
    hooksRunByAgent: [{ format: 'cursor', flavour: 'hooks' }],
    runsEntriesOf: { from: 'claude-code', isCaller },
    contextLimit: 10_000,
    projectEntryFiles: ['.cursor/hooks.json', '.claude/settings.json', '.claude/settings.local.json'],
    variables: { marks: ['CURSOR_AGENT'] },
  },
  cursorCodec,
);

/** Its hook files. */
export const cursorFormat: Format = formatOf(
  {
    name: 'cursor',
    locations: ['.cursor/hooks.json', 'hooks/hooks-cursor.json'],
    startsOff: true,
    loader: async () => (await import('./format.js')).cursorLoader,
    writer: async () => (await import('./format-write.js')).cursorWriter,
  },
  cursorFormatCodec,
);
