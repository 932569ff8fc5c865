import type { Readable, Writable } from 'node:stream';
import { ticks } from '../../platform/clock.js';
import { createLineReader, type Line } from '../../platform/files/lines.js';
import {
  type EventRequest,
  type HelloRequest,
  type HostRequest,
  type Id,
  ServeError,
  serveLimits,
} from './contract.js';
import { readRequest } from './request.js';

/** A request that is answered with more than yes or no. */
export type Asked = EventRequest | HostRequest | HelloRequest;

/** What a request may cost, and when nobody waits for it any more. */
export interface Bounds {
  readonly signal: AbortSignal;
  /** Milliseconds that have gone since it came. */
  readonly waitedMs: number;
}

/** Gives the body of the answer; rejects where there is none. */
export type Answering = (request: Asked, bounds: Bounds) => Promise<object>;

/** Called once for the requests that begin together, after they came. */
export type Batch = () => Answering;

/** One stream of requests and answers. */
export interface Served {
  /** Every request has been answered, and none will come. */
  readonly ended: Promise<void>;
  /** Reads no more, and cancels what is open. */
  cancel(): void;
}

interface Job {
  readonly request: Asked;
  readonly bytes: number;
  readonly came: number;
  readonly controller: AbortController;
}

/** Answers the requests of a stream, each as soon as it can be. */
export function serveStream(input: Readable, output: Writable, batch: Batch): Served {
  const reader = createLineReader(serveLimits.lineBytes);
  const write = output.write.bind(output);
  const open = new Map<Id, Job>();
  const running = new Set<Job>();
  const waiting = new Set<Job>();
  let waitingBytes = 0;
  let isOver = false;
  let isPumping = false;
  let finish: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const send = (id: Id | undefined, body: object) => {
    if (!output.destroyed && output.writable) write(`${lineOf(id, body)}\n`);
  };
  const fail = (id: Id | undefined, error: unknown) => send(id, { error: errorBody(error) });
  const settle = (job: Job) => {
    running.delete(job);
    const { id } = job.request;
    if (id !== undefined) open.delete(id);
  };
  const leaveQueue = (job: Job) => {
    if (waiting.delete(job)) waitingBytes -= job.bytes;
  };

  const begin = async (job: Job, answering: Answering) => {
    const { request, came, controller } = job;
    leaveQueue(job);
    running.add(job);
    let reply: () => void;
    try {
      const body = await answering(request, { signal: controller.signal, waitedMs: ticks() - came });
      reply = () => send(request.id, body);
    } catch (error) {
      reply = () => fail(request.id, error);
    }
    settle(job);
    if (controller.signal.aborted) fail(request.id, cancelled());
    else reply();
    pump();
  };

  const isFull = () => running.size >= serveLimits.running || output.writableLength > serveLimits.unreadBytes;
  const mayRead = () =>
    waiting.size < serveLimits.waiting &&
    waitingBytes < serveLimits.waitingBytes &&
    output.writableLength <= serveLimits.unreadBytes;
  const pump = () => {
    // An answer that is there at once comes back here.
    if (isPumping) return;
    isPumping = true;
    let answering: Answering | undefined;
    for (const job of waiting) {
      if (isFull()) break;
      answering ??= batch();
      void begin(job, answering);
    }
    isPumping = false;
    if (isOver) {
      if (running.size === 0 && waiting.size === 0) finish();
    } else if (mayRead()) input.resume();
    else input.pause();
  };

  const enqueue = (request: Asked, bytes: number) => {
    const { id } = request;
    // Without the id: whoever asked first still waits for an answer with it.
    if (id !== undefined && open.has(id))
      return fail(undefined, new ServeError('BAD_REQUEST', `the id ${JSON.stringify(id)} is in use by an open event`));
    const job: Job = { request, bytes, came: ticks(), controller: new AbortController() };
    if (id !== undefined) open.set(id, job);
    waiting.add(job);
    waitingBytes += bytes;
  };
  const cancelOne = (id: Id): boolean => {
    const job = open.get(id);
    if (!job) return false;
    drop(job);
    return true;
  };
  const drop = (job: Job) => {
    job.controller.abort();
    // What runs is answered when nothing of it is left.
    if (running.has(job)) return;
    leaveQueue(job);
    settle(job);
    fail(job.request.id, cancelled());
  };

  const take = (line: Line) => {
    if ('tooLong' in line)
      return fail(undefined, new ServeError('TOO_LONG', `a line has more than ${serveLimits.lineBytes} bytes`));
    const read = readRequest(line.bytes);
    if ('problem' in read) return fail(read.id, read.problem);
    const { request } = read;
    if (request.kind !== 'cancel') return enqueue(request, line.bytes.length);
    const hit = cancelOne(request.cancel);
    if (request.id !== undefined) send(request.id, { cancelled: hit });
  };
  const over = () => {
    if (isOver) return;
    isOver = true;
    for (const line of reader.rest()) take(line);
    pump();
  };
  const cancel = () => {
    isOver = true;
    input.pause();
    for (const job of [...waiting, ...running]) drop(job);
    pump();
  };

  input.on('data', (chunk: Buffer) => {
    if (isOver) return;
    for (const line of reader.push(chunk)) take(line);
    pump();
  });
  input.on('end', over);
  input.on('error', over);
  output.on('drain', pump);
  // Nobody waits for these any more.
  output.on('error', cancel);
  output.on('close', cancel);
  return { ended, cancel };
}

const cancelled = (): ServeError => new ServeError('CANCELLED', 'the event was cancelled');

function lineOf(id: Id | undefined, body: object): string {
  const own = id === undefined ? {} : { id };
  try {
    return JSON.stringify({ ...own, ...body });
  } catch (error) {
    return JSON.stringify({ ...own, error: errorBody(error) });
  }
}

function errorBody(error: unknown): object {
  if (error instanceof ServeError) {
    const { code, message, failClosed } = error;
    return failClosed ? { code, message, failClosed } : { code, message };
  }
  return { code: 'FAILED', message: error instanceof Error ? error.message : String(error) };
}
