import {
  type Event,
  type EventOf,
  type ToolMap,
  type ToolResult,
  type ToolRow,
  type Verdict,
  withoutUndefined,
} from '@anyhook/core';
import { capabilities, identifyingFields, pascalTools } from '../../../.cache/agents/copilot/tables.js';
import {
  blockFields,
  claudeReaders,
  codecOf,
  contextOf,
  doubleUnderscoreMcp,
  type Encode,
  type Encoders,
  jsonAnswer,
  nativeInputOf,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
} from '../kit/codec.js';
import { asText, type Fields, flagValue, joinTexts, objectValue, textValue } from '../kit/json-fields.js';
import { camelTools, events } from './tables.js';

const editors: ReadonlySet<string> = new Set(['str_replace_editor', 'apply_patch', 'edit', 'Edit']);

/** `Edit` is the name of several tools that edit files; the fields show which. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (!editors.has(toolName)) return undefined;
  if (typeof input['patch'] === 'string') return { ...camelTools.apply_patch, fields: { content: 'patch' } };
  if (typeof input['input'] === 'string') return camelTools.apply_patch;
  if (input['command'] === 'create') return camelTools.create;
  return input['command'] === 'view' ? { kind: 'read' } : undefined;
}

/** A camelCase payload in Claude's field names; a snake_case payload unchanged. */
function claudeView(payload: Fields, isEvent: (name: string) => boolean): Fields {
  const claudeFields = withoutUndefined({
    hook_event_name: nameOf(payload, isEvent),
    session_id: textValue(payload['sessionId']),
    timestamp: isoOf(payload['timestamp']),
    transcript_path: textValue(payload['transcriptPath']),
    tool_name: textValue(payload['toolName']),
    tool_input: inputOf(payload['toolArgs'] ?? payload['toolInput'] ?? payload['tool_input']),
    tool_result: resultOf(payload['toolResult']),
    stop_reason: textValue(payload['stopReason']),
    agent_id: textValue(payload['agentId']),
    parent_session_id: parentOf(payload),
    agent_type: textValue(payload['agentType']),
    agent_name: textValue(payload['agentName']),
    last_assistant_message: textValue(payload['response']),
    custom_instructions: textValue(payload['customInstructions']),
    error_context: textValue(payload['errorContext']),
  });
  return { ...payload, ...claudeFields };
}

/** The session that started this one. The start and stop of a subagent are events of that session itself (quirk 14). */
function parentOf(payload: Fields): string | undefined {
  const parent = textValue(payload['parentAgentId']) ?? textValue(payload['parent_agent_id']);
  return parent === (textValue(payload['sessionId']) ?? textValue(payload['session_id'])) ? undefined : parent;
}

/** Guesses the event if neither the view nor the caller names it. */
const inferName = (view: Fields): string =>
  Object.entries(identifyingFields).find(([, fields]) => fields.every((field) => view[field] !== undefined))?.[0] ?? '';

/** The camelCase `notification` calls itself "Notification"; the others have no name, or `hookName` (quirk 2). */
function nameOf(payload: Fields, isEvent: (name: string) => boolean): string | undefined {
  const name = textValue(payload['hook_event_name']) ?? textValue(payload['hookName']);
  if (!name || payload['sessionId'] === undefined) return undefined;
  const camel = name.charAt(0).toLowerCase() + name.slice(1);
  return isEvent(camel) ? camel : name;
}

function isoOf(timestamp: unknown): string | undefined {
  if (typeof timestamp !== 'number') return undefined;
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Arguments may come as a string: JSON in older versions, or the patch if that is the only argument. */
function inputOf(args: unknown): Fields | undefined {
  if (typeof args !== 'string') return objectValue(args);
  try {
    const parsed = objectValue(JSON.parse(args));
    if (parsed) return parsed;
  } catch {
    // Not JSON: the text itself is the input.
  }
  return { input: args };
}

function resultOf(result: unknown): Fields | undefined {
  const fields = objectValue(result);
  return fields && { result_type: fields['resultType'], text_result_for_llm: fields['textResultForLlm'] };
}

/** The payload in Claude's field names. */
const viewOf = (payload: Fields): Fields => claudeView(payload, (name) => Object.hasOwn(events, name));

const subagentFields = (view: Fields) => ({
  subagent: withoutUndefined({
    id: textValue(view['agent_id']),
    name: textValue(view['agent_name']) ?? textValue(view['agent_type']),
    type: textValue(view['agent_type']),
  }),
  ...withoutUndefined({
    response: textValue(view['last_assistant_message']),
    stopHookActive: flagValue(view['stop_hook_active']),
  }),
});

/** Both sets of names have Copilot's own fields (quirk 3). */
const tools: ToolMap = { ...camelTools, ...pascalTools };

/** How Copilot CLI's payloads are read, through `claudeView`. */
const shape: PayloadShape = {
  agent: 'copilot',
  viewOf,
  events,
  tools,
  rowOf,
  inferName,
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'tool.after': (view, self) => ({
      call: readCall(view, self),
      result: readResult(objectValue(view['tool_result'])),
    }),
    'tool.failure': (view, self) => {
      const error = errorOf(view);
      return { call: readCall(view, self), error, result: { ok: false, text: error } };
    },
    'subagent.start': subagentFields,
    'subagent.stop': subagentFields,
    error: (view) => ({
      level: 'error',
      message: errorOf(view),
      ...withoutUndefined({ kind: textValue(view['error_context']) }),
    }),
  },
};

const errorOf = (view: Fields): string => textValue(objectValue(view['error'])?.['message']) ?? asText(view['error']);

/** The text that the model sees; the shell ends it with the exit code (quirk 8). */
function readResult(result: Fields = {}): ToolResult {
  const output = asText(result['text_result_for_llm']);
  const type = textValue(result['result_type']) ?? 'success';
  const code = /with exit code (\d{1,3})>\s*$/.exec(output.slice(-100))?.[1];
  const ok = type === 'success' && (code === undefined || code === '0');
  return { ok, text: output, ...(code !== undefined && { exitCode: Number(code) }) };
}

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

/** The decision with its reason. A stop at least denies this call (quirk 6). */
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
  // The agent is about to stop anyway: a stop is done by not blocking. Context alone does not block (quirk 9).
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

export const copilotCodec = codecOf({ shape, capabilities, encoders });
