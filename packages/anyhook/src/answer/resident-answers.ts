import type { FixedVariables } from '@anyhook/core';
import type { EngineJournal } from '../journal/engine-journal.js';
import type { ClientRequest } from '../resident/client-request.js';
import type { RequestStats } from '../resident/request-stats.js';
import type { AnswerClientRequest } from '../resident/server.js';
import { answerEvent, type Memo } from './answer-event.js';
import type { EngineWatch, OpenEvent } from './engine-watch.js';
import { callOfRequest, incomingAgentEvent, printed } from './native-event.js';
import type { OpenProjectEngine } from './project-engine.js';
import type { ProjectPool } from './project-pool.js';

interface AnswersOptions {
  readonly home: string;
  /** Values that the launcher passed to the engine at its start; they also apply to clients that send none. */
  readonly fixed: FixedVariables;
  readonly pool: ProjectPool;
  readonly journal: EngineJournal;
  readonly stats: RequestStats;
  readonly watch: EngineWatch;
  /** Ends this engine if its program was replaced; called once per batch of events. */
  readonly leaveIfReplaced: () => void;
  readonly isLeaving: () => boolean;
}

export function createAnswers(options: AnswersOptions): () => AnswerClientRequest {
  const { home, fixed, pool, journal, stats, watch, leaveIfReplaced, isLeaving } = options;
  let openEvents = 0;
  const onceIdle = createIdleQueue(() => openEvents === 0);
  return () => {
    leaveIfReplaced();
    const open = pool.batch();
    const memo = createMemo();
    return async (request, signal) => {
      if (isLeaving()) throw new Error('the engine is ending');
      const finish = stats.begin();
      const openEvent = watch.begin();
      openEvents++;
      try {
        return await answer(request, signal, { home, fixed, open, journal, memo, openEvent, onceIdle });
      } finally {
        openEvents--;
        watch.end(openEvent);
        finish();
      }
    };
  };
}

interface AnswerDeps extends Pick<AnswersOptions, 'home' | 'fixed' | 'journal'> {
  readonly open: OpenProjectEngine;
  readonly memo: Memo;
  readonly openEvent: OpenEvent;
  readonly onceIdle: (work: () => void) => void;
}

async function answer(request: ClientRequest, signal: AbortSignal, deps: AnswerDeps) {
  const { open, journal, memo, openEvent, onceIdle } = deps;
  const call = callOfRequest(request, deps);
  const incoming = incomingAgentEvent({ ...call, signal });
  const decode = () => {
    const decoded = incoming.decode();
    openEvent.event = decoded.event;
    return decoded;
  };
  const watched = { atWork: openEvent.hooks, ...incoming, decode };
  const waiting: (() => Promise<void>)[] = [];
  const afterAnswer = (work: () => Promise<void>): void => void waiting.push(work);
  try {
    const { wire } = await answerEvent(watched, { project: open, recorder: journal, memo, afterAnswer });
    return printed(wire, call.options);
  } finally {
    if (waiting.length > 0) onceIdle(() => void waiting.map((work) => work()));
  }
}

/** Work after the answer. It waits a moment for the agent's next event, but runs even if the engine is never idle. */
const createIdleQueue = (isIdle: () => boolean) => (work: () => void) => {
  const tryIn = (ms: number, checks: number) =>
    void setTimeout(() => (checks === 0 || isIdle() ? work() : tryIn(idleCheckMs, checks - 1)), ms);
  tryIn(firstCheckMs, maxIdleChecks);
};
const firstCheckMs = 10;
const idleCheckMs = 2;
const maxIdleChecks = 20;

/** Shares results between the events of a batch. */
function createMemo(): Memo {
  const known = new Map<string, unknown>();
  return <T>(name: string, find: () => T): T => {
    if (!known.has(name)) known.set(name, find());
    return known.get(name) as T;
  };
}
