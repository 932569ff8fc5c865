import { type ToolResult, type ToolRow, type Verdict, withoutUndefined } from '@anyhook/core';
import { capabilities, eventRows, toolRows } from '../../../.cache/agents/qwen/tables.js';
import {
  blockFields,
  claudeReaders,
  codecOf,
  contextOf,
  doubleUnderscoreMcp,
  type Encode,
  type Encoders,
  haltFields,
  jsonAnswer,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
  rewrittenPrompt,
  stopAnswer,
} from '../kit/codec.js';
import { asText, blocksText, countValue, type Fields, joinTexts, objectValue, textValue } from '../kit/json-fields.js';
import { payloadEvents } from '../kit/tables.js';

const shape: PayloadShape = {
  agent: 'qwen',
  events: payloadEvents(eventRows),
  tools: toolRows,
  rowOf,
  sessionEnv: 'QWEN_CODE_SESSION_ID',
  mcpOf: doubleUnderscoreMcp,
  // An empty prompt is not a submitted one: the event also fires after each tool result (quirk 8).
  refineName: (name, payload) => (name === 'prompt.submit' && payload['prompt'] === '' ? 'other' : name),
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({
      call: readCall(payload, self),
      result: withExitCode({ ok: true, text: responseText(payload['tool_response']) }),
      ...withoutUndefined({ durationMs: countValue(payload['duration_ms']) }),
    }),
    'tool.failure': (payload, self) => {
      const error = asText(payload['error']);
      const durationMs = countValue(payload['duration_ms']);
      const result = withExitCode({ ok: false, text: error });
      return { call: readCall(payload, self), error, result, ...withoutUndefined({ durationMs }) };
    },
    error: (payload) => ({
      level: 'error',
      ...withoutUndefined({
        message:
          textValue(payload['error_details']) ??
          textValue(payload['last_assistant_message']) ??
          textValue(payload['error']),
        kind: textValue(payload['error']),
      }),
    }),
  },
};

/** Older versions called the path of read_file `absolute_path`. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  const older = toolName === 'read_file' && input['file_path'] === undefined && input['absolute_path'] !== undefined;
  return older ? { kind: 'read', fields: { path: 'absolute_path' } } : undefined;
}

function responseText(response: unknown): string {
  const fields = objectValue(response);
  if (!fields) return asText(response);
  const content = fields['llmContent'] ?? fields['returnDisplay'] ?? response;
  return blocksText(content) ?? textValue(objectValue(content)?.['text']) ?? asText(content);
}

/** The shell's report names the exit code on a line of its own. */
function withExitCode(result: ToolResult): ToolResult {
  if (!result.text.startsWith('Command: ')) return result;
  const code = /\nExit Code: (\d{1,3})\n/.exec(result.text.slice(-400))?.[1];
  return code === undefined ? result : { ...result, exitCode: Number(code) };
}

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

/** continue:false would block (quirk 6); not blocking lets the agent stop. */
const agentStop = stopAnswer(({ decision }) => decision === 'deny');

const subagentStop: Encode = (event, verdict) => jsonAnswer(event, { top: blockFields(verdict) });

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

export const qwenCodec = codecOf({ shape, capabilities, encoders });
