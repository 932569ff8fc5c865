import type { AgentCodec } from '../agent.js';
import { type Encode, type Encoders, reasonOf } from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { type Fields, objectValue, textValue } from '../kit/json-fields.js';
import {
  isDenial,
  pluginAnswer,
  pluginEncoders,
  rewrittenHistory,
  stopReasonText,
  userMessages as userTexts,
} from '../kit/plugin-answer.js';
import { capabilities } from './capabilities.js';
import { messageView, modelMessages, shape } from './events.js';

/** A rewritten message keeps the other parts of the original and gets the new text as its only text part. */
function rewriteMessage({ role, content }: { role: string; content: unknown }, nearest: Fields | undefined): unknown {
  const info = objectValue(nearest?.['info']) ?? { role };
  if (typeof content !== 'string') return { ...nearest, info, parts: content };
  const parts = Array.isArray(nearest?.['parts']) ? (nearest['parts'] as readonly unknown[]) : [];
  const isText = (part: unknown) => textValue(objectValue(part)?.['text']) !== undefined;
  const first = objectValue(parts.find(isText)) ?? { type: 'text' };
  return { ...nearest, info, parts: [{ ...first, text: content }, ...parts.filter((part) => !isText(part))] };
}

/** A session cannot be refused, but its prompts can (quirk 17). */
const startAnswer: Encode = (_event, verdict) =>
  pluginAnswer({
    deny: isDenial(verdict) ? reasonOf(verdict) : undefined,
    stop: stopReasonText(verdict),
    context: verdict.context,
    messages: userTexts(verdict),
  });

/** opencode does not take a summary, only another instruction for the model that writes it (quirk 9). */
const compactBefore: Encode = (_event, verdict) => {
  const messages = userTexts(verdict);
  if (isDenial(verdict)) return pluginAnswer({ deny: reasonOf(verdict), messages });
  const prompt =
    verdict.rewrite?.of === 'summary'
      ? `Answer with exactly the text below and nothing else. It is the summary of the conversation.\n\n${verdict.rewrite.value}`
      : undefined;
  return pluginAnswer({ prompt, context: verdict.context, messages });
};

/** The answer to the plugin at each event. */
const encoders: Encoders = {
  ...pluginEncoders({
    shape,
    canAsk: () => false,
    canAllow: true,
    history: (event, messages) => rewrittenHistory(modelMessages(event.raw), messageView, messages, rewriteMessage),
  }),
  'session.start': startAnswer,
  'subagent.start': startAnswer,
  'compact.before': compactBefore,
};

const codec = codecOf({ shape, capabilities, encoders });

export const opencodeCodec = (): AgentCodec => codec;
