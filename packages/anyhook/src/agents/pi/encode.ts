import type { Event, Verdict } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import { type Encode, type Encoders, reasonOf } from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { type Fields, objectValue } from '../kit/json-fields.js';
import {
  isDenial,
  pluginAnswer,
  pluginEncoders,
  rewrittenHistory,
  stopReasonText,
  userMessages as userTexts,
} from '../kit/plugin-answer.js';
import { capabilities } from './capabilities.js';
import { messagesOf, messageView, shape } from './events.js';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

function rewriteMessage({ role, content }: Message, nearest: Fields | undefined): unknown {
  return { ...nearest, role, content: typeof content === 'string' ? [{ type: 'text', text: content }] : content };
}

const history = (event: Event, messages: readonly Message[]) =>
  rewrittenHistory(messagesOf(event.raw), messageView, messages, rewriteMessage);

const refusal = (verdict: Verdict) => ({
  deny: isDenial(verdict) ? reasonOf(verdict) : undefined,
  stop: stopReasonText(verdict),
  messages: userTexts(verdict),
});

/** A session cannot be refused, but its prompts can (quirk 17). */
const startAnswer: Encode = (_event, verdict) => pluginAnswer({ ...refusal(verdict), context: verdict.context });

/** A call of the model cannot be refused, but the run can be ended before it (quirk 16). */
const modelBefore: Encode = (event, verdict) =>
  pluginAnswer({
    ...refusal(verdict),
    history: verdict.rewrite?.of === 'messages' ? history(event, verdict.rewrite.value) : undefined,
  });

const pluginDefaults = pluginEncoders({
  shape,
  // Without an interface pi answers every question with no (quirk 4), and the hook's reason would be lost.
  canAsk: (event) => objectValue(objectValue(event.raw)?.['ctx'])?.['hasUI'] === true,
  history,
});

/** The answer to the extension at each event. */
const encoders: Encoders = {
  ...pluginDefaults,
  'session.start': startAnswer,
  'subagent.start': startAnswer,
  // A subagent is a separate pi and is kept working in the same way (quirk 12).
  'subagent.stop': pluginDefaults['agent.stop'] as Encode,
  'model.before': modelBefore,
};

const codec = codecOf({ shape, capabilities, encoders });

export const piCodec = (): AgentCodec => codec;
