import type { Event } from '@anyhook/core';
import type { AgentCodec, DecodeContext } from '../agent.js';
import { decodeShaped, nativeInputOf } from '../kit/codec.js';
import { type Fields, objectValue } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { encode } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

const codec: AgentCodec = {
  events,
  tools,
  capabilities,
  decode,
  encode,
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};

/** Loaded when an event of Flow Agents comes, or somebody asks what it can do. */
export const flowAgentCodec = () => codec;

function decode(payload: unknown, context: DecodeContext): Event {
  if (!context.truncated || objectValue(payload))
    return { ...decodeShaped(shape, withCallId(payload), context), raw: payload };
  const event = decodeShaped(shape, readableFields(context.text ?? ''), context);
  return { ...event, raw: payload };
}

/** The contract's `tool_id` under the name that the readers know. */
function withCallId(payload: unknown): unknown {
  const fields = objectValue(payload);
  if (fields?.['tool_id'] === undefined || fields['tool_use_id'] !== undefined) return payload;
  return { ...fields, tool_use_id: fields['tool_id'] };
}

/** The fields that can still be read in a cut payload (quirk 5). */
function readableFields(cut: string): Fields {
  const find = (key: string) => new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(cut)?.[1];
  return {
    hook_event_name: find('hook_event_name'),
    session_id: find('session_id'),
    cwd: find('cwd'),
    tool_name: find('tool_name') ?? '',
  };
}
