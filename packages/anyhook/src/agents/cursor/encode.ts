import type { EventOf, Verdict } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import {
  contextOf,
  type Encode,
  type Encoders,
  jsonAnswer,
  nativeInputOf,
  noOp,
  reasonOf,
  userTextOf,
} from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { type Fields, joinTexts } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

/** An ask that reaches this code is a deny: preToolUse would run the tool (quirk 2). */
const denies = (verdict: Verdict): boolean => verdict.decision === 'deny' || verdict.decision === 'ask';

/** A refusal with the fields of both versions of the documentation (quirk 1). */
const refusal = (reason: string, verdict: Verdict): Fields => ({
  permission: 'deny',
  user_message: joinTexts([reason, userTextOf(verdict)], '\n'),
  agent_message: reason,
  decision: 'deny',
  reason,
});

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  if (denies(verdict)) return jsonAnswer(event, { top: refusal(reasonOf(verdict), verdict) });
  const input = verdict.rewrite?.of === 'input' ? nativeInputOf(shape, event, verdict.rewrite.value) : undefined;
  if (input !== undefined && event.nativeName !== 'preToolUse') {
    // These events cannot change a call (quirk 4), and the unchanged call must not run.
    const reason = `A hook changed this call. Make it again with these arguments: ${JSON.stringify(input)}`;
    return jsonAnswer(event, { top: refusal(reason, verdict) });
  }
  const permission = input !== undefined || verdict.decision === 'allow' ? 'allow' : undefined;
  return jsonAnswer(event, { top: { permission, updated_input: input } });
};

const promptSubmit: Encode = (event, verdict) =>
  denies(verdict)
    ? jsonAnswer(event, {
        top: { continue: false, user_message: joinTexts([reasonOf(verdict), userTextOf(verdict)], '\n') },
      })
    : noOp;

const context: Encode = (event, verdict) => jsonAnswer(event, { top: { additional_context: contextOf(verdict) } });

const toolAfter: Encode = (event, verdict) => {
  const feedback = denies(verdict) ? reasonOf(verdict) : undefined;
  return jsonAnswer(event, { top: { additional_context: joinTexts([feedback, contextOf(verdict)]) } });
};

const subagentStart: Encode = (event, verdict) =>
  denies(verdict) ? jsonAnswer(event, { top: refusal(reasonOf(verdict), verdict) }) : noOp;

const agentStop: Encode = (event, verdict) => {
  // The agent is about to stop anyway: not continuing it is all that a stop needs.
  if (!denies(verdict) || (verdict.stop !== undefined && event.name === 'agent.stop')) return noOp;
  return jsonAnswer(event, { top: { followup_message: joinTexts([reasonOf(verdict), contextOf(verdict)]) } });
};

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': context,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'agent.stop': agentStop,
  'subagent.start': subagentStart,
  'subagent.stop': agentStop,
};

const codec = codecOf({ shape, capabilities, encoders });

export const cursorCodec = (): AgentCodec => codec;
