import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { now } from '../platform/clock.js';
import { fileStamp, listFolder } from '../platform/files/files.js';
import { decisionSubject } from '../records/journal/decision-subject.js';
import type { Journal } from '../records/journal/query.js';
import type { DecisionRecord } from '../records/journal/record.js';
import { controlEngine } from '../resident/control-engine.js';
import { followLive } from '../service/live-decisions.js';
import { pageHeaders } from './page-headers.js';
import type { ApprovalView, DecisionRow, LiveMessage } from './page-types.js';

export interface LiveStreamOptions {
  readonly state: string;
  readonly journal: Journal | undefined;
  /** Why there is no journal. */
  readonly trouble: string | undefined;
  /** The calls that wait for a person. */
  readonly pending: () => readonly ApprovalView[];
  /** The folder of these calls: it changes with them. */
  readonly approvalsFolder: string;
  /** The last decision that the page has, if it comes back. */
  readonly after: string | undefined;
}

/** Decisions at the start, and most that a page gets that comes back; it shows fewer. */
const firstRows = 400;
const maxCatchUp = 5_000;
const statusMs = 3_000;
const approvalsMs = 500;
/** Details are stored a moment after the decision. */
const textsMs = 120;
const maxTextTries = 8;
/** Subjects of more decisions at once are asked for when they are shown. */
const maxTexts = 200;
/** The last decisions at the start may be so new that their subjects are not stored yet. */
const maxLateTexts = 20;
/** A page that does not read is disconnected; it comes back and reads what it missed from the journal. */
const maxUnread = 4 * 1024 * 1024;

/** Writes what happens to the response, one message on each line, until the page goes. */
export function streamLive(response: ServerResponse, options: LiveStreamOptions): void {
  const { state, journal, trouble, pending, approvalsFolder, after } = options;
  response.writeHead(200, { ...pageHeaders, 'content-type': 'application/x-ndjson' });
  // A page may go at any moment, also while something is being asked for it.
  response.on('error', () => response.destroy());
  const send = (message: LiveMessage) => {
    if (response.destroyed) return;
    if (response.writableLength > maxUnread) response.destroy();
    else response.write(`${JSON.stringify(message)}\n`);
  };
  const texts = createTextQueue(journal, (found) => send({ kind: 'texts', texts: found }));
  const live = followLive({
    state,
    journal,
    decided(records) {
      send({ kind: 'decided', rows: records.map(withoutSet) });
      texts.add(records);
    },
    begun: (event) => send({ kind: 'begun', event }),
    ended: (n) => send({ kind: 'ended', n }),
    engine: (isWatched) => send({ kind: 'engine', isWatched }),
    trouble: (text) => send({ kind: 'trouble', ...(text !== undefined && { text }) }),
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
  const timers = [setInterval(reportStatus, statusMs), setInterval(reportApprovals, approvalsMs)];
  response.on('close', () => {
    for (const timer of timers) clearInterval(timer);
    texts.close();
    live.close();
  });
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

/** The latest decisions, or all since the last one that the page has; oldest first. */
function latestRecords(journal: Journal, after: string | undefined): readonly DecisionRecord[] {
  journal.refresh();
  if (after !== undefined) return journal.list({}, { limit: maxCatchUp, order: 'oldest', after });
  return [...journal.list({}, { limit: firstRows })].reverse();
}

/** Decisions as the page shows them, with their subjects. */
export function rowsOf(journal: Journal | undefined, records: readonly DecisionRecord[]): readonly DecisionRow[] {
  const details = journal?.details(records.map(({ id }) => id));
  return records.map((record) => {
    const detail = details?.get(record.id);
    return { ...withoutSet(record), ...(detail && { text: decisionSubject(record, detail) }) };
  });
}

const withoutSet = ({ hookSet: _hookSet, ...row }: DecisionRecord): DecisionRow => row;

/** Looks for the subjects of decisions until their details are stored. */
function createTextQueue(journal: Journal | undefined, found: (texts: Readonly<Record<string, string>>) => void) {
  let waiting: { readonly record: DecisionRecord; readonly tries: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    timer = undefined;
    const asked = waiting;
    waiting = [];
    const details = journal?.details(asked.map(({ record }) => record.id)) ?? new Map();
    const texts: Record<string, string> = {};
    for (const { record, tries } of asked) {
      const detail = details.get(record.id);
      if (detail) texts[record.id] = decisionSubject(record, detail);
      else if (tries < maxTextTries) waiting.push({ record, tries: tries + 1 });
    }
    if (Object.keys(texts).length > 0) found(texts);
    if (waiting.length > 0) timer = setTimeout(look, textsMs);
  };
  return {
    add(records: readonly DecisionRecord[]) {
      waiting = [...waiting, ...records.map((record) => ({ record, tries: 0 }))].slice(-maxTexts);
      timer ??= setTimeout(look, textsMs);
    },
    close: () => clearTimeout(timer),
  };
}
