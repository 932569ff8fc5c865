import { type Decision, type Hook, nearestWord, objectOf, quoteValue, type Signal } from '@anyhook/core';
import { describeSignal } from '../kit/describe-signal.js';
import { BadOutput, firstField, firstText, type JsonObject, strongestDecision } from '../kit/hook-output.js';
import { type AbilityEventType, signalKinds } from './events.js';

/** The combined meaning of one hook's signals. */
interface SignalSummary {
  readonly decision: Decision;
  readonly reasons: readonly string[];
  readonly context: readonly string[];
  readonly signals: readonly Signal[];
  readonly notes: readonly string[];
}

/** Reads `hook_signals`. A signal that the event does not accept, or with an unknown shape, is dropped with a note. */
export function readSignals(rawSignals: readonly unknown[], hook: Hook): SignalSummary {
  const kinds = signalKinds[hook.nativeEvent as AbilityEventType] ?? [];
  if (kinds.length === 0) {
    const notes = rawSignals.length > 0 ? [`${hook.nativeEvent} takes no signals: ${rawSignals.length} dropped`] : [];
    return { decision: 'pass', reasons: [], context: [], signals: [], notes };
  }
  const notes: string[] = [];
  const signals = rawSignals.flatMap((one) => readSignal(one, kinds, hook, notes));
  const opinions = signals.map((signal) => opinionOf(signal));
  const decision = strongestDecision(...opinions.map((opinion) => opinion.decision));
  const unreadable = opinions.find((opinion) => opinion.problem);
  // A clear denial counts even if another signal is invalid.
  if (unreadable?.problem && unreadable.isDecision && decision !== 'deny' && decision !== 'ask')
    throw new BadOutput(unreadable.problem);
  return {
    decision,
    reasons: signals.flatMap((signal, i) =>
      opinions[i]?.decision === decision ? reasonOf(signal, hook, decision) : [],
    ),
    context: signals.flatMap((signal) => (isHint(signal) ? [describeSignal(signal)] : [])),
    signals,
    notes: [...notes, ...opinions.flatMap((opinion) => opinion.problem ?? [])],
  };
}

const isHint = ({ kind }: Signal): boolean => kind === 'routing_hint' || kind === 'normalized_intent';

function readSignal(rawSignal: unknown, kinds: readonly string[], hook: Hook, notes: string[]): readonly Signal[] {
  if (typeof rawSignal !== 'object' || rawSignal === null || Array.isArray(rawSignal)) {
    notes.push(`a signal must be an object, got ${quoteValue(rawSignal)}: dropped`);
    return [];
  }
  const json = rawSignal as JsonObject;
  const kind = firstField(json, 'kind');
  if (typeof kind !== 'string' || !kinds.includes(kind)) {
    notes.push(
      `a signal of kind ${quoteValue(kind)} has no effect on ${hook.nativeEvent}, only ${kinds.join(', ')}: dropped`,
    );
    return [];
  }
  const severity = firstField(json, 'severity');
  const hasSeverity = severity === 'info' || severity === 'warning' || severity === 'error';
  if (severity !== undefined && !hasSeverity)
    notes.push(`a signal's severity must be info, warning or error, got ${quoteValue(severity)}: left out`);
  const source = firstField(json, 'source_event');
  if (source !== undefined && source !== hook.nativeEvent)
    notes.push(`a signal names ${quoteValue(source)} as its event, it came from ${hook.nativeEvent}: corrected`);
  const [code, id] = [firstField(json, 'code'), firstField(json, 'hook_id')];
  return [
    {
      source_event: hook.nativeEvent,
      hook_id: typeof id === 'string' && id !== '' ? id : hook.id,
      kind,
      code: typeof code === 'string' ? code : '',
      ...(hasSeverity && { severity }),
      payload: firstField(json, 'payload') ?? null,
    },
  ];
}

interface SignalOpinion {
  readonly decision: Decision;
  /** Why the code is invalid. */
  readonly problem?: string;
  /** The signal was meant as a decision: ignoring it would let the call pass. */
  readonly isDecision?: boolean;
}

const codes: Readonly<Record<string, Readonly<Record<string, Decision>>>> = {
  ability_guard: {
    ABILITY_DENIED: 'deny',
    ABILITY_UNAVAILABLE: 'deny',
    ABILITY_ALLOWED: 'allow',
    ABILITY_AVAILABLE: 'pass',
  },
  ability_preflight: {
    ABILITY_DENIED: 'deny',
    ABILITY_UNAVAILABLE: 'deny',
    ABILITY_AVAILABLE: 'allow',
    ABILITY_ALLOWED: 'allow',
  },
};

function opinionOf({ kind, code, severity, payload }: Signal): SignalOpinion {
  const decisions = codes[kind];
  if (!decisions) return { decision: 'pass' };
  if (code.endsWith('_REQUIRES_HUMAN') || payloadOf(payload)['require_human'] === true) return { decision: 'ask' };
  const decision = Object.hasOwn(decisions, code) ? decisions[code] : undefined;
  if (decision) return { decision };
  const knownCodes = [...Object.keys(decisions), 'ABILITY_REQUIRES_HUMAN'];
  const near = nearestWord(code, knownCodes);
  const problem = `a signal's code must be one of ${knownCodes.join(', ')}, got ${quoteValue(code)}${near ? `; did you mean ${near}?` : ''}`;
  return { decision: 'pass', problem, isDecision: severity === 'error' || near !== undefined || code === '' };
}

function reasonOf({ code, payload }: Signal, hook: Hook, decision: Decision): readonly string[] {
  const { reason, suggestion } = payloadOf(payload);
  const text = firstText([reason, suggestion].filter((part) => typeof part === 'string').join('\n'));
  if (text) return [text];
  return decision === 'deny' || decision === 'ask' ? [`${code} from hook ${hook.id}, which gave no reason`] : [];
}

const payloadOf = (payload: unknown): JsonObject => objectOf(payload) ?? {};
