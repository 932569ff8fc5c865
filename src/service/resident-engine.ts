import { version } from '../core/version.js';
import { isoNow, now, ticks } from '../platform/clock.js';
import { append, closeToOthers, makePrivate, remove, stamp } from '../platform/files/files.js';
import { withLock } from '../platform/lock.js';
import { becomeResident } from '../platform/process/resident-process.js';
import { entryFile } from '../platform/process/supervise.js';
import { startThread } from '../platform/process/thread.js';
import { createEngineJournal, type EngineJournal } from '../records/journal/engine-journal.js';
import { engineWriter } from '../records/journal/journal-files.js';
import type { FromThread } from '../records/journal/messages.js';
import { askEngine } from '../resident/control.js';
import { createGate } from '../resident/fair-limiter.js';
import { files, type Placed, takePlace } from '../resident/instance.js';
import { createTally } from '../resident/request-stats.js';
import { type Answering, createResidentServer, type EventRequest } from '../resident/server.js';
import { createRuntimeDoor } from '../tools/runtime/runtime-socket.js';
import { answerEvent, type Memo } from './answer-event.js';
import { nativeEvent, payloadLimit } from './native-event.js';
import type { OpenProjectEngine } from './project-engine.js';
import { createWarm } from './project-pool.js';
import { parseRun } from './run-options.js';

export interface ResidentOptions {
  /** The state folder. */
  readonly state: string;
  readonly home: string;
  /** Ends after so long without an event. */
  readonly idleMs: number;
  /** Programs of hooks that may start at once. */
  readonly programs: number;
  /** A file of this package that an upgrade replaces. */
  readonly program: string;
}

/** How often the engine looks whether it is still wanted. */
const watchMs = 2_000;
/** Time for the last answers to leave. */
const lastMs = 30;
/** Time for the last details to be kept. */
const journalMs = 5_000;
/** A program that runs for longer than this no longer holds others back. */
const slowMs = 2_000;

/** Becomes the resident engine; resolves when it serves, with false where another one of this version does already. */
export async function runResident(options: ResidentOptions): Promise<boolean> {
  const { state, home, idleMs, programs, program } = options;
  makePrivate(state);
  closeToOthers(state);
  const gate = createGate({ most: programs, slowMs });
  const warm = createWarm({ inTurn: gate.pass });
  const tally = createTally({ ticks });
  const startedAt = isoNow();
  const built = stamp(program)?.ino;
  let placed: Placed | undefined;
  let leaving = false;

  const own = becomeResident(state, {
    signal: () => leave(),
    trouble: (what, isFatal) => {
      log(what);
      if (isFatal) own.end(1);
    },
  });
  const journal = createEngineJournal({
    state,
    writer: engineWriter(own.pid, now()),
    now,
    log,
    startThread: (message, ended) =>
      startThread(entryFile('journal.js'), { state }, { message: (one) => message(one as FromThread), ended }).post,
  });
  const working = () => tally.open + runtime.work.open;
  const idleForMs = () => (working() > 0 ? 0 : Math.round(Math.min(tally.idleFor(), runtime.work.idleFor())));
  const isReplaced = () => stamp(program)?.ino !== built;
  const runtime = createRuntimeDoor({
    state,
    home,
    batch: () => warm.batch(),
    journal,
    inTurn: gate.pass,
    ticks,
    log,
    isEnding() {
      if (!leaving && isReplaced()) leave();
      return leaving;
    },
  });
  const leave = () => {
    if (leaving) return;
    leaving = true;
    placed?.clear();
    // The door of the runtime stays open to the end: nobody finds it any more, and who is in it hears that we are ending.
    server.close();
    // A moment later, so that what was answered or declined has left.
    const finish = () => {
      if (working() > 0) return void setTimeout(finish, lastMs);
      void journal.end(journalMs).then(() => own.end(0));
    };
    setTimeout(finish, lastMs);
  };
  const batch = (): Answering => {
    if (!leaving && isReplaced()) leave();
    const open = warm.batch();
    const memo = memoOf();
    return async (request, signal) => {
      if (leaving) throw new Error('the engine is ending');
      const done = tally.begin();
      try {
        return await answered(request, signal, { home, open, journal, memo });
      } finally {
        done();
      }
    };
  };
  const report = () => ({
    pid: own.pid,
    version,
    startedAt,
    projects: warm.size,
    programs: { ...gate.crowd(), most: programs },
    memoryBytes: own.memory(),
    idleMs,
    ...tally.report(),
    idleForMs: idleForMs(),
    journal: journal.report(),
    runtime: { working: runtime.work.open },
  });
  const server = createResidentServer({
    batch,
    report,
    beforeAnswers: () => journal.flush(),
    quit: () => setImmediate(leave),
  });

  placed = await withLock(files.lock, async () => {
    const other = await askEngine('.', 'status', 1_000);
    if (other?.version === version) return undefined;
    if (other) await askEngine('.', 'quit', 1_000);
    return takePlace({ [files.socket]: server, [files.runtime]: runtime.server }, { pid: own.pid, version, startedAt });
  });
  remove(files.starting);
  if (!placed) return false;
  setInterval(() => {
    if (!placed?.isOurs() || isReplaced() || idleForMs() > idleMs) leave();
  }, watchMs);
  return true;
}

interface Answers {
  readonly home: string;
  readonly open: OpenProjectEngine;
  readonly journal: EngineJournal;
  readonly memo: Memo;
}

async function answered(request: EventRequest, signal: AbortSignal, { home, open, journal, memo }: Answers) {
  const { args, cwd, env, payload, umask, deadlineMs } = request;
  const options = parseRun(args);
  const timeoutMs = Math.min(options.timeoutMs ?? Number.POSITIVE_INFINITY, deadlineMs ?? Number.POSITIVE_INFINITY);
  const limit = payloadLimit(options);
  const call = {
    options: timeoutMs === Number.POSITIVE_INFINITY ? options : { ...options, timeoutMs },
    input: { bytes: payload.subarray(0, limit), truncated: payload.length > limit },
    world: { cwd: cwd || '/', env, home: env['HOME'] || home },
    signal,
    umask,
  };
  return (await answerEvent(nativeEvent(call), { project: open, recorder: journal, memo })).wire;
}

/** What was found out for one of the events that arrived together. */
function memoOf(): Memo {
  const known = new Map<string, unknown>();
  return <T>(name: string, find: () => T): T => {
    if (!known.has(name)) known.set(name, find());
    return known.get(name) as T;
  };
}

/** For the person who looks why the engine ended; a log that cannot be written is no reason to end. */
function log(text: string): void {
  try {
    if ((stamp(files.log)?.size ?? 0) > mostLogBytes) remove(files.log);
    append(files.log, `${isoNow()} ${text}\n`);
  } catch {
    // Full or read-only.
  }
}

const mostLogBytes = 256 * 1024;
