import { type Verdict, visibleJson, withoutUndefined } from '@anyhook/core';
import type { AgentCodec, Wire } from '../agent.js';
import { contextOf, type Encode, type Encoders, noOp, reasonOf, userTextOf } from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import type { Fields } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

/** One JSON object in snake_case; docker-agent reads no other names (quirk 1). */
function snakeAnswer(verdict: Verdict, top: Fields, specific: Fields = {}): Wire {
  const own = withoutUndefined(specific);
  const body = withoutUndefined({
    ...top,
    system_message: userTextOf(verdict),
    hook_specific_output: Object.keys(own).length === 0 ? undefined : own,
  });
  return Object.keys(body).length === 0 ? noOp : { ...noOp, stdout: visibleJson(body) };
}

const stopFields = ({ stop }: Verdict): Fields =>
  stop === undefined ? {} : { continue: false, stop_reason: stop || 'A hook stopped the agent.' };

/** `block` ends what the event is about; an ask that reaches this code is a block, too. */
const blockFields = (verdict: Verdict): Fields =>
  verdict.decision === 'deny' || verdict.decision === 'ask' ? { decision: 'block', reason: reasonOf(verdict) } : {};

const withContext: Encode = (_event, verdict) => snakeAnswer(verdict, {}, { additional_context: contextOf(verdict) });

const blockOrContext: Encode = (_event, verdict) =>
  snakeAnswer(verdict, { ...stopFields(verdict), ...blockFields(verdict) }, { additional_context: contextOf(verdict) });

/** A block cancels the compaction; nothing here ends the run. */
const compactBefore: Encode = (_event, verdict) =>
  snakeAnswer(verdict, blockFields(verdict), { additional_context: contextOf(verdict) });

const modelBefore: Encode = (_event, verdict) => {
  const messages = verdict.rewrite?.of === 'messages' ? verdict.rewrite.value : undefined;
  return snakeAnswer(verdict, { ...stopFields(verdict), ...blockFields(verdict) }, { updated_messages: messages });
};

/** Before approval an allow is advice to nobody, and no rewrite is read (quirk 3). */
const toolBefore: Encode = (_event, verdict) => {
  const denies = verdict.decision === 'deny' || verdict.stop !== undefined;
  const decision = denies ? 'deny' : verdict.decision === 'ask' ? 'ask' : undefined;
  const reason = verdict.decision === 'deny' || verdict.decision === 'ask' ? reasonOf(verdict) : verdict.stop;
  return snakeAnswer(
    verdict,
    {},
    { permission_decision: decision, permission_decision_reason: decision === undefined ? undefined : reason },
  );
};

const toolPermission: Encode = (_event, verdict) => {
  if (verdict.decision === 'allow')
    return snakeAnswer(verdict, {}, { permission_decision: 'allow', permission_decision_reason: verdict.reason });
  const refuses = verdict.decision === 'deny' || verdict.decision === 'ask';
  return snakeAnswer(
    verdict,
    {},
    refuses ? { permission_decision: 'deny', permission_decision_reason: reasonOf(verdict) } : {},
  );
};

/** A block here ends the run (quirk 5), so only a stop is one. */
const toolAfter: Encode = (_event, verdict) => snakeAnswer(verdict, stopFields(verdict));

const messagesOnly: Encode = (_event, verdict) => snakeAnswer(verdict, {});

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': withContext,
  'prompt.submit': blockOrContext,
  'turn.start': withContext,
  'model.before': modelBefore,
  'tool.before': toolBefore,
  'tool.permission': toolPermission,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
  'agent.done': messagesOnly,
  'compact.before': compactBefore,
};

const codec = codecOf({ shape, capabilities, encoders });

export const dockerAgentCodec = (): AgentCodec => codec;
