import { isDeepStrictEqual } from 'node:util';
import { formatNamed, formatNames } from '../../packages/anyhook/src/formats/index.js';
import { formatEvent, formatHook } from '../../packages/anyhook/test/support/format-samples.js';
import type { EventName } from '../../packages/core/src/contract.js';
import type { Ending } from '../../packages/core/src/verdict.js';
import { mutated, mutatedText, oddText } from '../generated-values.js';
import { expectCleanPrototypes, expectThat, type FuzzPart } from '../part.js';

/** What a hook of a format printed at an event. */
export interface HookOutputCase {
  readonly format: string;
  /** The hook's event, named as its format names it. */
  readonly nativeEvent: string;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Hook outputs in all formats. */
const answers: readonly object[] = [
  { decision: 'block', reason: 'no' },
  { decision: 'deny', reason: 'no' },
  { decision: 'approve' },
  { continue: false, stopReason: 'enough' },
  { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' } },
  { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls' } } },
  { hook_specific_output: { permission_decision: 'deny', permission_decision_reason: 'no' } },
  { hook_specific_output: { updated_input: { command: 'ls' } } },
  { status: 'blocked', block_reason: 'no', signals: [{ kind: 'x', code: 'y', payload: {} }] },
  { updated_input: { command: 'ls' }, context: 'more', system_message: 'hear' },
  { action: 'deny', message: 'no' },
  { additionalContext: 'more', systemMessage: 'hear' },
  { permission: 'deny', agent_message: 'no', user_message: 'hear' },
  { followup_message: 'go on', additional_context: 'more', updated_mcp_tool_output: { a: 1 } },
  { decision: 'force_ask', reason: 'sure?', injectSteps: [{ ephemeralMessage: 'more' }, { toolCall: {} }] },
];
const nativeEvents = formatNames().flatMap((format) =>
  Object.keys(formatNamed(format).events).map((nativeEvent) => ({ format, nativeEvent })),
);

/** Any hook output is read without an error, and reformatting its whitespace does not change its meaning. */
export const hookOutput: FuzzPart<HookOutputCase> = {
  name: 'hook-output',
  make(random) {
    const json = JSON.stringify(mutated(random, random.pick(answers), 0.1));
    const kind = random.below(10);
    const stdout = kind < 7 ? json : kind < 8 ? mutatedText(random, json) : oddText(random);
    return {
      ...random.pick(nativeEvents),
      exitCode: random.pick([0, 0, 0, 1, 2, 127, 255]),
      stdout,
      stderr: random.chance(0.5) ? '' : oddText(random),
    };
  },
  check(one) {
    const ending = endingOf(one);
    const spaced = spacedJson(one.stdout);
    if (spaced !== undefined)
      expectThat(
        effectOf(endingOf({ ...one, stdout: spaced })) === effectOf(ending),
        `${one.format} ${one.nativeEvent}: whitespace changes the meaning of ${one.stdout}`,
      );
    expectCleanPrototypes();
  },
};

function endingOf({ format, nativeEvent, exitCode, stdout, stderr }: HookOutputCase): Ending {
  const codec = formatNamed(format);
  const name: EventName = codec.events[nativeEvent]?.events[0] ?? 'other';
  const hook = formatHook({ dialect: format, nativeEvent, events: [name] });
  return codec.read({ exitCode, stdout, stderr }, hook, formatEvent(name));
}

const effectOf = (ending: Ending): string =>
  ending.kind === 'done' ? `${ending.result.decision} ${ending.result.stop !== undefined}` : ending.kind;

/** The same JSON object with different whitespace; undefined if the text is not one, or has a number that JSON cannot write again. */
function spacedJson(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const spaced = JSON.stringify(value, null, 4);
    return isDeepStrictEqual(JSON.parse(spaced), value) ? `\n ${spaced}\n\n` : undefined;
  } catch {
    return undefined;
  }
}
