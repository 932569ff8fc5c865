import { type Event, pass, type Result } from '@anyhook/core';
import type { Builtin } from './builtin.js';

/** Replaces a secret. */
const mark = '[REDACTED]';
/** Deeper values are left unchanged; no call or message comes near this depth. */
const maxDepth = 64;

/** Removes secrets from what tools get, from what they return and from what a model is sent. */
export const redactSecretsBuiltin: Builtin = {
  name: 'redact_secrets',
  summary: 'replaces secrets in the input and output of tools and in messages to the model with [REDACTED]',
  events: ['tool.before', 'tool.after', 'model.before'],
  async run(event): Promise<Result> {
    const { findSecrets } = await import('../../redact/find-secrets.js');
    return redact(event, (text) => {
      const spans = findSecrets(text);
      let [result, done] = ['', 0];
      for (const { start, end } of spans) {
        result += text.slice(done, start) + mark;
        done = end;
      }
      return spans.length === 0 ? text : result + text.slice(done);
    });
  },
};

function redact(event: Event, clean: (text: string) => string): Result {
  if (event.name === 'tool.before') {
    const { input } = event.call;
    const changed = Object.entries(input).flatMap(([key, value]) => {
      const cleaned = redactValue(value, clean, 0);
      return cleaned === value ? [] : [[key, cleaned] as const];
    });
    if (changed.length === 0) return pass();
    const message = `redact_secrets: removed a secret from the input of ${event.call.nativeName}`;
    return pass({ rewrite: { of: 'input', value: Object.fromEntries(changed) }, messages: [message] });
  }
  if (event.name === 'tool.after') {
    const value = clean(event.result.text);
    return value === event.result.text ? pass() : pass({ rewrite: { of: 'output', value } });
  }
  if (event.name !== 'model.before' || !event.messages) return pass();
  const value = event.messages.map((message) => redactValue(message, clean, 0) as (typeof event.messages & {})[number]);
  return value.every((message, i) => message === event.messages?.[i])
    ? pass()
    : pass({ rewrite: { of: 'messages', value } });
}

/** The value without secrets; the same value if there are none. */
function redactValue(value: unknown, clean: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, redactValue(item, clean, depth + 1)] as const);
  if (entries.every(([key, item]) => item === (value as Record<string, unknown>)[key])) return value;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
