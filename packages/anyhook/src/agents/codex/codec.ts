import type { EventOf, ToolResult } from '@anyhook/core';
import { capabilities, eventRows } from '../../../.cache/agents/codex/tables.js';
import {
  blockFields,
  claudeReaders,
  codecOf,
  contextAnswer,
  contextOf,
  denies,
  doubleUnderscoreMcp,
  type Encode,
  type Encoders,
  haltFields,
  jsonAnswer,
  nativeInputOf,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
  rewrittenPrompt,
  stopAnswer,
  userTextOf,
} from '../kit/codec.js';
import { asText, blocksText, joinTexts, objectValue } from '../kit/json-fields.js';
import { payloadEvents } from '../kit/tables.js';
import { tools } from './tables.js';

const shape: PayloadShape = {
  agent: 'codex',
  events: payloadEvents(eventRows),
  tools,
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: readResult(payload['tool_response']) }),
  },
};

/** Text from Codex's own tools, content blocks from MCP servers. */
function readResult(response: unknown): ToolResult {
  const fields = objectValue(response);
  return {
    ok: fields?.['isError'] !== true && fields?.['is_error'] !== true,
    text: blocksText(fields?.['content'] ?? response) ?? asText(response),
  };
}

const sessionStart: Encode = (event, verdict) => {
  const top = denies(verdict) ? { continue: false, stopReason: reasonOf(verdict) } : haltFields(verdict);
  const hookSpecific = { additionalContext: contextOf(verdict) };
  return jsonAnswer(event, { top: { ...top, systemMessage: userTextOf(verdict) }, hookSpecific });
};

const promptSubmit: Encode = (event, verdict) => {
  const rewritten = rewrittenPrompt(verdict);
  const notice = rewritten && 'Codex cannot replace a prompt: the model was told to use the rewritten one.';
  const top = { ...haltFields(verdict), ...blockFields(verdict), systemMessage: userTextOf(verdict, notice) };
  const additionalContext = joinTexts([rewritten, contextOf(verdict)]);
  return jsonAnswer(event, { top, hookSpecific: denies(verdict) ? {} : { additionalContext } });
};

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  const additionalContext = contextOf(verdict);
  if (denies(verdict)) {
    // A deny has no other fields: if Codex cannot read an answer, the tool runs (quirks 1 and 13).
    const permissionDecisionReason = joinTexts([reasonOf(verdict), additionalContext, userTextOf(verdict)]);
    return jsonAnswer(event, { hookSpecific: { permissionDecision: 'deny', permissionDecisionReason } });
  }
  const updatedInput = verdict.rewrite?.of === 'input' ? nativeInputOf(shape, event, verdict.rewrite.value) : undefined;
  const permissionDecision = updatedInput && 'allow';
  return jsonAnswer(event, {
    top: { systemMessage: userTextOf(verdict) },
    hookSpecific: { permissionDecision, updatedInput, additionalContext },
  });
};

const permission: Encode = (event, verdict) => {
  if (denies(verdict)) {
    const message = joinTexts([reasonOf(verdict), userTextOf(verdict)]);
    return jsonAnswer(event, { hookSpecific: { decision: { behavior: 'deny', message } } });
  }
  return verdict.decision === 'allow' ? jsonAnswer(event, { hookSpecific: { decision: { behavior: 'allow' } } }) : noOp;
};

const toolAfter: Encode = (event, verdict) => {
  const output = verdict.rewrite?.of === 'output' ? verdict.rewrite.value || '(no output)' : undefined;
  const systemMessage = userTextOf(verdict);
  const additionalContext = contextOf(verdict);
  if (output === undefined && !denies(verdict))
    return jsonAnswer(event, { top: { systemMessage }, hookSpecific: { additionalContext } });
  // The reason replaces the output (quirk 5), so it contains everything that the model should read.
  const reason = joinTexts([output, denies(verdict) ? reasonOf(verdict) : undefined, additionalContext]);
  return jsonAnswer(event, { top: { decision: 'block', reason, systemMessage } });
};

const agentStop = stopAnswer(denies);

const compactBefore: Encode = (event, verdict) =>
  jsonAnswer(event, {
    top: denies(verdict) ? { continue: false, stopReason: reasonOf(verdict) } : haltFields(verdict),
  });

/** The answer to each event, else an empty one (quirk 10). An ask is sent as a deny: Codex would run the tool (quirk 2). */
const encoders: Encoders = {
  'session.start': sessionStart,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.permission': permission,
  'tool.after': toolAfter,
  'agent.stop': agentStop,
  'subagent.start': contextAnswer,
  'subagent.stop': agentStop,
  'compact.before': compactBefore,
};

export const codexCodec = codecOf({ shape, capabilities, encoders });
