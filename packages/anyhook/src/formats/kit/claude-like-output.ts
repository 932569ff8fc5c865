import {
  type Decision,
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  quoteValue,
  type Result,
  type ToolMap,
  toolRowFor,
} from '@anyhook/core';
import type { ProcessOutput } from './format.js';
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
  reasonFor,
  reasonsIn,
  strongestDecision,
  textField,
  tryParseStdout,
} from './hook-output.js';

/**
 * The effect of an answer at an event; none by default. `deny`: it blocks. `replace`: its reason replaces the tool's
 * output. `stop`: the agent ends. `fail`: the agent calls the hook failed and goes on.
 */
type AnswerEffect = 'deny' | 'replace' | 'stop' | 'fail';

/** The possible answers of an agent's hooks at one of its events. */
interface AnswerRow {
  /** Exit code 2. */
  readonly exit2?: AnswerEffect;
  /** `decision: "block"`. */
  readonly block?: AnswerEffect;
  /** `continue: false`. */
  readonly halt?: AnswerEffect;
  /** `additionalContext` reaches the model. */
  readonly context?: true;
  /** Text that is not JSON reaches the model. */
  readonly plainText?: true;
  /** `updatedInput` always applies, or only with an allow, which then has no other effect. */
  readonly rewrite?: 'always' | 'with allow';
  /** Fields that make the hook fail. */
  readonly refuses?: readonly string[];
}

/** How an agent whose hooks answer as Claude's do reads their answers. */
export interface AnswerRules {
  readonly agent: string;
  readonly tools: ToolMap;
  readonly events: Readonly<Record<string, AnswerRow>>;
  /** Exit code 2 blocks only with a text on stderr. */
  readonly exit2NeedsText?: true;
  /** A deny counts only with a reason. */
  readonly denyNeedsReason?: true;
  /** JSON is read at every exit code but 2, not only at 0. */
  readonly readsJsonAtAnyExit?: true;
  /** An unknown field makes the hook fail. */
  readonly refusesUnknownKeys?: true;
  /** Words of `decision`, and their meaning. */
  readonly decisions: Readonly<Record<string, Decision | 'fail'>>;
  /** Words of `permissionDecision`, and their meaning. */
  readonly permissions: Readonly<Record<string, Decision | 'fail'>>;
}

interface AnswerContext {
  readonly hook: Hook;
  readonly event: Event;
  readonly rules: AnswerRules;
  readonly row: AnswerRow;
}

/** Reads a hook's answer, by the rules of its agent. */
export function readAnswer(output: ProcessOutput, hook: Hook, event: Event, rules: AnswerRules): Ending {
  const row = Object.hasOwn(rules.events, hook.nativeEvent) ? rules.events[hook.nativeEvent] : undefined;
  const context = { hook, event, rules, row: row ?? {} };
  return failOnBadOutput(output, () =>
    output.exitCode === 2 ? readExit2(output, context) : readJson(output, context),
  );
}

function readExit2({ stdout, stderr }: ProcessOutput, context: AnswerContext): Ending {
  const { rules, row, hook } = context;
  if (rules.exit2NeedsText && stderr.trim() === '')
    return failed('exit', `exited with code 2 and said nothing on stderr: ${rules.agent} treats that as a failure`, '');
  const { json = {}, text } = tryParseStdout(stdout);
  const reason = firstText(stderr, ...reasonsIn(json), text) ?? noReason(hook);
  const effects = effectOf(row.exit2, reason);
  return effects ? endingWith(effects) : failed('exit', 'exited with code 2, which blocks nothing here', stderr);
}

/** The result of an effect; undefined for none. */
function effectOf(effect: AnswerEffect | undefined, reason: string): Partial<Result> | undefined {
  if (effect === 'deny') return { decision: 'deny', reason };
  // Where an agent cannot replace the output, its model still reads the reason.
  if (effect === 'replace') return { decision: 'deny', reason, rewrite: { of: 'output', value: reason } };
  return effect === 'stop' ? { stop: reason } : undefined;
}

function readJson(output: ProcessOutput, context: AnswerContext): Ending {
  const { exitCode, stdout, stderr } = output;
  const { rules, row } = context;
  const exitFailure = () => failed('exit', `exited with code ${exitCode}`, stderr);
  if (exitCode !== 0 && !rules.readsJsonAtAnyExit) return exitFailure();
  const { json, text } = exitCode === 0 ? parseStdout(stdout) : tryParseStdout(stdout);
  if (json) {
    const result = resultOf(json, context);
    const decides = result.decision === 'deny' || result.decision === 'ask' || result.stop !== undefined;
    return exitCode === 0 || decides ? endingWith(result) : exitFailure();
  }
  if (exitCode !== 0) return exitFailure();
  if (!text) return endingWith({});
  return endingWith(row.plainText ? { context: [text] } : { logs: [text] });
}

function resultOf(json: JsonObject, context: AnswerContext): Partial<Result> {
  const { hook, event, rules, row } = context;
  if (rules.refusesUnknownKeys) refuseUnknownKeys(json, rules.agent);
  const refused = row.refuses?.find((name) => firstField(json, name) !== undefined);
  if (refused !== undefined) throw new BadOutput(`${rules.agent} treats "${refused}" as a failure here`);
  const specific = objectField(json, 'hookSpecificOutput') ?? {};
  const request = event.name === 'tool.permission' ? (objectField(specific, 'decision') ?? {}) : {};
  const given = {
    decision: wordOf(json, 'decision', rules.decisions, rules.agent),
    permission: wordOf(specific, 'permissionDecision', rules.permissions, rules.agent),
    behavior: wordOf(request, 'behavior', behaviours, rules.agent),
  };
  const reason = firstText(looseText(request, 'message'), ...reasonsIn(json));
  const permission = event.name === 'tool.before' ? given.permission : undefined;
  if (rules.denyNeedsReason && [given.decision, permission].includes('deny') && reason === undefined)
    throw new BadOutput(`${rules.agent} treats a deny without a reason as a failure`);
  const halts = flagField(json, 'continue') === false;
  if (halts && row.halt === 'fail') throw new BadOutput(`${rules.agent} treats "continue": false as a failure here`);
  const blocked = given.decision === 'deny' ? effectOf(row.block, reason ?? noReason(hook)) : undefined;
  const stopReason = firstText(textField(json, 'stopReason'), reason) ?? noReason(hook);
  const halted = halts ? effectOf(row.halt, stopReason) : undefined;
  const decision = strongestDecision(
    blocked?.decision,
    halted?.decision,
    row.rewrite === 'with allow' && permission === 'allow' ? undefined : permission,
    given.behavior,
    // An allow has no row: it is the default where the event is not a permission request.
    given.decision === 'allow' && event.name === 'tool.before' ? 'allow' : undefined,
  );
  const updated = objectField(specific, 'updatedInput');
  if (row.rewrite === 'with allow' && (permission === 'allow') !== (updated !== undefined))
    throw new BadOutput(`${rules.agent} takes "updatedInput" and "permissionDecision": "allow" only together`);
  const rewrite = inputRewrite(updated, context) ?? blocked?.rewrite ?? halted?.rewrite;
  const added = textField(specific, 'additionalContext');
  const message = textField(json, 'systemMessage');
  const stop = halted?.stop ?? blocked?.stop;
  const notes = [
    ...(given.decision === 'deny' && !blocked ? [`"decision" has no effect at ${hook.nativeEvent}: left out`] : []),
    ...(halts && !halted ? [`"continue": false has no effect at ${hook.nativeEvent}: left out`] : []),
    ...(added?.trim() && !row.context ? [`"additionalContext" is not read at ${hook.nativeEvent}: left out`] : []),
    ...(updated && row.rewrite === undefined ? [`"updatedInput" is not read at ${hook.nativeEvent}: left out`] : []),
    ...misspeltKeys(json, topKeys),
    ...misspeltKeys(specific, specificKeys),
  ];
  return {
    decision,
    ...reasonFor(decision, decision === 'deny' ? (halted?.reason ?? reason) : reason, hook),
    ...(rewrite && { rewrite }),
    ...(added?.trim() && row.context && { context: [added] }),
    ...(message?.trim() && { messages: [message] }),
    ...(stop !== undefined && { stop }),
    notes,
  };
}

function inputRewrite(value: JsonObject | undefined, { event, row, rules }: AnswerContext) {
  if (!value || row.rewrite === undefined || event.name !== 'tool.before' || !hasCall(event)) return undefined;
  return { of: 'input', value: fromNativeInput(toolRowFor(rules.tools, event.call), value) } as const;
}

const behaviours: AnswerRules['decisions'] = { allow: 'allow', deny: 'deny' };

/** The meaning of a word; an unknown word makes the hook fail. */
function wordOf(json: JsonObject, name: string, words: AnswerRules['decisions'], agent: string): Decision | undefined {
  const value = firstField(json, name);
  if (value === undefined) return undefined;
  const meaning = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : 'fail';
  if (meaning !== 'fail') return meaning;
  const known = Object.keys(words).filter((word) => words[word] !== 'fail');
  throw new BadOutput(`"${name}" must be one of ${known.join(', ')} for ${agent}, got ${quoteValue(value)}`);
}

const topKeys = [
  ...['continue', 'stopReason', 'suppressOutput', 'systemMessage', 'decision', 'reason', 'hookSpecificOutput'],
];
const specificKeys = [
  ...['hookEventName', 'permissionDecision', 'permissionDecisionReason', 'additionalContext', 'updatedInput'],
  ...['decision', 'updatedMCPToolOutput'],
];

function refuseUnknownKeys(json: JsonObject, agent: string): void {
  const specific = objectField(json, 'hookSpecificOutput') ?? {};
  const strays = [
    ...Object.keys(json).filter((key) => !topKeys.includes(key)),
    ...Object.keys(specific).filter((key) => !specificKeys.includes(key)),
  ];
  if (strays.length > 0)
    throw new BadOutput(`${agent} refuses an answer with a field that it does not know: "${strays.join('", "')}"`);
}
