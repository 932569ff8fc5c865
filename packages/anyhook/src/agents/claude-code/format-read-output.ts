import {
  broken,
  type Decision,
  type Ending,
  type Event,
  type ExitRule,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  isObject,
  objectOf,
  parseObject,
  type Result,
  type Rewrite,
  toolRowFor,
} from '@anyhook/core';
import { claudeOnly, ownKeys, requestKeys, topKeys } from '../../../.cache/agents/claude-code/tables.js';
import { claudeHookTools, jsonText } from '../../formats/kit/claude-payload.js';
import { findFault } from '../../formats/kit/find-fault.js';
import type { FormatEvent, ProcessOutput } from '../../formats/kit/format.js';
import {
  BadOutput,
  endingWith,
  firstField,
  firstText,
  flagField,
  type JsonObject,
  misspeltKeys,
  noReason,
  objectField,
  parseStdout,
  type RewriteFields,
  reasonFor,
  reasonsIn,
  strayRewrites,
  strongestDecision,
  textField,
  tryParseStdout,
  wordField,
} from '../../formats/kit/hook-output.js';

/** What a reader needs besides the output. */
interface ReadContext {
  readonly hook: Hook;
  readonly event: Event;
  readonly row: FormatEvent;
  readonly exitRule: ExitRule;
}

/**
 * Claude Code's own rule: exit 2 blocks, other exits warn, and JSON is read at any exit code; `continue: false` stops
 * the agent. Where JSON breaks its schema, Claude Code goes on even at exit 2; here exit 2 blocks.
 */
export function readSettings(output: ProcessOutput, context: ReadContext): Ending {
  const { exitCode, stdout, stderr } = output;
  const { json, text } = exitCode === 0 ? parseStdout(stdout) : tryParseStdout(stdout);
  if (!json) {
    if (exitCode === 2)
      return endingWith({ decision: 'deny', reason: firstText(stderr, text) ?? noReason(context.hook) });
    return exitCode === 0 ? readPlainText(text, context) : failureOf(output, context);
  }
  if (exitCode !== 2) return answerOf(json, resultOf(json, context), output, context);
  const said = tryResultOf(json, context);
  const reason = firstText(stderr, looseReason(json)) ?? noReason(context.hook);
  if (!said) return endingWith({ decision: 'deny', reason });
  return answerOf(json, said.decision === 'deny' ? said : { ...said, decision: 'deny', reason }, output, context);
}

/** The effects of the JSON, including `continue` and `systemMessage`. */
function answerOf(json: JsonObject, said: Result, { exitCode }: ProcessOutput, { hook, event }: ReadContext): Ending {
  const hasStop = flagField(json, 'continue') === false;
  // A denied call needs no stop, and after a failed one there is nothing left to stop.
  const stops = hasStop && event.name !== 'tool.failure' && !(event.name === 'tool.before' && said.decision === 'deny');
  const text = firstText(textField(json, 'stopReason'), textField(json, 'systemMessage')) ?? noReason(hook);
  // A stop discards a submitted prompt; a tool call that has started still happens.
  const dropsPrompt = stops && event.name === 'prompt.submit' && said.decision === 'pass';
  const letsStop = stops && (event.name === 'agent.stop' || event.name === 'subagent.stop');
  const isUnsure = exitCode !== 0 && said.decision === 'allow';
  return endingWith({
    ...said,
    ...(dropsPrompt && { decision: 'deny', reason: text }),
    ...((letsStop || isUnsure) && { decision: 'pass', reason: undefined }),
    messages: messagesOf(json),
    stop: stops ? text : said.stop,
    notes: [
      ...(said.notes ?? []),
      ...(exitCode === 0 || said.decision === 'deny' || said.decision === 'ask'
        ? []
        : [`exited with code ${exitCode}${isUnsure ? ', so its allow is ignored' : ''}`]),
    ],
  });
}

function messagesOf(json: JsonObject): readonly string[] {
  const message = firstField(json, 'systemMessage');
  return typeof message === 'string' && message.trim() !== '' ? [message] : [];
}

/** Undefined if the JSON breaks its schema. */
function tryResultOf(json: JsonObject, context: ReadContext): Result | undefined {
  try {
    return resultOf(json, context);
  } catch (error) {
    if (error instanceof BadOutput) return undefined;
    throw error;
  }
}

/**
 * The plugin rule: where the event may block, any exit but 0 and `continue: false` do; JSON is read at any exit code. A
 * broken script did not decide, unless the rule says that it counts as well.
 */
export function readPlugin(output: ProcessOutput, context: ReadContext): Ending {
  const { json, text } = output.exitCode === 0 ? parseStdout(output.stdout) : tryParseStdout(output.stdout);
  const fault = context.exitRule === 'seed' ? undefined : findFault(output, context.hook);
  if (fault && !(json && decides(json, context))) return broken(fault, output.stderr);
  const message = json && textField(json, 'systemMessage');
  const denies = (json && flagField(json, 'continue') === false) || (output.exitCode !== 0 && context.row.blocks);
  if (denies) {
    const fallback = output.exitCode === 0 ? noReason(context.hook) : `exited with code ${output.exitCode}`;
    const reason = firstText(message, looseReason(json ?? {}), output.stderr, text) ?? fallback;
    return endingWith({ decision: 'deny', reason });
  }
  if (!json) return output.exitCode === 0 ? readPlainText(text, context) : exitFailure(output);
  const result = resultOf(json, context);
  // A block without its own reason also gives its message to the model.
  const isReason = result.decision === 'deny' && result.reason === noReason(context.hook) && message?.trim();
  return endingWith({
    ...result,
    ...(isReason && { reason: message?.trim() }),
    messages: message?.trim() && !isReason ? [message] : [],
    notes: [...(result.notes ?? []), ...(output.exitCode === 0 ? [] : [`exited with code ${output.exitCode}`])],
  });
}

/** Did the hook deny or ask before it broke? */
const decides = (json: JsonObject, context: ReadContext): boolean =>
  flagField(json, 'continue') === false || ['deny', 'ask'].includes(resultOf(json, context).decision);

/** Claude Code goes on at any exit but 2. A broken script is reported with its repair. */
function failureOf(output: ProcessOutput, { hook }: ReadContext): Ending {
  const fault = findFault(output, hook);
  return fault ? broken(fault, output.stderr) : exitFailure(output);
}

const exitFailure = (output: ProcessOutput): Ending =>
  failed('exit', `exited with code ${output.exitCode}`, output.stderr);

/** Plain text is context at two events, and a log entry at the others. */
function readPlainText(text: string, { event, row }: ReadContext): Ending {
  if (!text) return endingWith({});
  const notes = row.blocks && hasLateDecision(text) ? [lateDecisionNote] : [];
  return event.name === 'session.start' || event.name === 'prompt.submit'
    ? endingWith({ context: [text], notes })
    : endingWith({ logs: [text], notes });
}

const lateDecisionNote =
  'its output is not JSON from its start, so the decision in it was not read: print the JSON only, and other text on stderr';

/** Does a text end with a JSON object that contains a decision? Only its last lines are checked. */
function hasLateDecision(text: string): boolean {
  if (!text.endsWith('}')) return false;
  const tail = text.slice(-64 * 1024);
  const starts = [...tail.matchAll(/^[ \t]*\{/gm)].slice(-50);
  return starts.some(({ index }) => {
    const json = parseObject(tail.slice(index));
    const specific = objectOf(json?.['hookSpecificOutput']);
    return (
      json?.['continue'] === false ||
      [json?.['decision'], specific?.['permissionDecision'], specific?.['decision']].some(Boolean)
    );
  });
}

const legacyWords: Readonly<Record<string, Decision>> = { block: 'deny', approve: 'allow' };
const behaviours: Readonly<Record<string, Decision>> = { allow: 'allow', deny: 'deny' };
// `defer` leaves the decision to another program; the nearest decision here is to ask.
const permissionWords: Readonly<Record<string, Decision>> = {
  allow: 'allow',
  deny: 'deny',
  ask: 'ask',
  defer: 'ask',
};

/** The effects of the JSON besides `continue` and `systemMessage`. */
function resultOf(json: JsonObject, { hook, event }: ReadContext): Result {
  const specific = objectField(json, 'hookSpecificOutput') ?? {};
  const name = textField(specific, 'hookEventName');
  if (name !== undefined && name !== hook.nativeEvent)
    throw new BadOutput(`"hookEventName" must be "${hook.nativeEvent}", got "${name}"`);
  const request = event.name === 'tool.permission' ? (objectField(specific, 'decision') ?? {}) : {};
  const decision = strongestDecision(
    wordField(json, legacyWords, 'decision'),
    wordField(specific, permissionWords, 'permissionDecision'),
    wordField(request, behaviours, 'behavior'),
  );
  const reason = firstText(textField(request, 'message'), looseReason(json));
  const rewrite = rewriteOf(specific, event);
  const context = textField(specific, 'additionalContext');
  return {
    decision,
    ...reasonFor(decision, reason, hook),
    ...(rewrite && { rewrite }),
    ...(context?.trim() && { context: [context] }),
    ...(flagField(request, 'interrupt') && { stop: reason ?? noReason(hook) }),
    notes: [
      ...strayRewrites({ ...request, ...specific }, rewriteFields, event),
      ...claudeOnlyNotes(specific, request),
      ...misspeltKeys(json, topKeys),
      ...misspeltKeys(specific, specificKeys),
      ...misspeltKeys(request, requestKeys),
    ],
  };
}

const rewriteFields = {
  input: ['updatedInput'],
  output: ['updatedToolOutput', 'updatedMCPToolOutput'],
} as const satisfies RewriteFields;

const specificKeys = [...ownKeys, ...Object.values(rewriteFields).flat(), ...claudeOnly];

function claudeOnlyNotes(...parts: readonly JsonObject[]): readonly string[] {
  const given = claudeOnly.filter((name) => parts.some((part) => firstField(part, name) !== undefined));
  return given.map((name) => `"${name}" can only be done by Claude Code itself: left out`);
}

function rewriteOf(specific: JsonObject, event: Event): Rewrite | undefined {
  if (event.name === 'tool.before') {
    const value = objectField(specific, 'updatedInput');
    return (
      value && {
        of: 'input',
        value: hasCall(event) ? fromNativeInput(toolRowFor(claudeHookTools, event.call), value) : value,
      }
    );
  }
  if (event.name !== 'tool.after') return undefined;
  const output = firstField(specific, ...rewriteFields.output);
  return output === undefined ? undefined : { of: 'output', value: outputText(output) };
}

/** A tool's structured output as text. */
function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  if (typeof output !== 'object' || output === null) return jsonText(output);
  const { stdout, stderr, content, result, file } = output as JsonObject;
  if (typeof stdout === 'string') return typeof stderr === 'string' && stderr ? `${stdout}\n${stderr}` : stdout;
  const candidates = [content, blocksText(content), blocksText(output), isObject(file) && file['content'], result];
  return candidates.find((text) => typeof text === 'string') ?? jsonText(output);
}

/** The texts in a list of content blocks; undefined for any other value. */
function blocksText(blocks: unknown): string | undefined {
  if (!Array.isArray(blocks)) return undefined;
  const texts = blocks.flatMap((block) =>
    isObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  return texts.length > 0 ? texts.join('\n') : undefined;
}

const looseReason = (json: JsonObject): string | undefined => firstText(...reasonsIn(json));
