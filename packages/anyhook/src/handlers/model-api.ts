import { objectOf, withoutTrailing } from '@anyhook/core';
import type { ModelSettings } from './handler.js';

export interface ModelQuestion {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: string;
  readonly user: string;
}

export interface ModelApi {
  url(baseUrl: string): string;
  headers(key: string): Readonly<Record<string, string>>;
  body(question: ModelQuestion): unknown;
  /** The text of an answer, or undefined if it has another shape. */
  text(answer: unknown): string | undefined;
}

/** The endpoints that prompt hooks can ask. */
export const modelApis = {
  anthropic: {
    url: (baseUrl) => `${withoutTrailing(baseUrl, '/').replace(/\/v1$/, '')}/v1/messages`,
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: ({ model, maxTokens, system, user }) => ({
      ...{ model, max_tokens: maxTokens, system, messages: [{ role: 'user', content: user }] },
    }),
    text: (answer) => {
      const blocks = field(answer, 'content');
      if (!Array.isArray(blocks)) return undefined;
      const texts = blocks.map((block) => field(block, 'text')).filter((text) => typeof text === 'string');
      return texts.length > 0 ? texts.join('') : undefined;
    },
  },
  openai: {
    url: (baseUrl) => `${withoutTrailing(baseUrl, '/')}/chat/completions`,
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    body: ({ model, maxTokens, system, user }) => ({
      model,
      max_tokens: maxTokens,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    }),
    text: (answer) => {
      const choices = field(answer, 'choices');
      const content = Array.isArray(choices) ? field(field(choices[0], 'message'), 'content') : undefined;
      return typeof content === 'string' ? content : undefined;
    },
  },
} as const satisfies Record<ModelSettings['api'], ModelApi>;

/** Maximum cost of this question in US dollars, or undefined without prices. */
export function maxCostOf({ system, user, maxTokens }: ModelQuestion, settings: ModelSettings): number | undefined {
  const { inputPrice, outputPrice } = settings;
  if (inputPrice === undefined || outputPrice === undefined) return undefined;
  // English has about four characters per token, code and JSON about three.
  const inputTokens = Math.ceil((system.length + user.length) / 3);
  return (inputTokens * inputPrice + maxTokens * outputPrice) / 1_000_000;
}

const field = (value: unknown, name: string): unknown => objectOf(value)?.[name];
