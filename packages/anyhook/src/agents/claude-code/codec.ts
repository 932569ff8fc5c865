import { type EventOf, type ToolResult, withoutUndefined } from '@anyhook/core';
import { capabilities, eventRows } from '../../../.cache/agents/claude-code/tables.js';
import { claudeTools } from '../../../.cache/formats/kit/claude-tools.js';
import {
  blockFields,
  claudeReaders,
  codecOf,
  contextAnswer,
  contextOf,
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
  rewrittenPrompt,
  stopAnswer,
  userTextOf,
} from '../kit/codec.js';
import { asText, blocksText, countValue, type Fields, joinTexts, objectValue, textValue } from '../kit/json-fields.js';
import { payloadEvents } from '../kit/tables.js';

/** A tool's response → its result. */
function readResult(response: unknown): ToolResult {
  const fields = objectValue(response);
  if (!fields) return { ok: true, text: blocksText(response) ?? asText(response) };
  const ok = fields['interrupted'] !== true && fields['is_error'] !== true && fields['isError'] !== true;
  const stdout = textValue(fields['stdout']);
  const stderr = textValue(fields['stderr']);
  if (stdout === undefined) return { ok, text: findTextSlot(fields)?.text ?? asText(response) };
  return { ok, text: joinTexts([stdout, stderr], '\n') ?? '', stdout, ...withoutUndefined({ stderr }) };
}

/** The error of a failed tool → its result; Bash puts its exit code into the text. */
function failedResult(error: string): ToolResult {
  const code = /^Exit code (\d{1,3})\b/.exec(error)?.[1];
  return { ok: false, text: error, ...withoutUndefined({ exitCode: code === undefined ? undefined : Number(code) }) };
}

/** The response with its text replaced, in its original shape; undefined if its text cannot be found (quirk 4). */
function replaceText(response: unknown, value: string): unknown {
  if (typeof response === 'string') return value;
  if (Array.isArray(response)) return replaceBlocks(response, value);
  const fields = objectValue(response);
  if (!fields) return undefined;
  if (typeof fields['stdout'] === 'string')
    return { ...fields, stdout: value, ...('stderr' in fields ? { stderr: '' } : {}) };
  return findTextSlot(fields)?.replace(value);
}

interface TextSlot {
  readonly text: string;
  replace(value: string): unknown;
}

/** Finds the text in a structured response: Read, then MCP and Task, then WebFetch. */
function findTextSlot(fields: Fields): TextSlot | undefined {
  const file = objectValue(fields['file']);
  const content = textValue(file?.['content']);
  if (content !== undefined)
    return { text: content, replace: (value) => ({ ...fields, file: { ...file, content: value } }) };
  const blocks = fields['content'];
  const blockText = blocksText(blocks);
  if (blockText !== undefined)
    return { text: blockText, replace: (value) => ({ ...fields, content: replaceBlocks(blocks as unknown[], value) }) };
  const result = textValue(fields['result']);
  return result === undefined ? undefined : { text: result, replace: (value) => ({ ...fields, result: value }) };
}

/** Puts the new text into the first text block and drops the others, which could still show the original text. */
function replaceBlocks(blocks: readonly unknown[], value: string): unknown {
  const first = blocks.find((block) => textValue(objectValue(block)?.['text']) !== undefined);
  return first === undefined ? undefined : [{ ...objectValue(first), text: value }];
}

const shape: PayloadShape = {
  agent: 'claude-code',
  events: payloadEvents(eventRows),
  tools: claudeTools,
  sessionEnv: 'CLAUDE_CODE_SESSION_ID',
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({
      call: readCall(payload, self),
      result: readResult(payload['tool_response']),
      ...withoutUndefined({ durationMs: countValue(payload['duration_ms']) }),
    }),
    'tool.failure': (payload, self) => {
      const error = asText(payload['error']);
      const durationMs = countValue(payload['duration_ms']);
      return { call: readCall(payload, self), error, result: failedResult(error), ...withoutUndefined({ durationMs }) };
    },
    error: (payload) => ({
      level: 'error',
      ...withoutUndefined({
        message: textValue(payload['last_assistant_message']) ?? textValue(payload['error']),
        kind: textValue(payload['error']),
      }),
    }),
  },
};

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

/** As context, the texts would make the agent continue, as a block does (quirk 7). */
const agentStop = stopAnswer(({ decision }) => decision === 'deny');

const compactBefore: Encode = (_event, verdict) =>
  verdict.decision === 'deny' ? refuseByExit(joinTexts([reasonOf(verdict), userTextOf(verdict)]) ?? '') : noOp;

const encoders: Encoders = {
  'session.start': contextAnswer,
  'subagent.start': contextAnswer,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.permission': permission,
  'tool.after': toolAfter,
  'tool.failure': toolFailure,
  'agent.stop': agentStop,
  'subagent.stop': agentStop,
  'compact.before': compactBefore,
};

export const claudeCodeCodec = codecOf({ shape, capabilities, encoders });
