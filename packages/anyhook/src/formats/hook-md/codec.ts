import {
  deny,
  done,
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  nearestWord,
  pass,
  type Result,
  type Rewrite,
  toolRowFor,
} from '@anyhook/core';
import type { Codec, ProcessOutput } from '../kit/format.js';
import {
  BadOutput,
  failOnBadOutput,
  firstField,
  firstText,
  isDeeper,
  type JsonObject,
  misspeltKeys,
  noReason,
  objectField,
  parseStdout,
  textField,
  wordField,
} from '../kit/hook-output.js';
import { events } from './events.js';
import { hookMdStdin, mcpName } from './stdin.js';
import { tools } from './tools.js';

/** The protocol of the scripts in HOOK.md folders. */
const hookMd: Codec = {
  name: 'hook-md',
  events,
  tools,
  mcpName,
  singlePath: true,
  priorityOverScopes: true,
  readsSteps: true,
  // The format's own sample guard greps for `"command": "`; without the space it would let everything pass.
  indent: 2,
  stdin: hookMdStdin,
  env: (event, hook) => ({ ANYHOOK_EVENT: event.name, ANYHOOK_HOOK_ID: hook.id, ANYHOOK_HOST: event.host }),
  read: (output, hook, event) => failOnBadOutput(output, () => read(output, hook, event)),
};

const decisions = { allow: 'allow', deny: 'deny', ask: 'ask' } as const;
/** The new input, by the name of the format and that of its reference implementation; the first present one counts. */
const inputKeys = ['updated_input', 'modified_input'];
const keys = ['decision', 'reason', 'log', ...inputKeys, 'additional_context'];
const maxLevels = 100;

function read(output: ProcessOutput, hook: Hook, event: Event): Ending {
  const { exitCode, stdout, stderr } = output;
  if (exitCode === 2) return done(deny(firstText(stderr) ?? noReason(hook)));
  if (exitCode !== 0) return failed('exit', `exit code ${exitCode}`, stderr);
  const { json, text } = parseStdout(stdout);
  if (json) return done(toResult(json, hook, event, stderr));
  if (text === '') return done(pass());
  throw new BadOutput('stdout must be empty or one JSON object; print anything else to stderr');
}

function toResult(json: JsonObject, hook: Hook, event: Event, stderr: string): Result {
  if (isDeeper(json, maxLevels)) throw new BadOutput(`stdout is nested more than ${maxLevels} levels deep`);
  const decision = wordField(json, decisions, 'decision') ?? 'pass';
  const blocks = decision === 'deny' || decision === 'ask';
  const reason = textField(json, 'reason') ?? (blocks ? (firstText(stderr) ?? noReason(hook)) : undefined);
  const context = textListField(json, 'additional_context');
  const logs = textListField(json, 'log');
  const { rewrite, dropped } = readRewrite(json, event);
  // An allow is about the new input; if that cannot be read, the allow says nothing about the original input.
  const isAllowVoid = decision === 'allow' && (dropped !== undefined || misspellsInput(json));
  const notes = [
    ...misspeltKeys(json, keys),
    ...(dropped ? [dropped] : []),
    ...(inputKeys.every((key) => firstField(json, key) !== undefined) ? [bothInputsNote] : []),
    ...(isAllowVoid ? [voidAllowNote] : []),
  ];
  return {
    decision: isAllowVoid ? 'pass' : decision,
    ...(reason !== undefined && { reason }),
    ...(context.length > 0 && { context }),
    ...(logs.length > 0 && { logs }),
    ...(rewrite && { rewrite }),
    ...(notes.length > 0 && { notes }),
  };
}

const bothInputsNote = '"updated_input" and "modified_input" mean the same: "updated_input" is used';
const voidAllowNote = 'its "allow" is ignored: it was about the input that the hook wanted to set';

/** Is there an unknown key that looks like a new input? */
const misspellsInput = (json: JsonObject): boolean =>
  Object.keys(json).some((key) => !keys.includes(key) && inputKeys.includes(nearestWord(key, keys) ?? ''));

function textListField(json: JsonObject, name: string): readonly string[] {
  const value = firstField(json, name);
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (list.some((item) => typeof item !== 'string'))
    throw new BadOutput(`"${name}" must be a string or a list of strings`);
  return (list as string[]).filter((text) => text.trim() !== '');
}

/** The part that the new input replaces at this event, or why it replaces nothing. */
function readRewrite(json: JsonObject, event: Event): { readonly rewrite?: Rewrite; readonly dropped?: string } {
  const key = inputKeys.find((name) => firstField(json, name) !== undefined);
  const updated = key && objectField(json, key);
  if (!updated) return {};
  const dropped = (why: string) => ({ dropped: `"${key}" ${why}: dropped` });
  if (event.name === 'prompt.submit') {
    const prompt = textField(updated, 'prompt');
    return prompt === undefined ? dropped('names no "prompt"') : { rewrite: { of: 'prompt', value: prompt } };
  }
  if (event.name !== 'tool.before') return dropped(`has no effect on ${event.name}`);
  const value = fromNativeInput(toolRowFor(tools, event.call), updated);
  if (event.call.kind === 'edit' && Object.hasOwn(value, 'edit'))
    return dropped('holds an "edit" that is not one {old, new}, and a call carries one edit');
  return Object.keys(value).length === 0 ? {} : { rewrite: { of: 'input', value } };
}

export const hookMdCodec = (): Codec => hookMd;
