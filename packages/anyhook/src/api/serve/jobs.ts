import { ticks } from '@anyhook/core';
import type { RequestId, ServeAgentRequest, ServeEventRequest, ServeHelloRequest } from './contract.js';
import { ServeError, serveLimits } from './contract.js';

/** A request whose answer has a body. */
export type AnswerableRequest = ServeEventRequest | ServeAgentRequest | ServeHelloRequest;

/** How long a request has waited, and whether it was cancelled. */
export interface RequestBounds {
  readonly signal: AbortSignal;
  /** Milliseconds since it arrived. */
  readonly waitedMs: number;
}

/** Resolves with the body of the answer; rejects if there is none. */
export type AnswerServeRequest = (request: AnswerableRequest, bounds: RequestBounds) => Promise<object>;

/** Called once per batch of requests that start together. */
export type StartBatch = () => AnswerServeRequest;

interface StreamJob {
  readonly request: AnswerableRequest;
  readonly bytes: number;
  readonly arrivedAt: number;
  readonly controller: AbortController;
}

/** The requests of one stream that have no answer yet: running and waiting ones. */
export interface Jobs {
  add(request: AnswerableRequest, bytes: number): void;
  /** Starts as many waiting requests as may run at once. False if a call is already in progress. */
  begin(): boolean;
  /** False if no open request has this id. */
  cancel(id: RequestId): boolean;
  cancelAll(): void;
  isEmpty(): boolean;
  hasRoom(): boolean;
}

interface JobsOptions {
  readonly batch: StartBatch;
  readonly send: (id: RequestId | undefined, body: object) => void;
  readonly fail: (id: RequestId | undefined, error: unknown) => void;
  /** True if too many answers have not been read yet. */
  readonly hasUnreadAnswers: () => boolean;
  /** Called after each request that ran. */
  readonly onSettled: () => void;
}

export function createJobs({ batch, send, fail, hasUnreadAnswers, onSettled }: JobsOptions): Jobs {
  const open = new Map<RequestId, StreamJob>();
  const running = new Set<StreamJob>();
  const waiting = new Set<StreamJob>();
  let waitingBytes = 0;
  let isBeginning = false;

  const settle = (job: StreamJob) => {
    running.delete(job);
    const { id } = job.request;
    if (id !== undefined) open.delete(id);
  };
  const leaveQueue = (job: StreamJob) => {
    if (waiting.delete(job)) waitingBytes -= job.bytes;
  };

  const run = async (job: StreamJob, answerRequest: AnswerServeRequest) => {
    const { request, arrivedAt, controller } = job;
    leaveQueue(job);
    running.add(job);
    let reply: () => void;
    try {
      const body = await answerRequest(request, { signal: controller.signal, waitedMs: ticks() - arrivedAt });
      reply = () => send(request.id, body);
    } catch (error) {
      reply = () => fail(request.id, error);
    }
    settle(job);
    if (controller.signal.aborted) fail(request.id, cancelled());
    else reply();
    onSettled();
  };
  const drop = (job: StreamJob) => {
    job.controller.abort();
    // A running request is answered when it has ended.
    if (running.has(job)) return;
    leaveQueue(job);
    settle(job);
    fail(job.request.id, cancelled());
  };

  return {
    add(request, bytes) {
      const { id } = request;
      // Without the id, because the open event will be answered with it.
      if (id !== undefined && open.has(id))
        return fail(
          undefined,
          new ServeError('BAD_REQUEST', `the id ${JSON.stringify(id)} is in use by an open event`),
        );
      const job: StreamJob = { request, bytes, arrivedAt: ticks(), controller: new AbortController() };
      if (id !== undefined) open.set(id, job);
      waiting.add(job);
      waitingBytes += bytes;
    },
    begin() {
      if (isBeginning) return false;
      isBeginning = true;
      let answerRequest: AnswerServeRequest | undefined;
      for (const job of waiting) {
        if (running.size >= serveLimits.running || hasUnreadAnswers()) break;
        answerRequest ??= batch();
        void run(job, answerRequest);
      }
      isBeginning = false;
      return true;
    },
    cancel(id) {
      const job = open.get(id);
      if (job) drop(job);
      return job !== undefined;
    },
    cancelAll() {
      for (const job of [...waiting, ...running]) drop(job);
    },
    isEmpty: () => running.size === 0 && waiting.size === 0,
    hasRoom: () => waiting.size < serveLimits.waiting && waitingBytes < serveLimits.waitingBytes,
  };
}

const cancelled = (): ServeError => new ServeError('CANCELLED', 'the event was cancelled');
