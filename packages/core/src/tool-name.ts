import type { ToolCall } from './tool.js';

/** The tool's own name, without that of its server. */
export const nameOf = (call: Pick<ToolCall, 'mcp' | 'nativeName'>): string => call.mcp?.tool ?? call.nativeName;

/** `getSymbols` and `get-symbols` are `get` and `symbols`. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
