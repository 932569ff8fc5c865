import { type Decision, isEventName, isObject, parseObject, quoteValue } from '@anyhook/core';
import type { DecisionRecord, DetailRecord } from '../journal/record.js';

/** One recorded event: the decision, and its details if they were kept. */
export interface RecordedEvent {
  readonly decision: DecisionRecord;
  readonly detail?: DetailRecord;
}

/** The first line of a recording. */
interface RecordingHeader {
  readonly anyhook: 'recording';
  readonly version: 1;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The version of anyhook. */
  readonly madeBy: string;
  /** Home folder of the user who recorded the events. */
  readonly home: string;
}

export const headerLine = (header: Omit<RecordingHeader, 'anyhook' | 'version'>): string =>
  JSON.stringify({ anyhook: 'recording', version: 1, ...header } satisfies RecordingHeader);

export const eventLine = ({ decision, detail }: RecordedEvent): string =>
  JSON.stringify({ decision, ...(detail && { detail }) });

/** Parses the header; returns a problem as text if that fails. */
export function readHeader(text: string): RecordingHeader | string {
  const value = parseObject(text);
  if (value?.['anyhook'] !== 'recording') return `expected the header of a recording, got ${quoteValue(text)}`;
  if (value['version'] !== 1)
    return `expected a recording of version 1, got ${quoteValue(value['version'])}: a newer anyhook wrote it; update this one`;
  return { ...value, home: stringOrEmpty(value['home']) } as RecordingHeader;
}

/** Parses the event of a line; returns a problem as text if that fails. */
export function readEventLine(text: string): RecordedEvent | string {
  const value = parseObject(text);
  if (!value) return `expected a JSON object, got ${quoteValue(text)}`;
  const { decision, detail } = value;
  const problem = decisionProblem(decision);
  if (problem !== undefined) return problem;
  if (detail !== undefined && !isObject(detail)) return `"detail": expected an object, got ${quoteValue(detail)}`;
  for (const list of ['notes', 'hooks'])
    if (detail?.[list] !== undefined && !Array.isArray(detail[list]))
      return `"detail.${list}": expected a list, got ${quoteValue(detail[list])}`;
  return {
    decision: decision as DecisionRecord,
    ...(isObject(detail) && { detail: detail as unknown as DetailRecord }),
  };
}

const decisions: readonly Decision[] = ['pass', 'allow', 'ask', 'deny'];
const stringFields = ['id', 'host', 'event', 'nativeEvent', 'session', 'root', 'cwd'] as const;

function decisionProblem(decision: unknown): string | undefined {
  if (!isObject(decision)) return `"decision": expected an object, got ${quoteValue(decision)}`;
  const badField = stringFields.find((key) => typeof decision[key] !== 'string');
  if (badField) return `"decision.${badField}": expected a string, got ${quoteValue(decision[badField])}`;
  if (!isEventName(stringOrEmpty(decision['event'])))
    return `"decision.event": expected the name of an event, got ${quoteValue(decision['event'])}`;
  if (!decisions.includes(decision['decision'] as Decision))
    return `"decision.decision": expected one of ${decisions.join(', ')}, got ${quoteValue(decision['decision'])}`;
  const { at, hooks } = decision;
  if (typeof at !== 'number' || !(Math.abs(at) <= maxTimeMs))
    return `"decision.at": expected milliseconds since the epoch, got ${quoteValue(at)}`;
  return Array.isArray(hooks) && hooks.every(isRunRecord)
    ? undefined
    : `"decision.hooks": expected a list of runs, got ${quoteValue(hooks)}`;
}

/** The latest time that a Date can represent. */
const maxTimeMs = 8.64e15;

const isRunRecord = (run: unknown): boolean =>
  isObject(run) &&
  typeof run['hook'] === 'string' &&
  decisions.includes(run['decision'] as Decision) &&
  (run['gave'] === undefined || Array.isArray(run['gave']));

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
