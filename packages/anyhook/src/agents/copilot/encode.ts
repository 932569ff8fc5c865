import type { Event, EventOf, Verdict } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import {
  blockFields,
  contextOf,
  type Encode,
  type Encoders,
  jsonAnswer,
  nativeInputOf,
  noOp,
  reasonOf,
} from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { type Fields, joinTexts } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

/** PascalCase events have a different answer at PreToolUse (quirk 1). */
const isPascal = ({ nativeName }: Event): boolean => /^[A-Z]/.test(nativeName);

const stopText = (verdict: Verdict): string => verdict.stop || 'A hook wants the agent to stop.';

const context: Encode = (event, verdict) => jsonAnswer(event, { top: { additionalContext: contextOf(verdict) } });

const promptSubmit: Encode = (event, verdict) => {
  if (verdict.decision === 'deny') return jsonAnswer(event, { top: blockFields(verdict) });
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: { decision: 'block', reason: stopText(verdict) } });
  // Copilot would ignore an empty text (quirk 10).
  const modifiedPrompt = verdict.rewrite?.of === 'prompt' ? verdict.rewrite.value || '(empty)' : undefined;
  return jsonAnswer(event, { top: { modifiedPrompt, additionalContext: contextOf(verdict) } });
};

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  const { rewrite } = verdict;
  const permissionFields = permissionFieldsOf(verdict);
  const denied = permissionFields['permissionDecision'] === 'deny';
  const input = rewrite?.of === 'input' && !denied ? nativeInputOf(shape, event, rewrite.value) : undefined;
  const additionalContext = contextOf(verdict);
  if (isPascal(event))
    return jsonAnswer(event, {
      top: { additionalContext },
      hookSpecific: { ...permissionFields, updatedInput: input },
    });
  return jsonAnswer(event, { top: { ...permissionFields, modifiedArgs: input, additionalContext } });
};

/** The decision with its reason. A stop refuses at least this call (quirk 6). */
function permissionFieldsOf(verdict: Verdict): Fields {
  const { decision } = verdict;
  const withReason = (permissionDecision: string, permissionDecisionReason: string | undefined) => ({
    permissionDecision,
    permissionDecisionReason,
  });
  if (decision === 'deny') return withReason('deny', reasonOf(verdict));
  if (verdict.stop !== undefined) return withReason('deny', stopText(verdict));
  if (decision === 'ask') return withReason('ask', reasonOf(verdict));
  return decision === 'allow' ? withReason('allow', verdict.reason) : {};
}

const permission: Encode = (event, verdict) => {
  if (verdict.stop !== undefined)
    return jsonAnswer(event, { top: { behavior: 'deny', message: stopText(verdict), interrupt: true } });
  if (verdict.decision === 'deny') return jsonAnswer(event, { top: { behavior: 'deny', message: reasonOf(verdict) } });
  return verdict.decision === 'allow' ? jsonAnswer(event, { top: { behavior: 'allow' } }) : noOp;
};

const toolAfter: Encode = (event, verdict) => {
  const output = verdict.rewrite?.of === 'output' ? verdict.rewrite.value || '(no output)' : undefined;
  const modifiedResult = output === undefined ? undefined : { resultType: 'success', textResultForLlm: output };
  // Sent as context, because a block would replace the output (quirk 7).
  const reason = verdict.decision === 'deny' ? reasonOf(verdict) : undefined;
  return jsonAnswer(event, { top: { modifiedResult, additionalContext: joinTexts([reason, contextOf(verdict)]) } });
};

const agentStop: Encode = (event, verdict) => {
  // The agent is about to stop anyway: not blocking it is all that a stop needs. Context alone is no block (quirk 9).
  if (verdict.stop !== undefined || verdict.decision !== 'deny') return noOp;
  return jsonAnswer(event, { top: { decision: 'block', reason: joinTexts([reasonOf(verdict), contextOf(verdict)]) } });
};

const subagentStop: Encode = (event, verdict) => jsonAnswer(event, { top: blockFields(verdict) });

/** The answer to each event, always with exit 0. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': context,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.permission': permission,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
  'agent.stop': agentStop,
  'subagent.start': context,
  'subagent.stop': subagentStop,
};

const codec = codecOf({ shape, capabilities, encoders });

export const copilotCodec = (): AgentCodec => codec;
