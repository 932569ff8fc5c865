import type { Ending, Event, Result } from '@anyhook/core';
import { allow, ask, contractOf, deny, done, failed, parseObject, pass, quoteValue } from '@anyhook/core';

const nothingToAdd = /no refinement needed/i;

/** The meaning of a model's answer at this event. */
export function readModelReply(text: string, event: Event): Ending {
  const reply = text.trim();
  const object = findObject(reply);
  if (object && 'ok' in object) return readObject(object, event);
  // A truncated answer must not count as advice: it may be a truncated refusal.
  const bad = (what: string) => failed('bad-output', `expected ${what} ${quoteValue(reply, 200)}`);
  if (reply === '' || object || /^(```(json)?\s*)?\{/.test(reply) || /"ok"\s*:/.test(reply))
    return bad('{"ok": true or false, "reason": "…"} from the model, got');
  if (event.name === 'prompt.submit' && nothingToAdd.test(reply)) return done(pass());
  if (!contractOf(event.name).context)
    return bad(`JSON from the model, got text, which has no effect at ${event.name}:`);
  return done(pass({ context: [reply] }));
}

const decisions = { allow, ask, deny } as const;

/** A decision of a judge. Anything else is a failure, never an allow. */
export function readModelDecision(text: string): Ending {
  const { decision, reason } = findObject(text.trim()) ?? {};
  if (typeof decision === 'string' && Object.hasOwn(decisions, decision))
    return done(decisions[decision as keyof typeof decisions](textOf(reason) || 'the model gave no reason'));
  return failed(
    'bad-output',
    `expected {"decision": "allow", "ask" or "deny", "reason": "…"} from the model, got ${quoteValue(text.trim(), 200)}`,
  );
}

/** Text for the agent, or for the user where the model does not read it. */
export const readModelText = (text: string, event: Event): Ending => done(pass(adviceFields(text.trim(), event)));

function readObject({ ok, reason, context }: Record<string, unknown>, event: Event): Ending {
  if (typeof ok !== 'boolean')
    return failed('bad-output', `"ok": expected true or false from the model, got ${quoteValue(ok)}`);
  const advice = textOf(context);
  if (!ok) return done(deny(textOf(reason) || 'the model said no and gave no reason', adviceFields(advice, event)));
  // At prompt.submit, the reason given with `ok: true` is the refinement.
  return done(pass(adviceFields(advice || (event.name === 'prompt.submit' ? textOf(reason) : ''), event)));
}

function adviceFields(advice: string, event: Event): Omit<Result, 'decision'> {
  if (advice === '' || nothingToAdd.test(advice)) return {};
  return contractOf(event.name).context ? { context: [advice] } : { messages: [advice] };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The JSON object of an answer, bare, in a code fence or between sentences. */
function findObject(text: string): Record<string, unknown> | undefined {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  return from === -1 || to < from ? undefined : parseObject(text.slice(from, to + 1));
}
