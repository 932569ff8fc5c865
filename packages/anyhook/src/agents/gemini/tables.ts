import type { ToolInput, ToolMap } from '@anyhook/core';
import { toolRows } from '../../../.cache/agents/gemini/tables.js';

export const tools: ToolMap = {
  ...toolRows,
  web_fetch: { kind: 'fetch', pack: withoutUrl, unpack: withUrlFromPrompt },
};

/** The first URL in a prompt of web_fetch. */
export const firstUrl = (prompt: unknown): string | undefined =>
  typeof prompt === 'string' ? /https?:\/\/[^\s"'<>)\]]+/i.exec(prompt)?.[0] : undefined;

/** web_fetch has its URL in the prompt; hooks also get it as `url`. */
function withUrlFromPrompt(input: ToolInput): ToolInput {
  const url = firstUrl(input['prompt']);
  return url === undefined ? input : { ...input, url };
}

function withoutUrl(input: ToolInput): ToolInput {
  if (firstUrl(input['prompt']) === undefined) return input;
  const { url: _url, ...rest } = input;
  return rest;
}
