import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileStamp, listFolder, now, ticks } from '@anyhook/core';
import { followLive, maxDelayMs } from '../answer/live-decisions.js';
import { decisionNumber, decisionTime } from '../journal/decision-id.js';
import { decisionSubject } from '../journal/decision-subject.js';
import type { Journal } from '../journal/query.js';
import type { DecisionRecord } from '../journal/record.js';
import { controlEngine } from '../resident/control-engine.js';
import { rowOf, rowsOf } from './decision-rows.js';
import { pageHeaders } from './page-headers.js';
import type { ApprovalView, LiveMessage } from './page-types.js';

interface LiveStreamOptions {
  readonly state: string;
  readonly journal: Journal | undefined;
  /** Why there is no journal. */
  readonly trouble: string | undefined;
  /** The calls that wait for a person. */
  readonly pending: () => readonly ApprovalView[];
  /** The folder of these calls: it changes when they do. */
  readonly approvalsFolder: string;
  /** The last decision that the page has, if it reconnects. */
  readonly after: string | undefined;
}

/** Decisions at the start, and the limit for a page that reconnects: as many as it keeps. */
const firstRows = 400;
const maxCatchUp = 2_000;
const statusMs = 3_000;
const approvalsMs = 500;
/** Details follow shortly after the decision: the first check, and the shortest and longest pause between checks. */
const textsMs = 100;
const minPauseMs = 50;
const maxPauseMs = 6_400;
/**
 * Finding subjects takes time from agents on machines with few processors. In a burst only some of the latest decisions
 * get theirs at once; the others show the name of the tool, and get theirs after the burst.
 */
const burst = { perSecond: 150, searches: 60, pauseMs: 400 } as const;
const maxSearches = 2_000;
/** The last decisions at the start may be too new to have stored subjects. */
const maxLateTexts = 20;
/** A page that does not read is disconnected; it reconnects and reads what it missed from the journal. */
const maxUnread = 4 * 1024 * 1024;

/** Streams news to the response, one message per line, until the page closes. */
export function streamLive(response: ServerResponse, options: LiveStreamOptions): void {
  const { state, journal, trouble, pending, approvalsFolder, after } = options;
  response.writeHead(200, { ...pageHeaders, 'content-type': 'application/x-ndjson' });
  // A page may close at any moment, even during a query for it.
  response.on('error', () => response.destroy());
  // News of the same moment is written together.
  let lines = '';
  const write = () => {
    const text = lines;
    lines = '';
    if (response.destroyed) return;
    if (response.writableLength > maxUnread) response.destroy();
    else response.write(text);
  };
  const send = (message: LiveMessage) => {
    if (lines === '') setImmediate(write);
    lines += `${JSON.stringify(message)}\n`;
  };
  const texts = createTextQueue(journal, (found) => send({ kind: 'texts', texts: found }));
  const live = followLive({
    state,
    journal,
    decided(records) {
      send({ kind: 'decided', rows: records.map(rowOf) });
      texts.add(records);
    },
    begun: (event) => send({ kind: 'begun', event }),
    ended: (n) => send({ kind: 'ended', n }),
    engine: (isWatched) => send({ kind: 'engine', isWatched }),
    trouble: (text) => send({ kind: 'trouble', ...(text !== undefined && { text }) }),
  });
  const timers: NodeJS.Timeout[] = [];
  response.on('close', () => {
    for (const timer of timers) clearInterval(timer);
    texts.close();
    live.close();
  });
  const latest = journal ? latestRecords(journal, after) : [];
  live.know(latest);
  send({ kind: 'start', now: now(), rows: rowsOf(journal, latest), ...(trouble !== undefined && { trouble }) });
  texts.add(latest.slice(-maxLateTexts));
  const reportStatus = () =>
    void controlEngine(state, 'status', 1_000).then((engine) => send({ kind: 'status', engine: engine ?? null }));
  let seenFiles: string | undefined;
  const reportApprovals = () => {
    const files = fileStamps(approvalsFolder);
    if (files === seenFiles) return;
    seenFiles = files;
    send({ kind: 'waiting', approvals: pending() });
  };
  reportStatus();
  reportApprovals();
  timers.push(setInterval(reportStatus, statusMs), setInterval(reportApprovals, approvalsMs));
}

/** A text that changes with the files of a folder. */
function fileStamps(folder: string): string {
  const entries = listFolder(folder);
  if (typeof entries === 'string') return '';
  const stamps = entries.map(({ name }) => {
    const { mtimeMs, size } = fileStamp(join(folder, name)) ?? {};
    return `${name} ${mtimeMs} ${size}`;
  });
  return stamps.sort().join('\n');
}

/**
 * The latest decisions, oldest first. A page that reconnects gets those since the last one that it has, and a few
 * before: a process may have written its line late.
 */
function latestRecords(journal: Journal, after: string | undefined): readonly DecisionRecord[] {
  journal.refresh();
  const last = after === undefined ? undefined : decisionNumber(after);
  const since = last === undefined ? {} : { since: decisionTime(last) - maxDelayMs };
  return [...journal.list(since, { limit: last === undefined ? firstRows : maxCatchUp })].reverse();
}

/** A decision whose subject is not known yet, and when to search for it again. */
interface SubjectSearch {
  readonly record: DecisionRecord;
  readonly due: number;
  readonly pauseMs: number;
}

/** Searches for the subjects of decisions until their details are stored, less and less often. */
function createTextQueue(journal: Journal | undefined, found: (texts: Readonly<Record<string, string>>) => void) {
  // Oldest first.
  let searches: readonly SubjectSearch[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = ticks();
  let addedSince = 0;
  const schedule = (pauseMs: number) => {
    if (timer || searches.length === 0) return;
    const due = searches.reduce((first, one) => Math.min(first, one.due), Number.POSITIVE_INFINITY);
    timer = setTimeout(look, Math.max(pauseMs, due - ticks()));
  };
  const detailsOf = (asked: readonly SubjectSearch[]) => {
    try {
      return journal?.details(asked.map(({ record }) => record.id));
    } catch {
      // The follower of the journal reports its problems.
      return undefined;
    }
  };
  const look = () => {
    timer = undefined;
    const time = ticks();
    const isBurst = addedSince > (burst.perSecond * (time - lookedAt)) / 1_000;
    [lookedAt, addedSince] = [time, 0];
    const asked = searches.filter(({ due }) => due <= time).slice(-burst.searches);
    const details = detailsOf(asked);
    const texts: Record<string, string> = {};
    const again: SubjectSearch[] = [];
    for (const { record, pauseMs } of asked) {
      const detail = details?.get(record.id);
      if (detail) texts[record.id] = decisionSubject(record, detail);
      // A busy machine may store them seconds later; some are never stored.
      else if (pauseMs < maxPauseMs) again.push({ record, due: time + 2 * pauseMs, pauseMs: 2 * pauseMs });
    }
    const done = new Set(asked);
    searches = [...again, ...searches.filter((one) => !done.has(one))];
    if (Object.keys(texts).length > 0) found(texts);
    schedule(isBurst ? burst.pauseMs : minPauseMs);
  };
  return {
    add(records: readonly DecisionRecord[]) {
      const due = ticks() + textsMs;
      searches = [...searches, ...records.map((record) => ({ record, due, pauseMs: textsMs }))].slice(-maxSearches);
      addedSince += records.length;
      schedule(minPauseMs);
    },
    close: () => clearTimeout(timer),
  };
}
