import {
  type Decision,
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  type Result,
  type Rewrite,
  toolRowFor,
} from '@anyhook/core';
import { misspeltKeys } from '../../formats/kit/check-output.js';
import type { ProcessOutput } from '../../formats/kit/format.js';
import {
  endingWith,
  firstText,
  flagField,
  type JsonObject,
  noReason,
  objectField,
  parseStdout,
  reasonFor,
  textField,
  tryParseStdout,
  wordField,
} from '../../formats/kit/hook-output.js';
import { copilotPascalTools, copilotTools } from './tool-table.js';

interface ReadContext {
  readonly hook: Hook;
  readonly event: Event;
  /** The event is named in PascalCase. */
  readonly isPascal: boolean;
}

/** Copilot CLI's rule: before a tool call any exit but 0 refuses it; at other events few exits mean something. */
export function readOutput(output: ProcessOutput, context: ReadContext): Ending {
  if (output.exitCode !== 0) return readExit(output, context);
  const { json, text } = parseStdout(output.stdout);
  if (!json) return endingWith({ logs: text ? [text] : [] });
  const { notes = [], ...result } = readers[context.event.name]?.(json, context) ?? {};
  return endingWith({ ...result, notes: [...notes, ...misspeltKeys(json, knownKeys)] });
}

function readExit({ exitCode, stdout, stderr }: ProcessOutput, { hook, event }: ReadContext): Ending {
  const isRefusal = event.name === 'tool.before' || (event.name === 'tool.permission' && exitCode === 2);
  if (isRefusal) {
    const reason = firstText(stderr, tryParseStdout(stdout).text) ?? `hook ${hook.id} exited with code ${exitCode}`;
    return endingWith({ decision: 'deny', reason });
  }
  // What the script of a failed call says goes to the model.
  if (event.name === 'tool.failure' && exitCode === 2 && stderr.trim()) return endingWith({ context: [stderr.trim()] });
  return failed('exit', `exited with code ${exitCode}`, stderr);
}

type ReadAnswer = (json: JsonObject, context: ReadContext) => Partial<Result>;

const permissionWords: Readonly<Record<string, Decision>> = { allow: 'allow', deny: 'deny', ask: 'ask' };

const contextOf = (json: JsonObject): readonly string[] => {
  const text = textField(json, 'additionalContext');
  return text?.trim() ? [text] : [];
};

/** The reason of `decision: "block"`; other decisions mean nothing here. */
function blockReason(json: JsonObject, { hook }: ReadContext): string | undefined {
  if (json['decision'] !== 'block') return undefined;
  return firstText(textField(json, 'reason')) ?? noReason(hook);
}

const readBlock: ReadAnswer = (json, context) => {
  const reason = blockReason(json, context);
  return reason === undefined ? {} : { decision: 'deny', reason };
};

const readContext: ReadAnswer = (json) => ({ context: contextOf(json) });

const readPrompt: ReadAnswer = (json, context) => {
  const prompt = textField(json, 'modifiedPrompt');
  const rewrite: Rewrite | undefined = prompt ? { of: 'prompt', value: prompt } : undefined;
  return { ...(rewrite && { rewrite }), ...readBlock(json, context), ...readContext(json, context) };
};

/** Flat fields count in both spellings; `hookSpecificOutput` only in PascalCase. */
const readToolBefore: ReadAnswer = (json, { hook, event, isPascal }) => {
  const specific = objectField(json, 'hookSpecificOutput') ?? {};
  const answer = isPascal ? { ...json, ...specific } : json;
  const decision = wordField(answer, permissionWords, 'permissionDecision') ?? 'pass';
  const input = objectField(answer, 'modifiedArgs') ?? (isPascal ? objectField(specific, 'updatedInput') : undefined);
  const row = hasCall(event) ? toolRowFor(isPascal ? copilotPascalTools : copilotTools, event.call) : undefined;
  return {
    decision,
    ...reasonFor(decision, firstText(textField(answer, 'permissionDecisionReason')), hook),
    ...(input && { rewrite: { of: 'input', value: fromNativeInput(row, input) } }),
    context: contextOf(json),
    notes: [
      ...ignoredDecision(json),
      ...(!isPascal && Object.keys(specific).length > 0
        ? [`"hookSpecificOutput" is read at PreToolUse, not at ${hook.nativeEvent}: put its fields at the top`]
        : []),
    ],
  };
};

/** A refusal in the words of another event, or of other agents, does not refuse. */
const ignoredDecision = (json: JsonObject): readonly string[] =>
  ['decision', 'continue'].flatMap((name) =>
    json[name] === undefined || json[name] === true
      ? []
      : [`"${name}" means nothing before a tool call: use "permissionDecision"`],
  );

const readPermission: ReadAnswer = (json, { hook }) => {
  const decision = wordField(json, { allow: 'allow', deny: 'deny' } as const, 'behavior') ?? 'pass';
  const reason = firstText(textField(json, 'message'));
  return {
    decision,
    ...reasonFor(decision, reason, hook),
    ...(flagField(json, 'interrupt') && { stop: reason ?? noReason(hook) }),
  };
};

/** A block takes the place of the output, as `modifiedResult` does. */
const readToolAfter: ReadAnswer = (json, context) => {
  const modified = objectField(json, 'modifiedResult', 'modified_result') ?? {};
  const value = blockReason(json, context) ?? textField(modified, 'textResultForLlm', 'text_result_for_llm');
  return { ...(value !== undefined && { rewrite: { of: 'output', value } }), ...readContext(json, context) };
};

const readers: Readonly<Partial<Record<Event['name'], ReadAnswer>>> = {
  'session.start': readContext,
  'prompt.submit': readPrompt,
  'tool.before': readToolBefore,
  'tool.permission': readPermission,
  'tool.after': readToolAfter,
  'tool.failure': readContext,
  'agent.stop': readBlock,
  'subagent.start': readContext,
  'subagent.stop': readBlock,
};

const knownKeys = [
  ...['permissionDecision', 'permissionDecisionReason', 'modifiedArgs', 'additionalContext', 'modifiedPrompt'],
  ...['modifiedTransformedPrompt', 'decision', 'reason', 'modifiedResult', 'behavior', 'message', 'interrupt'],
  ...['hookSpecificOutput', 'continue', 'stopReason', 'systemMessage', 'suppressOutput'],
];
