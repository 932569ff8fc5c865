import { type EventName, now, parseObject } from '@anyhook/core';
import { pagesOf } from '../journal/pages.js';
import type { DecisionFilter, Journal } from '../journal/query.js';
import type { DecisionRecord } from '../journal/record.js';
import { parseSpoolLine } from '../journal/store/parse-line.js';
import { connectToEngine } from '../resident/engine-client.js';
import { createFrameReader, encodeFrame, fieldTags, frameKinds } from '../resident/protocol.js';
import { isTelemetryOn, type TelemetryConfig } from '../telemetry/settings.js';
import { telemetryEvents } from '../telemetry/taxonomy.js';
import type { BegunEvent, WatchNews } from './engine-watch.js';

export interface LiveOptions {
  readonly state: string;
  /** Missing if it cannot be opened: then decisions come only from the engine. */
  readonly journal?: Journal | undefined;
  readonly filter?: DecisionFilter;
  readonly decided: (records: readonly DecisionRecord[]) => void;
  /** An event has been open for a while, or the hooks that it waits for changed. */
  readonly begun?: ((event: BegunEvent) => void) | undefined;
  readonly ended?: ((n: number) => void) | undefined;
  /** Whether an engine is watched; if not, decisions come from the journal, and open events are unknown. */
  readonly engine?: (isWatched: boolean) => void;
  /** The journal cannot be read; called once for each text, and with undefined when it can be read again. */
  readonly trouble?: (text: string | undefined) => void;
}

export interface LiveDecisions {
  /** Marks decisions as already shown. */
  know(records: readonly DecisionRecord[]): void;
  close(): void;
}

/** How often to read the journal: without an engine for all decisions, else for those of other processes. */
const pollMs = { alone: 250, watched: 1_000 } as const;
/** A line of one process may arrive after newer lines of another. */
export const maxDelayMs = 5_000;
/** Recent decisions that are in the journal at the start and are not passed on. */
const maxKnown = 50_000;

/** Passes each new decision on once: from the engine when it is written, from the journal what the engine did not send. */
export function followLive(options: LiveOptions): LiveDecisions {
  const { state, journal, filter = {}, decided, begun, ended, engine, trouble } = options;
  const seen = new Map<string, number>();
  let checkedUpTo = now();
  let watch: ReturnType<typeof watchEngine>;
  let isWatched = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let lastTrouble: string | undefined;

  const know = (records: readonly DecisionRecord[]) => {
    for (const { id, at } of records) seen.set(id, at);
  };
  const notify = (records: readonly DecisionRecord[]) => {
    const fresh = records.filter((record) => !seen.has(record.id) && matchesFilter(record, filter));
    know(records);
    if (fresh.length > 0) decided(fresh);
  };
  const news = (lines: readonly string[]) => {
    if (!isWatched) {
      isWatched = true;
      engine?.(true);
      // Decisions from before the engine was watched.
      pollNow('all');
    }
    notify(lines.flatMap((line) => decisionOf(line, { begun, ended }) ?? []));
  };
  const watchEnded = () => {
    watch = undefined;
    // An engine that never sent anything is tried again at the next poll, not at once.
    if (isClosed || !isWatched) return;
    isWatched = false;
    engine?.(false);
    pollNow('all');
  };
  const readJournal = (which: 'all' | 'process') => {
    const began = now();
    journal?.refresh(which === 'process' ? which : undefined);
    const since = Math.max(filter.since ?? 0, checkedUpTo - maxDelayMs);
    const wanted: DecisionFilter = { ...filter, since, ...(which === 'process' && { via: 'process' }) };
    if (journal) for (const page of pagesOf(journal, wanted, 'oldest')) notify(page);
    checkedUpTo = began;
  };
  const reportTrouble = (text: string | undefined) => {
    if (text !== lastTrouble) trouble?.(text);
    lastTrouble = text;
  };
  const pollNow = (which: 'all' | 'process') => {
    clearTimeout(timer);
    if (isClosed) return;
    try {
      readJournal(which);
      reportTrouble(undefined);
    } catch (error) {
      reportTrouble((error as Error).message);
    }
    for (const [id, at] of seen) if (at < checkedUpTo - 2 * maxDelayMs) seen.delete(id);
    watch ??= watchEngine(state, { news, ended: watchEnded });
    timer = setTimeout(() => pollNow(isWatched ? 'process' : 'all'), isWatched ? pollMs.watched : pollMs.alone);
  };
  know(journal?.list({ ...filter, since: checkedUpTo - maxDelayMs }, { limit: maxKnown }) ?? []);
  timer = setTimeout(() => pollNow('all'), 0);

  return {
    know,
    close() {
      isClosed = true;
      clearTimeout(timer);
      watch?.close();
    },
  };
}

/** The decision in a line of news; other news goes to its handler. */
function decisionOf(line: string, { begun, ended }: Pick<LiveOptions, 'begun' | 'ended'>): DecisionRecord | undefined {
  if (line.startsWith('{"v":')) {
    const parsed = parseSpoolLine(line);
    return parsed && 'decision' in parsed ? parsed.decision : undefined;
  }
  const one = parseObject(line) as WatchNews | undefined;
  if (one && 'begun' in one) begun?.(one.begun);
  else if (one) ended?.(one.ended);
  return undefined;
}

/** Can a decision that may not be in the journal yet match a filter? */
export function matchesFilter(record: DecisionRecord, filter: DecisionFilter): boolean {
  const { root, session, host: agent, event, tool, decision, hook, via, shadow, since, until } = filter;
  const is = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value;
  return (
    is(root, record.root) &&
    is(session, record.session) &&
    is(agent, record.host) &&
    is(event, record.event) &&
    is(decision, record.decision) &&
    is(via, record.via) &&
    (tool === undefined || record.tool === tool || record.toolName === tool) &&
    tookPart(record, hook, shadow) &&
    record.at >= (since ?? 0) &&
    record.at < (until ?? Number.POSITIVE_INFINITY)
  );
}

function tookPart({ hooks }: DecisionRecord, hook: string | undefined, shadow: boolean | undefined): boolean {
  if (hook === undefined && !shadow) return true;
  return hooks.some((run) => (hook === undefined || run.hook === hook) && (!shadow || run.shadow === true));
}

const allRecorded: readonly EventName[] = Object.values(telemetryEvents).flatMap(({ covers }) => [...covers]);

/** The events that telemetry records for agents without telemetry by default; none if telemetry is off. */
export const recordedEvents = (telemetry: TelemetryConfig | 'on' | undefined): readonly EventName[] =>
  telemetry === 'on' || isTelemetryOn(telemetry, false) ? allRecorded : [];

interface WatchHandlers {
  /** Gets lines of JSON; the first call, perhaps without lines, means that the engine is now watched. */
  readonly news: (lines: readonly string[]) => void;
  /** The connection is closed, or the engine cannot be watched; called once. */
  readonly ended: () => void;
}

/** Watches the running engine of a state folder. Never starts one; undefined if there is none. */
export function watchEngine(state: string, { news, ended }: WatchHandlers): { close(): void } | undefined {
  const socket = connectToEngine(state);
  if (!socket) return undefined;
  const reader = createFrameReader();
  socket.on('error', () => socket.destroy());
  socket.on('close', ended);
  socket.on('connect', () => socket.write(encodeFrame(frameKinds.watch, 1)));
  socket.on('data', (chunk) => {
    const { frames, problem } = reader.push(chunk);
    for (const { kind, fields } of frames) {
      // An engine of an earlier version declines.
      if (kind !== frameKinds.news) return void socket.destroy();
      const text = fields.get(fieldTags.json)?.toString('utf8') ?? '';
      news(text.split('\n').filter((line) => line !== ''));
    }
    if (problem !== undefined) socket.destroy();
  });
  return { close: () => void socket.destroy() };
}
