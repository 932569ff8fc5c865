import { version } from '../core/version.js';
import { isoNow, now, ticks } from '../platform/clock.js';
import { append, closeToOthers, makePrivate, remove, stamp } from '../platform/files/files.js';
import { createLimiter } from '../platform/limiter.js';
import { withLock } from '../platform/lock.js';
import { becomeResident } from '../platform/process/resident-process.js';
import { entryFile } from '../platform/process/supervise.js';
import { startThread } from '../platform/process/thread.js';
import { createEngineJournal, type EngineJournal } from '../records/journal/engine-journal.js';
import { engineWriter } from '../records/journal/journal-files.js';
import type { FromThread } from '../records/journal/messages.js';
import { askEngine } from '../resident/control.js';
import { type About, files, type Placed, type Servers, takePlace } from '../resident/instance.js';
import { createTally } from '../resident/request-stats.js';
import { createResidentServer } from '../resident/server.js';
import { createWarm } from './project-pool.js';
import { createAnswers } from './resident-answers.js';
import type { RuntimeSocket, RuntimeSocketOptions } from './resident-runtime.js';

export interface ResidentOptions {
  /** The state folder. */
  readonly state: string;
  readonly home: string;
  /** Ends after this long without an event. */
  readonly idleMs: number;
  /** Programs of hooks that may start at once. */
  readonly programs: number;
  /** A file of this package that an upgrade replaces. */
  readonly program: string;
  /** Makes the socket of the agent runtime, which is built on top of this engine. */
  readonly createRuntimeSocket: (options: RuntimeSocketOptions) => RuntimeSocket;
}

/** How often the engine checks whether it should end. */
const watchMs = 2_000;
/** Time for the last answers to leave. */
const lastMs = 30;
/** Time to store the last details. */
const journalMs = 5_000;
/** A program that runs longer than this no longer counts against the limit. */
const slowMs = 2_000;

/** Becomes the resident engine. Resolves when it serves; false if an engine of this version serves already. */
export async function runResident(options: ResidentOptions): Promise<boolean> {
  const { state, home, idleMs, programs, program, createRuntimeSocket } = options;
  makePrivate(state);
  closeToOthers(state);
  const limiter = createLimiter({ most: programs, slowMs });
  const warm = createWarm({ inTurn: limiter.run });
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
  const journal = openJournal(state, own.pid);
  const working = () => tally.open + runtime.work.open;
  const idleForMs = () => (working() > 0 ? 0 : Math.round(Math.min(tally.idleFor(), runtime.work.idleFor())));
  const isReplaced = () => stamp(program)?.ino !== built;
  const isEnding = () => {
    if (!leaving && isReplaced()) leave();
    return leaving;
  };
  const runtime = createRuntimeSocket({
    state,
    home,
    batch: () => warm.batch(),
    journal,
    inTurn: limiter.run,
    ticks,
    log,
    isEnding,
  });
  const leave = () => {
    if (leaving) return;
    leaving = true;
    placed?.clear();
    // The runtime's socket stays open to the end: no new client finds it, and connected ones get the error ENDING.
    server.close();
    // A moment later, so that the last answers have been sent.
    const finish = () => {
      if (working() > 0) return void setTimeout(finish, lastMs);
      void journal.end(journalMs).then(() => own.end(0));
    };
    setTimeout(finish, lastMs);
  };
  const report = () => ({
    pid: own.pid,
    version,
    startedAt,
    projects: warm.size,
    programs: { ...limiter.load(), most: programs },
    memoryBytes: own.memory(),
    idleMs,
    ...tally.report(),
    idleForMs: idleForMs(),
    journal: journal.report(),
    runtime: { working: runtime.work.open },
  });
  const server = createResidentServer({
    batch: createAnswers({ home, warm, journal, tally, checkReplaced: isEnding, isLeaving: () => leaving }),
    report,
    beforeAnswers: () => journal.flush(),
    quit: () => setImmediate(leave),
  });

  const servers = { [files.socket]: server, [files.runtime]: runtime.server };
  placed = await replaceOther(servers, { pid: own.pid, version, startedAt });
  remove(files.starting);
  if (!placed) return false;
  setInterval(() => {
    if (!placed?.isOurs() || isReplaced() || idleForMs() > idleMs) leave();
  }, watchMs);
  return true;
}

/** Takes the place of an engine of another version; undefined where one of this version serves already. */
const replaceOther = (servers: Servers, about: Omit<About, 'protocol'>): Promise<Placed | undefined> =>
  withLock(files.lock, async () => {
    const other = await askEngine('.', 'status', 1_000);
    if (other?.version === version) return undefined;
    if (other) await askEngine('.', 'quit', 1_000);
    return takePlace(servers, about);
  });

const openJournal = (state: string, pid: number): EngineJournal =>
  createEngineJournal({
    state,
    writer: engineWriter(pid, now()),
    now,
    log,
    startThread: (message, ended) =>
      startThread(entryFile('journal.js'), { state }, { message: (one) => message(one as FromThread), ended }).post,
  });

/** The log says why an engine ended. An engine that cannot write it goes on. */
function log(text: string): void {
  try {
    if ((stamp(files.log)?.size ?? 0) > mostLogBytes) remove(files.log);
    append(files.log, `${isoNow()} ${text}\n`);
  } catch {
    // Full or read-only.
  }
}

const mostLogBytes = 256 * 1024;
