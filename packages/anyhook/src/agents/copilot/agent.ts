import { facts, formatFacts } from '../../../.cache/agents/copilot/agent.js';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent, DecodeContext } from '../agent.js';
import { objectValue } from '../kit/json-fields.js';
import { agentOf } from '../table.js';
import { copilotCodec } from './codec.js';
import { copilotFormatCodec } from './format-codec.js';

/**
 * Did Copilot CLI call an entry of Claude Code (quirk 13)? Its environment alone does not prove it: a Claude Code
 * started in Copilot's shell has the same variables, but sends no timestamp and always its permission mode or
 * transcript.
 */
function isCaller(payload: unknown, env: DecodeContext['env']): boolean {
  const fields = objectValue(payload);
  return env['COPILOT_CLI'] !== undefined && fields?.['timestamp'] !== undefined && !('permission_mode' in fields);
}

/** GitHub Copilot CLI. */
export const copilot: Agent = agentOf({ ...facts, runsEntriesOf: { from: 'claude-code', isCaller } }, copilotCodec);

export const copilotFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).copilotLoader,
    writer: async () => (await import('./format-write.js')).copilotWriter,
  },
  copilotFormatCodec,
);
