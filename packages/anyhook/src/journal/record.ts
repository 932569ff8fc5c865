import {
  type CallAlertKind,
  type Caller,
  type Decision,
  type Event,
  type EventName,
  emptyVerdict,
  type Hook,
  type HookReport,
  hasCall,
  type Outcome,
  type Rewrite,
  type Signal,
  type ToolKind,
  type Verdict,
  withoutUndefined,
} from '@anyhook/core';
import type { AuditMark } from './audit-record.js';
import { type DecisionFields, decisionFieldsOf, type RunFields, runFieldsOf } from './fields.js';
import { cutName, cutPath, maxKnown } from './safe-name.js';

/** What answered: the resident engine, or a process for this event. */
export type AnswerSource = 'engine' | 'process';

/** What one hook did, without anything it read or said. */
export interface RunRecord extends RunFields {
  readonly hook: string;
  readonly outcome: Outcome;
  /** Its decision, even if it had no effect. */
  readonly decision: Decision;
  readonly ms: number;
  /** Milliseconds from the arrival of the event to its start; missing if it did not start, and in old journals. */
  readonly from?: number;
  /** The part of `ms` in which it waited for its turn to start a program; missing if it did not wait. */
  readonly waited?: number;
  /** It ran in shadow mode: its decision had no effect. */
  readonly shadow?: true;
  /** How an async hook ended. Never in the journal: added when it is read. */
  readonly ended?: {
    readonly outcome: string;
    readonly ms: number;
    readonly detail?: string;
    readonly exitCode?: number;
    /** The last lines that it wrote. */
    readonly output?: readonly string[];
  };
}

/** One decision without its payload, written before the answer leaves. */
export interface DecisionRecord extends DecisionFields {
  /** Sorts by time; see decision-id.ts. */
  readonly id: string;
  /** Milliseconds since the epoch at which the answer was ready. */
  readonly at: number;
  readonly host: string;
  readonly event: EventName;
  readonly nativeEvent: string;
  readonly session: string;
  readonly caller: Caller;
  readonly tool?: ToolKind;
  /** The agent's own name for the tool; for a task, its ability. */
  readonly toolName?: string;
  /** The agent's id of the tool call. */
  readonly call?: string;
  /** The project's root. */
  readonly root: string;
  readonly cwd: string;
  readonly decision: Decision;
  /** Hash of the loaded hooks; the set itself is stored once. */
  readonly hookSet: string;
  /** The hooks that took part, in order. */
  readonly hooks: readonly RunRecord[];
  readonly ms: number;
  readonly via: AnswerSource;
}

/** What the agent got, byte for byte. */
interface WireRecord {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What one hook said and changed; `at` is its index in `DecisionRecord.hooks`. */
export interface RunDetail {
  readonly at: number;
  readonly reason?: string;
  readonly logs?: readonly string[];
  readonly rewrote?: HookReport['rewrote'];
}

/** What the decision was about. Stored without secrets, and not at all with `payloads: none`. */
export interface DetailRecord {
  readonly id: string;
  /** The native payload; a string if it is not JSON. */
  readonly payload: unknown;
  /** The event in canonical terms, before any rewrite. */
  readonly event: Omit<Event, 'raw'>;
  /** The rewritten part that was sent to the agent. */
  readonly rewrite?: Rewrite;
  readonly reason?: string;
  readonly context: readonly string[];
  readonly messages: readonly string[];
  readonly stop?: string;
  readonly signals: readonly Signal[];
  /** What was dropped or changed, and what the agent does not support. */
  readonly notes: readonly string[];
  readonly hooks: readonly RunDetail[];
  readonly wire: WireRecord;
  /** Some texts were too long and are truncated; each ends in an ellipsis. */
  readonly cut?: true;
}

/** One answered event, as it is passed to the journal. */
export interface AnsweredEvent {
  readonly event: Event;
  readonly verdict: Verdict;
  readonly wire: WireRecord;
  /** From the decoded event to the answer. */
  readonly ms: number;
  readonly root: string;
  readonly hookSet: string;
  readonly via: AnswerSource;
  readonly bytes: number;
  readonly alert?: CallAlertKind;
}

/** The record of an answered event, without its payload. */
export function decisionRecord(answered: AnsweredEvent, id: string, at: number): DecisionRecord {
  const { event, verdict, ms, root, hookSet, via } = answered;
  const call = hasCall(event) ? event.call : undefined;
  return {
    id,
    at,
    host: event.host,
    event: event.name,
    nativeEvent: cutName(event.nativeName),
    session: cutName(event.sessionId),
    caller: event.caller,
    ...(call && { tool: call.kind, toolName: cutName(call.nativeName) }),
    ...(event.name === 'task.create' && { toolName: cutName(event.ability.value) }),
    ...(call?.id !== undefined && { call: cutName(call.id) }),
    root: cutPath(root),
    cwd: cutPath(event.cwd),
    decision: verdict.decision,
    ...decisionFieldsOf(answered),
    hookSet,
    hooks: verdict.hooks.map(runRecord),
    ms: roundMs(ms),
    via,
  };
}

function runRecord(report: HookReport): RunRecord {
  const { hook, outcome, decision, ms, from, waited } = report;
  return {
    hook: hook.id,
    ...{ outcome, decision, ms: roundMs(ms) },
    ...(from !== undefined && { from: roundMs(from) }),
    ...(waited !== undefined && { waited: roundMs(waited) }),
    ...(hook.mode === 'shadow' && { shadow: true }),
    ...runFieldsOf(report),
  };
}

/** `decisionRecord` as JSON, joined by hand: the agent waits for it and most of it is constant. */
export function decisionLine(answered: AnsweredEvent, id: string, at: number, audit?: AuditMark): string {
  const { event, verdict, ms, root, hookSet, via } = answered;
  const call = hasCall(event) ? event.call : undefined;
  let line = `{"v":1,"decision":{"id":"${id}","at":${at},"host":${cachedJson(event.host)},"event":"${event.name}"`;
  line += `,"nativeEvent":${cachedJson(cutName(event.nativeName))},"session":${cachedJson(cutName(event.sessionId))}`;
  line += `,"caller":"${event.caller}"`;
  if (call) line += `,"tool":"${call.kind}","toolName":${cachedJson(cutName(call.nativeName))}`;
  if (event.name === 'task.create') line += `,"toolName":${cachedJson(cutName(event.ability.value))}`;
  if (call?.id !== undefined) line += `,"call":${JSON.stringify(cutName(call.id))}`;
  line += `,"root":${cachedJson(cutPath(root))},"cwd":${cachedJson(cutPath(event.cwd))}`;
  line += `,"decision":"${verdict.decision}"`;
  for (const [name, value] of Object.entries(decisionFieldsOf(answered)))
    line += `,"${name}":${typeof value === 'string' ? cachedJson(value) : JSON.stringify(value)}`;
  line += `,"hookSet":"${hookSet}","hooks":[`;
  for (const [i, report] of verdict.hooks.entries()) line += i === 0 ? runLine(report) : `,${runLine(report)}`;
  return `${line}],"ms":${roundMs(ms)},"via":"${via}"}${audit ? auditPart(audit) : ''}}\n`;
}

/** The mark of a machine is the same object for all of its decisions. */
let lastMark: { readonly audit: AuditMark; readonly text: string } | undefined;

function auditPart(audit: AuditMark): string {
  if (lastMark?.audit !== audit) lastMark = { audit, text: `,"audit":${JSON.stringify(audit)}` };
  return lastMark.text;
}

function runLine(report: HookReport): string {
  const { hook, outcome, decision, ms, from, waited } = report;
  if (hook.mode === 'shadow' || hasFields(runFieldsOf(report))) return JSON.stringify(runRecord(report));
  let line = `{"hook":${cachedJson(hook.id)},"outcome":"${outcome}","decision":"${decision}","ms":${roundMs(ms)}`;
  if (from !== undefined) line += `,"from":${roundMs(from)}`;
  if (waited !== undefined) line += `,"waited":${roundMs(waited)}`;
  return `${line}}`;
}

function hasFields(fields: object): boolean {
  for (const _name in fields) return true;
  return false;
}

/** The names of an event, as its record has them. */
export type NamesOfEvent = Pick<DecisionRecord, (typeof nameFields)[number]>;

/** The names of an event that is not decided yet, without tokens. */
export function namesOfEvent(event: Event): NamesOfEvent {
  const nothing = {
    verdict: emptyVerdict,
    wire: noWire,
    ms: 0,
    root: '',
    hookSet: '',
    via: 'engine',
    bytes: 0,
  } as const;
  const record = decisionRecord({ event, ...nothing }, '', 0);
  const found = nameFields.flatMap((name) => (name in record ? [[name, record[name]]] : []));
  return Object.fromEntries(found) as NamesOfEvent;
}

const nameFields = [
  ...(['host', 'event', 'nativeEvent', 'session', 'tool', 'toolName', 'call', 'cwd', 'agent', 'parent'] as const),
];

const noWire: WireRecord = { stdout: '', stderr: '', exitCode: 0 };

/** JSON of frequent strings. Bounded, because some are untrusted. */
const jsonCache = new Map<string, string>();

function cachedJson(text: string): string {
  let found = jsonCache.get(text);
  if (found === undefined) {
    found = JSON.stringify(text);
    if (jsonCache.size >= maxKnown) jsonCache.clear();
    jsonCache.set(text, found);
  }
  return found;
}

const roundMs = (ms: number): number => Math.round(ms * 1_000) / 1_000;

/** The details of an answered event. Never write them to a file before secrets are removed. */
export function detailRecord({ event, verdict, wire }: AnsweredEvent, id: string): DetailRecord {
  const { raw, ...rest } = event;
  const { rewrite, reason, context, messages, stop, signals, notes, hooks } = verdict;
  return {
    id,
    payload: raw,
    event: rest as Omit<Event, 'raw'>,
    ...withoutUndefined({ rewrite, reason }),
    ...{ context, messages, ...(stop !== undefined && { stop }), signals, notes },
    hooks: hooks.flatMap(runDetails),
    wire: { stdout: wire.stdout, stderr: wire.stderr, exitCode: wire.exitCode },
  };
}

function runDetails({ reason, logs, rewrote }: HookReport, at: number): readonly RunDetail[] {
  if (reason === undefined && !logs && !rewrote) return [];
  return [{ at, ...withoutUndefined({ reason, logs, rewrote }) }];
}

/** A hook of a set: what matching needs, and how it runs. Arguments and environment are not stored. */
export interface RecordedHook extends Omit<Hook, 'handler' | 'files' | 'description'> {
  readonly handler: { readonly kind: Hook['handler']['kind']; readonly what: string };
  /** Why it does not run although it is loaded. */
  readonly idle?: string;
}

/** The hooks that were loaded when a decision was made. */
export interface HookSet {
  readonly hash: string;
  readonly hooks: readonly RecordedHook[];
}

export type SpoolLine =
  /** `audit`: the decision belongs into the audit of an organisation. */
  | { readonly v: 1; readonly decision: DecisionRecord; readonly audit?: AuditMark }
  /** So many audit decisions could not be written for lack of space. */
  | { readonly v: 1; readonly lost: number; readonly audit: AuditMark }
  | { readonly v: 1; readonly detail: DetailRecord }
  | { readonly v: 1; readonly set: HookSet };
