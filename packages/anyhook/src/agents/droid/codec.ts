import { type EventOf, type ToolResult, withoutUndefined } from '@anyhook/core';
import { capabilities, eventRows, toolRows } from '../../../.cache/agents/droid/tables.js';
import type { AgentCodec } from '../agent.js';
import {
  claudeReaders,
  codecOf,
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
  refuseByExit,
  stopAnswer,
  userTextOf,
} from '../kit/codec.js';
import { asText, countValue, flagValue, joinTexts, objectValue, textValue } from '../kit/json-fields.js';
import { payloadEvents, withPatchPaths } from '../kit/tables.js';

const shape: PayloadShape = {
  agent: 'droid',
  events: payloadEvents(eventRows),
  tools: withPatchPaths(toolRows),
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'session.end': (payload) =>
      withoutUndefined({
        reason: textValue(payload['reason']),
        durationMs: countValue(payload['session_duration_ms']),
      }),
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: readResult(payload['tool_response']) }),
    'agent.stop': (payload) =>
      withoutUndefined({
        stopHookActive: flagValue(payload['stop_hook_active']),
        stepCount: countValue(payload['tool_execution_count']),
      }),
    'subagent.stop': (payload) => ({
      subagent: withoutUndefined({ name: textValue(payload['task_name']) }),
      ...withoutUndefined({
        response: textValue(payload['task_result']) ?? textValue(payload['task_error']),
        stopHookActive: flagValue(payload['stop_hook_active']),
      }),
    }),
  },
};

/** The response is a string; that of Execute ends with the exit code. */
function readResult(response: unknown): ToolResult {
  const output = asText(response);
  const code = /\[Process exited with code (\d{1,3})\]\s*$/.exec(output.slice(-100))?.[1];
  if (code === undefined) return { ok: true, text: output };
  return { ok: code === '0', text: output, exitCode: Number(code) };
}

const sessionStart: Encode = (event, verdict) =>
  jsonAnswer(event, { hookSpecific: { additionalContext: contextOf(verdict) } });

const promptSubmit: Encode = (event, verdict) => {
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: haltFields(verdict) });
  if (denies(verdict)) return refuseByExit(reasonOf(verdict));
  const prompt = verdict.rewrite?.of === 'prompt' ? verdict.rewrite.value : undefined;
  const updatedInput = prompt === undefined ? undefined : { prompt };
  return jsonAnswer(event, { hookSpecific: { updatedInput, additionalContext: contextOf(verdict) } });
};

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: haltFields(verdict) });
  // Exit 2, not JSON: exit 2 always blocks, a JSON deny only if it is the first in the file (quirk 1).
  if (denies(verdict)) return refuseByExit(reasonOf(verdict));
  const { rewrite } = verdict;
  const allowed = verdict.decision === 'allow';
  const hookSpecific = {
    permissionDecision: allowed ? 'allow' : undefined,
    permissionDecisionReason: allowed ? verdict.reason : undefined,
    updatedInput: rewrite?.of === 'input' ? nativeInputOf(shape, event, rewrite.value) : undefined,
  };
  return jsonAnswer(event, { hookSpecific });
};

const toolAfter: Encode = (event, verdict) => {
  const systemMessage = userTextOf(verdict);
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: { ...haltFields(verdict), systemMessage } });
  const feedback = joinTexts([denies(verdict) ? reasonOf(verdict) : undefined, contextOf(verdict)]);
  // Only exit 2 is feedback here (quirk 5). If there is also a text for the user, the feedback is sent as context.
  if (denies(verdict) && systemMessage === undefined) return refuseByExit(feedback ?? '');
  return jsonAnswer(event, { top: { systemMessage }, hookSpecific: { additionalContext: feedback } });
};

const agentStop = stopAnswer(denies, { halts: true });

const compactBefore: Encode = (_event, verdict) => (denies(verdict) ? refuseByExit(reasonOf(verdict)) : noOp);

/** The answer to each event, else an empty one. An ask is sent as a deny: droid would run the tool (quirk 3). */
const encoders: Encoders = {
  'session.start': sessionStart,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'agent.stop': agentStop,
  'compact.before': compactBefore,
};

const shaped = codecOf({ shape, capabilities, encoders })();

const codec: AgentCodec = {
  ...shaped,
  decode: (payload, context) => {
    const event = shaped.decode(payload, context);
    const parentSessionId = textValue(objectValue(payload)?.['calling_session_id']);
    return parentSessionId ? { ...event, parentSessionId } : event;
  },
};

export const droidCodec = () => codec;
