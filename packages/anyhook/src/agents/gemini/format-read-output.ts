import {
  type Decision,
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  objectOf,
  parseJson,
  quoteValue,
  type Result,
  type Rewrite,
  toolRowFor,
} from '@anyhook/core';
import { isDeeper, misspeltKeys } from '../../formats/kit/check-output.js';
import type { ProcessOutput } from '../../formats/kit/format.js';
import { endingWith, firstField, firstText, type JsonObject, noReason } from '../../formats/kit/hook-output.js';
import { geminiTools } from './tool-table.js';

interface ReadContext {
  readonly hook: Hook;
  readonly event: Event;
}

const maxLevels = 200;

/**
 * Gemini CLI's rule: JSON on stdout, or on stderr if stdout is empty, counts at any exit code. Any other text blocks if
 * the exit code is neither 0 nor 1; without a text nothing blocks.
 */
export function readOutput(output: ProcessOutput, context: ReadContext): Ending {
  const { exitCode, stderr } = output;
  const text = output.stdout.trim() || stderr.trim();
  const json = jsonOf(text);
  if (json && isDeeper(json, maxLevels))
    return failed('bad-output', `its JSON is nested more than ${maxLevels} levels deep`, stderr);
  if (json) return readJson(json, context);
  if (exitCode === 0) return endingWith({ messages: text ? [text] : [] });
  if (exitCode === 1 || !text) {
    const detail = text ? 'exited with code 1' : `exited with code ${exitCode} and said nothing, which blocks nothing`;
    return failed('exit', detail, stderr);
  }
  return endingWith(refusal(text, context));
}

/** The object in a text; a text of JSON may hold the JSON of the object. */
function jsonOf(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return objectOf(typeof value === 'string' ? parseJson(value) : value);
}

/** At most events a refusal denies; after a tool call its reason takes the place of the output. */
const refusal = (reason: string, { event }: ReadContext): Partial<Result> =>
  event.name === 'tool.after' ? { rewrite: { of: 'output', value: reason } } : { decision: 'deny', reason };

const decisions: Readonly<Record<string, Decision>> = {
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  // It is the default, and skips no question of Gemini CLI.
  allow: 'pass',
  approve: 'pass',
};

function readJson(json: JsonObject, context: ReadContext): Ending {
  const { hook, event } = context;
  const specific = objectOf(firstField(json, 'hookSpecificOutput')) ?? {};
  const given = firstField(json, 'decision');
  const decision = typeof given === 'string' && Object.hasOwn(decisions, given) ? decisions[given] : undefined;
  const reason = firstText(textOf(json, 'stopReason'), textOf(json, 'reason')) ?? noReason(hook);
  const message = textOf(json, 'systemMessage');
  const added = textOf(specific, 'additionalContext');
  const stops = firstField(json, 'continue') === false && hook.nativeEvent !== 'SessionStart';
  const answer: Partial<Result> =
    decision === 'deny' ? refusal(reason, context) : decision === 'ask' ? { decision, reason } : {};
  return endingWith({
    rewrite: rewriteOf(specific, event),
    ...answer,
    context: added?.trim() ? [added] : [],
    messages: message?.trim() ? [message] : [],
    stop: stops ? reason : undefined,
    notes: [
      ...(given !== undefined && decision === undefined
        ? [`"decision": ${quoteValue(given)} means nothing: expected one of ${Object.keys(decisions).join(', ')}`]
        : []),
      ...leftOutNotes(specific),
      ...misspeltKeys(json, topKeys),
      ...misspeltKeys(specific, specificKeys),
    ],
  });
}

/** A text field; a value of another type is ignored, as Gemini CLI does. */
function textOf(json: JsonObject, name: string): string | undefined {
  const value = firstField(json, name);
  return typeof value === 'string' ? value : undefined;
}

/** Fields that only Gemini CLI itself can carry out. */
const geminiOnly = ['clearContext', 'tailToolCallRequest', 'toolConfig', 'llm_response'];
const topKeys = [
  ...['continue', 'stopReason', 'suppressOutput', 'systemMessage', 'decision', 'reason', 'hookSpecificOutput'],
];
const specificKeys = ['hookEventName', 'additionalContext', 'tool_input', 'llm_request', ...geminiOnly];

const leftOutNotes = (specific: JsonObject): readonly string[] =>
  geminiOnly
    .filter((name) => firstField(specific, name) !== undefined)
    .map((name) => `"${name}" can only be done by Gemini CLI itself: left out`);

function rewriteOf(specific: JsonObject, event: Event): Rewrite | undefined {
  if (event.name === 'tool.before') {
    const { __proto__: _proto, ...value } = objectOf(firstField(specific, 'tool_input')) ?? {};
    if (Object.keys(value).length === 0 || !hasCall(event)) return undefined;
    return { of: 'input', value: fromNativeInput(toolRowFor(geminiTools, event.call), value) };
  }
  if (event.name !== 'model.before') return undefined;
  const messages = objectOf(firstField(specific, 'llm_request'))?.['messages'];
  if (!Array.isArray(messages)) return undefined;
  const value = messages.flatMap((message) => {
    const { role, content } = objectOf(message) ?? {};
    return typeof role === 'string' ? [{ role, content }] : [];
  });
  return value.length > 0 ? { of: 'messages', value } : undefined;
}
