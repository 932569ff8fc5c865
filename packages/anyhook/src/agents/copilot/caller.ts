import type { DecodeContext } from '../agent.js';
import { objectValue } from '../kit/json-fields.js';

/**
 * Did Copilot CLI call an entry of Claude Code (quirk 13)? Its environment alone does not prove it: a Claude Code that
 * was started in Copilot's shell has the same variables, but sends no timestamp and always its permission mode or
 * transcript.
 */
export function isCaller(payload: unknown, env: DecodeContext['env']): boolean {
  const fields = objectValue(payload);
  return env['COPILOT_CLI'] !== undefined && fields?.['timestamp'] !== undefined && !('permission_mode' in fields);
}
