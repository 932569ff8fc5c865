import {
  AnyhookError,
  type Event,
  type EventName,
  eventNames,
  isEventName,
  nearestWord,
  quoteValue,
  showHidden,
  type ToolMap,
  toolKinds,
  type Verdict,
  visibleJson,
  withoutUndefined,
} from '@anyhook/core';
import { type Agent, type Capability, type DecodeContext, verdictEffects, type Wire } from '../agent.js';
import { payloadObject, reasonOf } from '../kit/codec.js';
import { objectValue, textValue } from '../kit/json-fields.js';
import { makeEvent } from './event.js';

const allExact: Capability = Object.fromEntries(verdictEffects.map((effect) => [effect, 'exact']));

/** anyhook's own protocol: canonical events come in, the verdict goes out unchanged. */
export const canonical: Agent = {
  name: 'anyhook',
  title: 'anyhook',
  documentedOnly: false,
  events: Object.fromEntries(eventNames.map((name) => [name, name])),
  tools: Object.fromEntries(Object.keys(toolKinds).map((kind) => [kind, { kind }])) as ToolMap,
  capabilities: Object.fromEntries(eventNames.map((name) => [name, allExact])),
  contextLimit: Number.MAX_SAFE_INTEGER,
  isProtocol: true,
  decode,
  encode,
  nativeInput: (_event, input) => input,
};

function decode(words: unknown, context: DecodeContext): Event {
  const payload = payloadObject('anyhook', words);
  const event = makeEvent({
    name: eventName(payload['event'] ?? payload['name'] ?? context.event),
    cwd: textValue(payload['cwd']) || context.cwd,
    now: context.now,
    ...withoutUndefined({
      tool: textValue(payload['tool']),
      input: objectValue(payload['input']),
      prompt: textValue(payload['prompt']),
      data: objectValue(payload['data']),
      sessionId: textValue(payload['sessionId']),
    }),
  });
  return { ...event, raw: payload };
}

function eventName(name: unknown): EventName {
  if (typeof name === 'string' && isEventName(name)) return name;
  const near = typeof name === 'string' ? nearestWord(name, eventNames) : undefined;
  const hint = near ? `did you mean "${near}"?` : `known events: ${eventNames.join(', ')}`;
  throw new AnyhookError('UNKNOWN_EVENT', `anyhook: expected the name of an event, got ${quoteValue(name)}; ${hint}`);
}

function encode(_event: Event, verdict: Verdict): Wire {
  const { decision, context, messages, signals, notes, stop, rewrite } = verdict;
  const denied = decision === 'deny';
  const reason = denied ? reasonOf(verdict) : verdict.reason;
  let stdout: string | undefined;
  return {
    // Programs that fire events themselves take the verdict: the text is only made when it is read.
    get stdout() {
      stdout ??= visibleJson({
        decision,
        ...withoutUndefined({ reason, rewrite, stop }),
        ...Object.fromEntries(
          Object.entries({ context, messages, signals, notes }).filter(([, list]) => list.length > 0),
        ),
      });
      return stdout;
    },
    stderr: denied ? showHidden(reason ?? '') : '',
    exitCode: denied ? 2 : 0,
  };
}
