import type { Readable, Writable } from 'node:stream';
import { createLineReader, type StreamLine, visibleJson } from '@anyhook/core';
import { type RequestId, ServeError, serveLimits } from './contract.js';
import { createJobs, type StartBatch } from './jobs.js';
import { readRequest } from './request.js';

export type { AnswerableRequest, AnswerServeRequest, RequestBounds, StartBatch } from './jobs.js';

export interface ServedStream {
  /** Resolves when every request has been answered and no more will come. */
  readonly ended: Promise<void>;
  /** Stops reading and cancels the open requests. */
  cancel(): void;
}

/** Answers the requests of a stream, each as soon as possible. */
export function serveStream(input: Readable, output: Writable, batch: StartBatch): ServedStream {
  const reader = createLineReader(serveLimits.lineBytes);
  const write = output.write.bind(output);
  let isOver = false;
  let finish: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const send = (id: RequestId | undefined, body: object) => {
    if (!output.destroyed && output.writable) write(`${answerLine(id, body)}\n`);
  };
  const fail = (id: RequestId | undefined, error: unknown) => send(id, { error: errorBody(error) });
  const hasUnreadAnswers = () => output.writableLength > serveLimits.unreadBytes;
  const jobs = createJobs({ batch, send, fail, hasUnreadAnswers, onSettled: () => pump() });

  const pump = () => {
    if (!jobs.begin()) return;
    if (isOver) {
      if (jobs.isEmpty()) finish();
    } else if (jobs.hasRoom() && !hasUnreadAnswers()) input.resume();
    else input.pause();
  };
  const handleLine = (line: StreamLine) => {
    if ('tooLong' in line)
      return fail(undefined, new ServeError('TOO_LONG', `a line has more than ${serveLimits.lineBytes} bytes`));
    const parsed = readRequest(line.bytes);
    if ('problem' in parsed) return fail(parsed.id, parsed.problem);
    const { request } = parsed;
    if (request.kind !== 'cancel') return jobs.add(request, line.bytes.length);
    const wasOpen = jobs.cancel(request.cancel);
    if (request.id !== undefined) send(request.id, { cancelled: wasOpen });
  };
  const endInput = () => {
    if (isOver) return;
    isOver = true;
    for (const line of reader.flush()) handleLine(line);
    pump();
  };
  const cancel = () => {
    isOver = true;
    input.pause();
    jobs.cancelAll();
    pump();
  };

  input.on('data', (chunk: Buffer) => {
    if (isOver) return;
    for (const line of reader.push(chunk)) handleLine(line);
    pump();
  });
  input.on('end', endInput);
  input.on('error', endInput);
  output.on('drain', pump);
  // The client stopped reading answers.
  output.on('error', cancel);
  output.on('close', cancel);
  return { ended, cancel };
}

function answerLine(id: RequestId | undefined, body: object): string {
  const idField = id === undefined ? {} : { id };
  try {
    return visibleJson({ ...idField, ...body });
  } catch (error) {
    return visibleJson({ ...idField, error: errorBody(error) });
  }
}

function errorBody(error: unknown): object {
  if (error instanceof ServeError) {
    const { code, message, failClosed } = error;
    return failClosed ? { code, message, failClosed } : { code, message };
  }
  return { code: 'FAILED', message: error instanceof Error ? error.message : String(error) };
}
