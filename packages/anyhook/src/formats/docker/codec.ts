import {
  contractOf,
  type Decision,
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  objectOf,
  quoteValue,
  type Rewrite,
  type ToolInput,
  toolRowFor,
} from '@anyhook/core';
import type { Codec, ProcessOutput } from '../kit/format.js';
import {
  BadOutput,
  endingWith,
  failOnBadOutput,
  firstField,
  firstText,
  flagField,
  type JsonObject,
  looseText,
  misspeltKeys,
  noReason,
  objectField,
  parseStdout,
  type RewriteFields,
  reasonFor,
  strayRewrites,
  strongestDecision,
  textField,
  tryParseStdout,
  wordField,
} from '../kit/hook-output.js';
import { dockerEvents } from './events.js';
import { dockerInput } from './stdin.js';
import { checkStrictOutput } from './strict-output.js';
import { dockerMcpName, dockerTools } from './tools.js';

/** Hooks as docker-agent runs them. */
const docker: Codec = {
  name: 'docker',
  events: dockerEvents,
  tools: dockerTools,
  mcpName: dockerMcpName,
  singlePath: true,
  isEchoed: true,
  stdin: dockerInput,
  async fillText(text, event, hook) {
    // Only prompts to a model and one builtin need it.
    const { fillTemplate, parseTemplate } = await import('./template.js');
    const template = parseTemplate(text);
    return 'problem' in template ? text : fillTemplate(template, dockerInput(event, hook));
  },
  env: () => ({}),
  read: (output, hook, event) => failOnBadOutput(output, () => read(output, hook, event)),
};

/** Events at which docker-agent ignores the output of hooks. */
const unreadEvents: readonly string[] = ['turn_end', 'after_compaction'];

function read(output: ProcessOutput, hook: Hook, event: Event): Ending {
  if (unreadEvents.includes(hook.nativeEvent) && (output.exitCode === 0 || output.exitCode === 2))
    return endingWith({ logs: nonBlankList(output.stdout.trim()) });
  if (output.exitCode === 2) {
    const { json = {}, text } = tryParseStdout(output.stdout);
    return endingWith({ decision: 'deny', reason: firstText(output.stderr, reasonOf(json), text) ?? noReason(hook) });
  }
  if (output.exitCode !== 0) return failed('exit', `exited with code ${output.exitCode}`, output.stderr);
  const { json, text } = parseStdout(output.stdout);
  if (hasMark(hook, 'strict')) checkStrictOutput(json, text, hook);
  if (json) return readJson(json, hook, event);
  if (!text) return endingWith({});
  return docker.events[hook.nativeEvent]?.context ? endingWith({ context: [text] }) : endingWith({ logs: [text] });
}

/** `decision` can only block; to allow or to ask, hooks use `permission_decision`. */
const decisionWords: Readonly<Record<string, Decision>> = {
  block: 'deny',
  deny: 'deny',
  approve: 'pass',
  allow: 'pass',
  ask: 'pass',
};
const permissionWords: Readonly<Record<string, Decision>> = { allow: 'allow', deny: 'deny', ask: 'ask' };

const decisionHint = 'it knows only "block"; use "permission_decision" of "hook_specific_output"';

function readJson(json: JsonObject, hook: Hook, event: Event): Ending {
  const specific = objectField(json, 'hook_specific_output', 'hookSpecificOutput') ?? {};
  const continues = flagField(json, 'continue') ?? true;
  const isStopping = !continues && docker.events[hook.nativeEvent]?.blocks !== false;
  const topDecision = wordField(json, decisionWords, 'decision');
  const decision = strongestDecision(
    topDecision,
    wordField(specific, permissionWords, 'permission_decision', 'permissionDecision'),
    // docker-agent does not run a call when a hook stops the agent.
    isStopping ? 'deny' : 'pass',
  );
  const reason = reasonOf(json);
  const isGuard = hasMark(hook, 'guard');
  const isAdvice = decision === 'allow' && (advisoryEvents.includes(hook.nativeEvent) || isGuard);
  const rewrite = rewriteOf(specific, event);
  const notes = [
    ...(isGuard && rewrite ? ['docker-agent reads no rewrite of an entry with "preempt_yolo": left out'] : []),
    ...(isAdvice ? [`"permission_decision": "allow" decides nothing at ${hook.nativeEvent} before approval`] : []),
    ...(isGiven(specific['metadata']) ? ['"metadata" is for the prompt of docker-agent itself: left out'] : []),
    ...(topDecision === 'pass'
      ? [`"decision": ${quoteValue(json['decision'])} is not a verdict: ${decisionHint}`]
      : []),
    ...(continues || isStopping ? [] : [`"continue": false does not stop the agent at ${hook.nativeEvent}: left out`]),
  ];
  return endingWith({
    decision: isAdvice ? 'pass' : decision,
    ...reasonFor(isAdvice ? 'pass' : decision, reason, hook),
    rewrite: isGuard ? undefined : rewrite,
    context: [
      ...nonBlankList(textField(specific, 'additional_context', 'additionalContext')),
      ...instructionTexts(specific),
    ],
    messages: nonBlankList(textField(json, 'system_message', 'systemMessage')),
    stop: isStopping ? (reason ?? noReason(hook)) : undefined,
    notes: [
      ...notes,
      ...strayRewrites(specific, rewriteFields, event),
      ...misspeltKeys(json, topKeys),
      ...misspeltKeys(specific, specificKeys),
    ],
  });
}

/** Events before approval, where an allow has no effect. */
const advisoryEvents: readonly string[] = ['tool_guard', 'tool_input_transform'];

const isGiven = (value: unknown): boolean => Object.keys(objectOf(value) ?? {}).length > 0;

/** The texts of `instruction_context`, which later versions have next to the plain context. */
function instructionTexts(specific: JsonObject): readonly string[] {
  const list = firstField(specific, 'instruction_context', 'instructionContext');
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new BadOutput('"instruction_context" must be a list');
  return list.flatMap((item: unknown) => nonBlankList(textField(objectOf(item) ?? {}, 'content')));
}

function reasonOf(json: JsonObject): string | undefined {
  const specific = objectOf(firstField(json, 'hook_specific_output', 'hookSpecificOutput')) ?? {};
  return firstText(
    looseText(specific, 'permission_decision_reason', 'permissionDecisionReason'),
    looseText(json, 'reason'),
    looseText(json, 'stop_reason', 'stopReason'),
  );
}

const nonBlankList = (text: string | undefined): readonly string[] => (text?.trim() ? [text] : []);

const rewriteFields = {
  input: ['updated_input', 'updatedInput'],
  output: [
    ...['updated_output', 'updatedOutput', 'updated_tool_output', 'updatedToolOutput'],
    ...['updated_tool_response', 'updatedToolResponse'],
  ],
  prompt: ['updated_prompt', 'updatedPrompt'],
  messages: ['updated_messages', 'updatedMessages'],
  summary: ['summary'],
} as const satisfies RewriteFields;

const bothCases = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [name, name.replace(/_[a-z]/g, (part) => part.slice(1).toUpperCase())]);
const topKeys = bothCases([
  ...['continue', 'stop_reason', 'suppress_output', 'system_message', 'decision', 'reason', 'hook_specific_output'],
]);
const specificKeys = bothCases([
  ...['hook_event_name', 'permission_decision', 'permission_decision_reason', 'additional_context'],
  ...['instruction_context', 'metadata'],
  ...Object.values(rewriteFields).flat(),
]);

function rewriteOf(specific: JsonObject, event: Event): Rewrite | undefined {
  const part = contractOf(event.name).rewrites;
  switch (part) {
    case 'input': {
      const value = objectField(specific, ...rewriteFields.input);
      return value && { of: 'input', value: canonicalInput(value, event) };
    }
    case 'messages': {
      const value = messagesField(specific);
      return value && { of: 'messages', value };
    }
    case 'output':
    case 'prompt': {
      const value = textField(specific, ...rewriteFields[part]);
      return value === undefined ? undefined : { of: part, value };
    }
    case 'summary': {
      const value = textField(specific, ...rewriteFields.summary);
      return value ? { of: 'summary', value } : undefined;
    }
    case false:
      return undefined;
  }
}

/** The fields that the hook gave, with canonical names. */
function canonicalInput(updated: ToolInput, event: Event): ToolInput {
  if (!hasCall(event)) return updated;
  const { kind, input } = event.call;
  // A call with a list of edits keeps the list; a single edit becomes the call's own fields.
  if (kind === 'edit' && Object.hasOwn(input, 'edits')) return updated;
  const value = fromNativeInput(toolRowFor(dockerTools, event.call), updated);
  if (kind === 'edit' && Object.hasOwn(value, 'edits'))
    throw new BadOutput(
      '"updated_input.edits" must hold exactly one edit {oldText, newText}, because the call is one edit',
    );
  return value;
}

/** The messages as the hook gave them, with all their fields. An empty list is not a rewrite. */
function messagesField(specific: JsonObject): readonly { role: string; content: unknown }[] | undefined {
  const value = firstField(specific, ...rewriteFields.messages);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new BadOutput('"updated_messages" must be a list of messages');
  if (value.length === 0) return undefined;
  return value.map((message: unknown) => {
    const { role, content, ...rest } = objectOf(message) ?? {};
    if (typeof role !== 'string') throw new BadOutput('each of "updated_messages" must have a "role"');
    return { ...rest, role, content };
  });
}

export const dockerCodec = (): Codec => docker;

/** Settings of an entry beyond the fields of a hook: `strict`, its output is checked; `guard`, its allow has no effect. */
export type EntryMark = 'strict' | 'guard';

/** The marks of an entry as the hook's flavour; undefined if it has none. */
export const flavourOf = (marks: readonly EntryMark[]): string | undefined =>
  marks.length === 0 ? undefined : marks.join('+');

export const hasMark = ({ flavour }: Pick<Hook, 'flavour'>, mark: EntryMark): boolean =>
  flavour?.split('+').includes(mark) ?? false;
