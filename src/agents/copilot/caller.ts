import type { DecodeContext } from '../agent.js';
import { object } from '../kit/codec.js';

/**
 * Did Copilot CLI send this to an entry of Claude Code (quirk 13)? Its environment alone does not say so: a Claude Code
 * that was started in Copilot's shell has it, too, but sends no timestamp and always its permission mode or transcript.
 */
export function isCaller(payload: unknown, env: DecodeContext['env']): boolean {
  const fields = object(payload);
  return env['COPILOT_CLI'] !== undefined && fields?.['timestamp'] !== undefined && !('permission_mode' in fields);
}
