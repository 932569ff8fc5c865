import assert from 'node:assert/strict';
import type { EventName } from '../../../core/src/contract.js';
import type { Event } from '../../../core/src/event.js';
import type { Hook } from '../../../core/src/hook.js';
import type { Ending } from '../../../core/src/verdict.js';
import type { Codec, HookLoader, LoadedFile } from '../../src/formats/kit/format.js';
import { formatEvent, formatHook, sampleFile } from './format-samples.js';

/** What a hook prints and how it exits. */
export interface SampleOutput {
  readonly exit?: number;
  readonly stdout?: unknown;
  readonly stderr?: string;
}

/** The interpretation of a hook's output in this format and event. For tests. */
export function readSample(codec: Codec, native: string, output: SampleOutput, event?: Event): Ending {
  const name = codec.events[native]?.events[0] as EventName;
  const hook = formatHook({ dialect: codec.name, nativeEvent: native });
  const { exit = 0, stdout = '', stderr = '' } = output;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  return codec.read({ exitCode: exit, stdout: text, stderr }, hook, event ?? formatEvent(name));
}

/** An ending in a few words: the decision and what comes with it. For tests. */
export function endingWords(ending: Ending): string {
  if (ending.kind !== 'done') return ending.kind;
  const { decision, reason, rewrite, stop, context = [], messages = [] } = ending.result;
  const parts = [
    decision,
    ...(reason === undefined ? [] : [`reason ${reason}`]),
    ...(rewrite ? [`rewrites ${rewrite.of} ${JSON.stringify(rewrite.value)}`] : []),
    ...(stop === undefined ? [] : [`stops ${stop}`]),
    ...context.map((text) => `context ${text}`),
    ...messages.map((text) => `message ${text}`),
  ];
  return parts.join(', ');
}

/** A JSON answer with `hookSpecificOutput`. For tests. */
export const specific = (native: string, fields: object, top: object = {}) => ({
  ...top,
  hookSpecificOutput: { hookEventName: native, ...fields },
});

/** The hooks of a file of this content. For tests. */
export const loadSample = (
  loader: HookLoader,
  path: string,
  content: unknown,
  more: Parameters<typeof sampleFile>[2] = {},
): LoadedFile =>
  loader.load(sampleFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 1), more));

/** The one hook of a file without problems. For tests. */
export function onlyHook({ hooks, problems }: LoadedFile): Hook {
  assert.deepEqual(problems, []);
  assert.equal(hooks.length, 1);
  return hooks[0] as Hook;
}
