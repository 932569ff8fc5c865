import type { ToolCall } from '../../../core/tool.js';

/** Fields that say something about a call, and that no tool runs. */
export const labelField = /^(?:description|explanation|title|summary|reason|id|\w*_id)$/i;

/** Whether the command is the only text of a call of a shell that may be run, as in most calls. */
export function hasOnlyCommand({ input, hidden }: ToolCall, command: string): boolean {
  if (hidden !== undefined || typeof input !== 'object' || input === null) return false;
  return Object.entries(input).every(([name, value]) => {
    if (typeof value !== 'string') return typeof value !== 'object';
    // A text may hold fields as JSON.
    return (value === command || labelField.test(name)) && !/^\s*[[{"]/.test(value);
  });
}
