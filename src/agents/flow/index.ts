import type { Event } from '../../core/event.js';
import type { Verdict } from '../../core/verdict.js';
import type { DecodeContext, Host, Wire } from '../agent.js';
import {
  contextOf,
  decodeShaped,
  type Fields,
  joined,
  nativeInputOf,
  object,
  reasonOf,
  refuse,
  userTextOf,
} from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { events, shape, tools } from './events.js';

/** The Flow Agents engine contract 1.0: whoever calls `run-hook` in its form. */
export const flow: Host = {
  name: 'flow',
  title: 'Flow Agents',
  documentedOnly: false,
  events,
  tools,
  capabilities,
  sharesMessages: true,
  contextLimit: 1024 * 1024,
  decode,
  encode,
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};

function decode(payload: unknown, context: DecodeContext): Event {
  if (!context.truncated || object(payload)) return decodeShaped(shape, payload, context);
  const event = decodeShaped(shape, remains(context.text ?? ''), context);
  return { ...event, raw: payload };
}

/** What a cut payload still says (quirk 5). */
function remains(cut: string): Fields {
  const find = (key: string) => new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(cut)?.[1];
  return {
    hook_event_name: find('hook_event_name'),
    session_id: find('session_id'),
    cwd: find('cwd'),
    tool_name: find('tool_name') ?? '',
  };
}

function encode(event: Event, verdict: Verdict, context: DecodeContext): Wire {
  const userText = userTextOf(verdict);
  const denies = verdict.decision === 'deny' || verdict.decision === 'ask';
  if (denies && capabilities[event.name]?.deny) return refuse(lines(reasonOf(verdict), userText));
  const input = context.text ?? JSON.stringify(event.raw) ?? '';
  const guidance = contextOf(verdict);
  return {
    stdout: guidance === undefined ? input : `${input}\n\n---\n${guidance}\n---`,
    stderr: lines(denies ? reasonOf(verdict) : undefined, userText),
    exitCode: 0,
  };
}

const lines = (...texts: readonly (string | undefined)[]): string => {
  const all = joined(texts, '\n');
  return all === undefined ? '' : `${all}\n`;
};
