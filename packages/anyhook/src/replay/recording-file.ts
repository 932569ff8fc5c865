import { AnyhookError, readFileLines } from '@anyhook/core';
import type { Span } from './journal-events.js';
import { type RecordedEvent, readEventLine, readHeader } from './recording.js';

/** An open recording: its header is read; its events are read on demand. */
interface Recording {
  readonly home: string;
  readonly events: AsyncIterable<RecordedEvent>;
}

/** Opens a file that `record` wrote; throws an error with the line if it is invalid. */
export async function openRecording(path: string, span: Span): Promise<Recording> {
  const lines = numberedLines(path);
  const { value: first } = await lines.next();
  const header = readHeader(first?.text ?? '');
  if (typeof header === 'string')
    throw recordingError(path, 1, `${header}; make one with "anyhook log record ${path}"`);
  const events = filterEvents(parseEvents(path, lines), span);
  return { home: header.home, events: span.last === undefined ? events : lastEvents(events, span.last) };
}

interface NumberedLine {
  readonly text: string;
  readonly number: number;
}

async function* numberedLines(path: string): AsyncGenerator<NumberedLine, undefined> {
  let number = 0;
  try {
    for await (const text of readFileLines(path)) yield { text, number: ++number };
  } catch (error) {
    throw recordingError(path, number + 1, `cannot be read: ${(error as Error).message}`);
  }
}

async function* parseEvents(path: string, lines: AsyncIterable<NumberedLine>): AsyncIterable<RecordedEvent> {
  for await (const { text, number } of lines) {
    if (text.trim() === '') continue;
    const recorded = readEventLine(text);
    if (typeof recorded === 'string') throw recordingError(path, number, recorded);
    yield recorded;
  }
}

async function* filterEvents(events: AsyncIterable<RecordedEvent>, { filter }: Span): AsyncIterable<RecordedEvent> {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, session, host: agent } = filter;
  for await (const recorded of events) {
    const { decision } = recorded;
    const isSelected =
      decision.at >= since &&
      decision.at < until &&
      (session === undefined || decision.session === session) &&
      (agent === undefined || decision.host === agent);
    if (isSelected) yield recorded;
  }
}

async function* lastEvents(events: AsyncIterable<RecordedEvent>, last: number): AsyncIterable<RecordedEvent> {
  let buffer: RecordedEvent[] = [];
  for await (const recorded of events) {
    buffer.push(recorded);
    if (buffer.length >= 2 * last) buffer = buffer.slice(-last);
  }
  yield* buffer.slice(-last);
}

const recordingError = (path: string, line: number, message: string): AnyhookError =>
  new AnyhookError('BAD_ARGUMENT', `${path}:${line}: ${message}`);
