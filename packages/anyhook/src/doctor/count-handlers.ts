import { callsAnyhook, isObject } from '@anyhook/core';

/** Fields that identify a handler, over all agents. */
const handlerFields = ['command', 'bash', 'powershell', 'windows', 'prompt', 'url', 'action', 'builtin'];
const handlerTypes = ['command', 'prompt', 'http', 'agent', 'mcp_tool', 'builtin', 'model'];

/** The number of handlers in a value, in the shape of any agent. anyhook's own entries do not count. */
export function countHandlers(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countHandlers(item), 0);
  if (!isObject(value)) return 0;
  if (!('hooks' in value) && isHandler(value)) return isOwnEntry(value) ? 0 : 1;
  return Object.values(value).reduce((sum: number, item) => sum + countHandlers(item), 0);
}

/** The number of handlers below the keys `hooks` of a value, at any depth. */
export function countHandlersUnderHooks(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countHandlersUnderHooks(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + (key === 'hooks' ? countHandlers(item) : countHandlersUnderHooks(item)),
    0,
  );
}

function isHandler(value: Readonly<Record<string, unknown>>): boolean {
  const isGiven = (field: string) => typeof value[field] === 'string' || Array.isArray(value[field]);
  return handlerFields.some(isGiven) || handlerTypes.includes(String(value['type']));
}

const isOwnEntry = (handler: Readonly<Record<string, unknown>>): boolean => callsAnyhook(JSON.stringify(handler));
