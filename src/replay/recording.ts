import { type Decision, isEventName } from '../core/contract.js';
import { show } from '../core/errors.js';
import { isObject, parseObject } from '../core/json.js';
import type { DecisionRecord, DetailRecord } from '../records/journal/record.js';

/** One recorded event: what was decided, and what it was about where that was kept. */
export interface RecordedEvent {
  readonly decision: DecisionRecord;
  readonly detail?: DetailRecord;
}

/** The first line of a recording. */
export interface Header {
  readonly anyhook: 'recording';
  readonly version: 1;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Of anyhook. */
  readonly madeBy: string;
  /** Home folder of the user whose events these are. */
  readonly home: string;
}

export const headerLine = (header: Omit<Header, 'anyhook' | 'version'>): string =>
  JSON.stringify({ anyhook: 'recording', version: 1, ...header } satisfies Header);

export const recordedLine = ({ decision, detail }: RecordedEvent): string =>
  JSON.stringify({ decision, ...(detail && { detail }) });

/** The header that a text is; a text that says what is wrong otherwise. */
export function readHeader(text: string): Header | string {
  const value = parseObject(text);
  if (value?.['anyhook'] !== 'recording') return `expected the header of a recording, got ${show(text)}`;
  if (value['version'] !== 1)
    return `expected a recording of version 1, got ${show(value['version'])}: a newer anyhook made it, update this one`;
  return { ...value, home: textOf(value['home']) } as Header;
}

/** The event of a line; a text that says what is wrong otherwise. */
export function readRecorded(text: string): RecordedEvent | string {
  const value = parseObject(text);
  if (!value) return `expected a JSON object, got ${show(text)}`;
  const { decision, detail } = value;
  const wrong = wrongDecision(decision);
  if (wrong !== undefined) return wrong;
  if (detail !== undefined && !isObject(detail)) return `"detail": expected an object, got ${show(detail)}`;
  for (const list of ['notes', 'hooks'])
    if (detail?.[list] !== undefined && !Array.isArray(detail[list]))
      return `"detail.${list}": expected a list, got ${show(detail[list])}`;
  return {
    decision: decision as DecisionRecord,
    ...(isObject(detail) && { detail: detail as unknown as DetailRecord }),
  };
}

const decisions: readonly Decision[] = ['pass', 'allow', 'ask', 'deny'];
const texts = ['id', 'host', 'event', 'nativeEvent', 'session', 'root', 'cwd'] as const;

function wrongDecision(decision: unknown): string | undefined {
  if (!isObject(decision)) return `"decision": expected an object, got ${show(decision)}`;
  const bad = texts.find((key) => typeof decision[key] !== 'string');
  if (bad) return `"decision.${bad}": expected a text, got ${show(decision[bad])}`;
  if (!isEventName(textOf(decision['event'])))
    return `"decision.event": expected the name of an event, got ${show(decision['event'])}`;
  if (!decisions.includes(decision['decision'] as Decision))
    return `"decision.decision": expected one of ${decisions.join(', ')}, got ${show(decision['decision'])}`;
  const { at, hooks } = decision;
  if (typeof at !== 'number' || !(Math.abs(at) <= lastTime))
    return `"decision.at": expected milliseconds since the epoch, got ${show(at)}`;
  return Array.isArray(hooks) && hooks.every(isRun)
    ? undefined
    : `"decision.hooks": expected a list of runs, got ${show(hooks)}`;
}

/** The last time that a date can hold. */
const lastTime = 8.64e15;

const isRun = (run: unknown): boolean =>
  isObject(run) &&
  typeof run['hook'] === 'string' &&
  decisions.includes(run['decision'] as Decision) &&
  (run['gave'] === undefined || Array.isArray(run['gave']));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
