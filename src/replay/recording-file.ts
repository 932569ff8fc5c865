import { AnyhookError } from '../core/errors.js';
import { readFileLines } from '../platform/files/read-lines.js';
import type { Span } from './journal-events.js';
import { type RecordedEvent, readEventLine, readHeader } from './recording.js';

/** An open recording: its header is read; its events are read on demand. */
export interface Recording {
  readonly home: string;
  readonly events: AsyncIterable<RecordedEvent>;
}

/** Opens a file that `record` wrote; throws an error with the line if it is invalid. */
export async function openRecording(path: string, span: Span): Promise<Recording> {
  const lines = numbered(path);
  const { value: first } = await lines.next();
  const header = readHeader(first?.text ?? '');
  if (typeof header === 'string') throw bad(path, 1, `${header}; make one with "anyhook record ${path}"`);
  const events = wanted(recordedIn(path, lines), span);
  return { home: header.home, events: span.last === undefined ? events : latest(events, span.last) };
}

interface NumberedLine {
  readonly text: string;
  readonly number: number;
}

async function* numbered(path: string): AsyncGenerator<NumberedLine, undefined> {
  let number = 0;
  try {
    for await (const text of readFileLines(path)) yield { text, number: ++number };
  } catch (error) {
    throw bad(path, number + 1, `cannot be read: ${(error as Error).message}`);
  }
}

async function* recordedIn(path: string, lines: AsyncIterable<NumberedLine>): AsyncIterable<RecordedEvent> {
  for await (const { text, number } of lines) {
    if (text.trim() === '') continue;
    const recorded = readEventLine(text);
    if (typeof recorded === 'string') throw bad(path, number, recorded);
    yield recorded;
  }
}

async function* wanted(events: AsyncIterable<RecordedEvent>, { filter }: Span): AsyncIterable<RecordedEvent> {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, session, host } = filter;
  for await (const recorded of events) {
    const { decision } = recorded;
    const isMeant =
      decision.at >= since &&
      decision.at < until &&
      (session === undefined || decision.session === session) &&
      (host === undefined || decision.host === host);
    if (isMeant) yield recorded;
  }
}

async function* latest(events: AsyncIterable<RecordedEvent>, last: number): AsyncIterable<RecordedEvent> {
  let some: RecordedEvent[] = [];
  for await (const recorded of events) {
    some.push(recorded);
    if (some.length >= 2 * last) some = some.slice(-last);
  }
  yield* some.slice(-last);
}

const bad = (path: string, line: number, message: string): AnyhookError =>
  new AnyhookError('BAD_ARGUMENT', `${path}:${line}: ${message}`);
