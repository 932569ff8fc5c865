import type { EventOf } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import {
  blockFields,
  contextOf,
  type Encode,
  type Encoders,
  haltFields,
  jsonAnswer,
  nativeInputOf,
  noOp,
  reasonOf,
  refuseByExit,
  rewrittenPrompt,
  userTextOf,
} from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { joinTexts, objectValue } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';
import { replaceText } from './result.js';

const context: Encode = (event, verdict) =>
  jsonAnswer(event, {
    top: { systemMessage: userTextOf(verdict) },
    hookSpecific: { additionalContext: contextOf(verdict) },
  });

const promptSubmit: Encode = (event, verdict) => {
  const rewritten = rewrittenPrompt(verdict);
  const notice = rewritten && 'Claude Code cannot replace a prompt: the model was told to use the rewritten one.';
  const top = { ...haltFields(verdict), ...blockFields(verdict), systemMessage: userTextOf(verdict, notice) };
  const additionalContext = joinTexts([rewritten, contextOf(verdict)]);
  return jsonAnswer(event, { top, hookSpecific: verdict.decision === 'deny' ? {} : { additionalContext } });
};

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  const { decision, rewrite } = verdict;
  const denied = decision === 'deny';
  const notice = verdict.stop !== undefined && !denied ? 'Claude Code runs this tool call before it stops.' : undefined;
  const needsReason = denied || decision === 'ask';
  const hookSpecific = {
    permissionDecision: decision === 'pass' ? undefined : decision,
    permissionDecisionReason: needsReason ? reasonOf(verdict) : decision === 'allow' ? verdict.reason : undefined,
    // Sent without an allow, which would skip the user's permission prompt (quirk 6).
    updatedInput: rewrite?.of === 'input' && !denied ? nativeInputOf(shape, event, rewrite.value) : undefined,
    additionalContext: contextOf(verdict),
  };
  return jsonAnswer(event, {
    top: { ...haltFields(verdict), systemMessage: userTextOf(verdict, notice) },
    hookSpecific,
  });
};

const permission: Encode = (event, verdict) => {
  const decision =
    verdict.decision === 'deny'
      ? { behavior: 'deny', message: reasonOf(verdict) }
      : verdict.decision === 'allow'
        ? { behavior: 'allow' }
        : undefined;
  return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict) }, hookSpecific: { decision } });
};

const toolAfter: Encode<EventOf<'tool.after'>> = (event, verdict) => {
  const value = verdict.rewrite?.of === 'output' ? verdict.rewrite.value : undefined;
  const updatedToolOutput =
    value === undefined ? undefined : replaceText(objectValue(event.raw)?.['tool_response'], value);
  const cannotReplace = value !== undefined && updatedToolOutput === undefined;
  const replacementNote = cannotReplace
    ? `A hook replaced the output of ${event.call.nativeName || 'this tool'}. Ignore the output above and use this one:\n${value}`
    : undefined;
  const notice = cannotReplace
    ? `The output of ${event.call.nativeName || 'this tool'} has no text that can be replaced: the model was told to ignore it.`
    : undefined;
  return jsonAnswer(event, {
    top: { ...haltFields(verdict), ...blockFields(verdict), systemMessage: userTextOf(verdict, notice) },
    hookSpecific: { updatedToolOutput, additionalContext: joinTexts([replacementNote, contextOf(verdict)]) },
  });
};

const toolFailure: Encode = (event, verdict) => {
  const reason = verdict.decision === 'deny' ? reasonOf(verdict) : undefined;
  const additionalContext = joinTexts([reason, contextOf(verdict)]);
  return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict) }, hookSpecific: { additionalContext } });
};

const agentStop: Encode<EventOf<'agent.stop' | 'subagent.stop'>> = (event, verdict) => {
  // The agent is about to stop anyway: not blocking it is all that a stop needs.
  if (verdict.stop !== undefined && event.name === 'agent.stop')
    return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict, verdict.stop) } });
  const context = contextOf(verdict);
  // additionalContext would make the agent go on, as a block does (quirk 7).
  if (verdict.decision !== 'deny') return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict, context) } });
  const reason = joinTexts([reasonOf(verdict), context]);
  return jsonAnswer(event, { top: { decision: 'block', reason, systemMessage: userTextOf(verdict) } });
};

const compactBefore: Encode = (_event, verdict) =>
  verdict.decision === 'deny' ? refuseByExit(joinTexts([reasonOf(verdict), userTextOf(verdict)]) ?? '') : noOp;

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': context,
  'subagent.start': context,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.permission': permission,
  'tool.after': toolAfter,
  'tool.failure': toolFailure,
  'agent.stop': agentStop,
  'subagent.stop': agentStop,
  'compact.before': compactBefore,
};

const codec = codecOf({ shape, capabilities, encoders });

export const claudeCodeCodec = (): AgentCodec => codec;
