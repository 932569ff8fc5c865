import type { Verdict } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import {
  blockFields,
  contextOf,
  type Encode,
  type Encoders,
  haltFields,
  jsonAnswer,
  noOp,
  reasonOf,
  rewrittenPrompt,
  userTextOf,
} from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { joinTexts } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

const context: Encode = (event, verdict) =>
  jsonAnswer(event, { hookSpecific: { additionalContext: contextOf(verdict) } });

const promptSubmit: Encode = (event, verdict) => {
  const additionalContext = joinTexts([rewrittenPrompt(verdict), contextOf(verdict)]);
  const hookSpecific = verdict.decision === 'deny' ? {} : { additionalContext };
  return jsonAnswer(event, { top: { ...haltFields(verdict), ...blockFields(verdict) }, hookSpecific });
};

const toolBefore: Encode = (event, verdict) => {
  const decision = toolDecision(verdict);
  if (!decision) return noOp;
  const [permissionDecision, permissionDecisionReason] = decision;
  return jsonAnswer(event, { hookSpecific: { permissionDecision, permissionDecisionReason } });
};

/** Never an allow: it would lift another hook's deny (quirk 2). */
function toolDecision(verdict: Verdict): [decision: string, reason: string] | undefined {
  if (verdict.decision === 'deny') return ['deny', reasonOf(verdict)];
  if (verdict.stop !== undefined) return ['deny', verdict.stop || 'A hook wants the agent to stop.'];
  return verdict.decision === 'ask' ? ['ask', reasonOf(verdict)] : undefined;
}

const permission: Encode = (event, verdict) => {
  if (verdict.decision === 'deny')
    return jsonAnswer(event, { hookSpecific: { decision: { behavior: 'deny', message: reasonOf(verdict) } } });
  return verdict.decision === 'allow' ? jsonAnswer(event, { hookSpecific: { decision: { behavior: 'allow' } } }) : noOp;
};

const toolAfter: Encode = (event, verdict) => {
  const output = verdict.rewrite?.of === 'output' ? verdict.rewrite.value || '(no output)' : undefined;
  const modelText = joinTexts([
    output,
    verdict.decision === 'deny' ? reasonOf(verdict) : undefined,
    contextOf(verdict),
  ]);
  // continue:false does not stop the agent here: its reason replaces the output (quirk 5).
  if (output !== undefined) return jsonAnswer(event, { top: { continue: false, stopReason: modelText } });
  return jsonAnswer(event, { hookSpecific: { additionalContext: modelText } });
};

const agentStop: Encode = (event, verdict) => {
  // continue:false would block (quirk 6); not blocking lets the agent stop.
  if (verdict.stop !== undefined && event.name === 'agent.stop')
    return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict, verdict.stop) } });
  const context = contextOf(verdict);
  if (verdict.decision !== 'deny') return jsonAnswer(event, { top: { systemMessage: userTextOf(verdict, context) } });
  const reason = joinTexts([reasonOf(verdict), context]);
  return jsonAnswer(event, { top: { decision: 'block', reason, systemMessage: userTextOf(verdict) } });
};

const subagentStop: Encode = (event, verdict) => jsonAnswer(event, { top: blockFields(verdict) });

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': context,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.permission': permission,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
  'agent.stop': agentStop,
  'subagent.stop': subagentStop,
  'compact.before': context,
};

const codec = codecOf({ shape, capabilities, encoders });

export const qwenCodec = (): AgentCodec => codec;
