import type { EventOf, Verdict } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import {
  contextOf,
  type Encode,
  type Encoders,
  haltFields,
  jsonAnswer,
  reasonOf,
  rewrittenPrompt,
  userTextOf,
} from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { type Fields, joinTexts, objectValue } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { nativeInput, shape } from './events.js';

/** An ask that reaches this code is a deny: it would end the CLI (quirk 2). */
const denies = (verdict: Verdict): boolean => verdict.decision === 'deny' || verdict.decision === 'ask';

const deny = (reason: string | undefined): Fields => ({ decision: 'deny', reason });

const refusal = (verdict: Verdict): Fields => (denies(verdict) ? deny(reasonOf(verdict)) : {});

const sessionStart: Encode = (event, verdict) =>
  jsonAnswer(event, {
    top: { systemMessage: userTextOf(verdict) },
    hookSpecific: { additionalContext: contextOf(verdict) },
  });

const beforeAgent: Encode = (event, verdict) => {
  const rewritten = rewrittenPrompt(verdict);
  const notice = rewritten && 'Gemini CLI cannot replace a prompt: the model was told to use the rewritten one.';
  const top = { ...haltFields(verdict), ...refusal(verdict), systemMessage: userTextOf(verdict, notice) };
  const additionalContext = joinTexts([rewritten, contextOf(verdict)]);
  return jsonAnswer(event, { top, hookSpecific: denies(verdict) ? {} : { additionalContext } });
};

const beforeModel: Encode = (event, verdict) => {
  if (denies(verdict) || verdict.rewrite?.of !== 'messages') return jsonAnswer(event, { top: refusal(verdict) });
  const request = objectValue(objectValue(event.raw)?.['llm_request']);
  return jsonAnswer(event, { hookSpecific: { llm_request: { ...request, messages: verdict.rewrite.value } } });
};

const afterModel: Encode = (event, verdict) => jsonAnswer(event, { top: haltFields(verdict) });

const beforeTool: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  const rewritten = verdict.rewrite?.of === 'input' && !denies(verdict) ? verdict.rewrite.value : undefined;
  return jsonAnswer(event, {
    top: { ...haltFields(verdict), ...refusal(verdict), systemMessage: userTextOf(verdict) },
    hookSpecific: { tool_input: rewritten && nativeInput(event, rewritten) },
  });
};

const afterTool: Encode = (event, verdict) => {
  const output = verdict.rewrite?.of === 'output' ? verdict.rewrite.value || '(no output)' : undefined;
  const additionalContext = contextOf(verdict);
  const top = { ...haltFields(verdict), systemMessage: userTextOf(verdict) };
  if (output === undefined && !denies(verdict)) return jsonAnswer(event, { top, hookSpecific: { additionalContext } });
  // The reason replaces the output (quirk 5), so it contains everything that the model should read.
  const reason = joinTexts([output, denies(verdict) ? reasonOf(verdict) : undefined, additionalContext]);
  return jsonAnswer(event, { top: { ...top, ...deny(reason) } });
};

const toolFailure: Encode<EventOf<'tool.failure'>> = (event, verdict) => {
  const feedback = joinTexts([denies(verdict) ? reasonOf(verdict) : undefined, contextOf(verdict)]);
  const top = { ...haltFields(verdict), systemMessage: userTextOf(verdict) };
  // Gemini reads only the reason here, and it replaces the error (quirk 18), so the error is repeated in it.
  return jsonAnswer(event, {
    top: { ...top, ...(feedback === undefined ? {} : deny(joinTexts([event.error, feedback]))) },
  });
};

const afterAgent: Encode = (event, verdict) => {
  const context = contextOf(verdict);
  if (verdict.stop !== undefined)
    return jsonAnswer(event, { top: { ...haltFields(verdict), systemMessage: userTextOf(verdict) } });
  if (!denies(verdict)) return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict, context) } });
  return jsonAnswer(event, {
    top: { ...deny(joinTexts([reasonOf(verdict), context])), systemMessage: userTextOf(verdict) },
  });
};

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': sessionStart,
  'prompt.submit': beforeAgent,
  'model.before': beforeModel,
  'model.after': afterModel,
  'tool.before': beforeTool,
  'tool.after': afterTool,
  'tool.failure': toolFailure,
  'agent.stop': afterAgent,
};

const codec = codecOf({ shape, capabilities, encoders, nativeInput });

export const geminiCodec = (): AgentCodec => codec;
