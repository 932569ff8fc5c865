import {
  appendText,
  becomeResident,
  createLimiter,
  entryFile,
  type FixedVariables,
  fileStamp,
  isoNow,
  makePrivateFolder,
  now,
  removePath,
  restrictToOwner,
  startThread,
  thisSystem,
  ticks,
  version,
  withLock,
} from '@anyhook/core';
import { createSparePool } from '../handlers/spares/spare-pool.js';
import { createEngineJournal, type EngineJournal } from '../journal/engine-journal.js';
import { engineWriter } from '../journal/journal-files.js';
import type { MessageFromThread } from '../journal/thread-messages.js';
import { controlEngine } from '../resident/control-engine.js';
import { engineFiles, type ListeningEngine, takeOverPipe, takeOverSockets } from '../resident/instance.js';
import { newPipe } from '../resident/pipe-proof.js';
import { createRequestStats } from '../resident/request-stats.js';
import { createResidentServer } from '../resident/server.js';
import { createEngineWatch } from './engine-watch.js';
import { createProjectPool } from './project-pool.js';
import { createAnswers } from './resident-answers.js';
import type { RuntimeSocket, RuntimeSocketOptions } from './resident-runtime.js';

export interface ResidentOptions {
  readonly state: string;
  readonly home: string;
  /** Values that the launcher set. */
  readonly fixed: FixedVariables;
  /** Stops after this long without an event. */
  readonly idleMs: number;
  /** How many programs of hooks may start at once. */
  readonly programs: number;
  /** A file of this package that an upgrade replaces. */
  readonly program: string;
  /** Creates the socket of the agent runtime, which is built on this engine; missing: this program has none. */
  readonly createRuntimeSocket?: (options: RuntimeSocketOptions) => RuntimeSocket;
}

/** How often the engine checks whether it should stop. */
const watchMs = 2_000;
/** Time to send the last answers. */
const lastAnswersMs = 30;
/** Time to store the last details. */
const journalTimeoutMs = 5_000;
/** A program that runs longer than this no longer counts against the limit. */
const slowMs = 2_000;

/** Becomes the resident engine. Resolves when it serves; false if an engine of this version already serves. */
export async function runResident(options: ResidentOptions): Promise<boolean> {
  const { state, home, fixed, idleMs, programs, program, createRuntimeSocket } = options;
  makePrivateFolder(state);
  restrictToOwner(state);
  const limiter = createLimiter({ maxRunning: programs, slowMs });
  const spares = createSparePool({ state, ticks, isBusy: limiter.isBusy });
  const pool = createProjectPool({ runInTurn: limiter.run, spares });
  const stats = createRequestStats({ ticks });
  const startedAt = isoNow();
  const pipe = thisSystem === 'win32' ? newPipe() : undefined;
  const programInode = fileStamp(program)?.ino;
  let listening: ListeningEngine | undefined;
  let leaving = false;

  const residentProcess = becomeResident(state, {
    signal: () => leave(),
    onError: (what, isFatal) => {
      logToFile(what);
      if (isFatal) residentProcess.end(1);
    },
  });
  const watch = createEngineWatch({ now, ticks });
  const journal = openJournal(state, residentProcess.pid, watch.decided);
  const working = () => stats.open + (runtime?.work.open ?? 0);
  const idleForMs = () =>
    working() > 0 ? 0 : Math.round(Math.min(stats.idleFor(), runtime?.work.idleFor() ?? Number.POSITIVE_INFINITY));
  const isReplaced = () => fileStamp(program)?.ino !== programInode;
  const isEnding = () => {
    if (!leaving && isReplaced()) leave();
    return leaving;
  };
  const shared = { state, home, journal, ticks, isEnding };
  const runtime = createRuntimeSocket?.({ ...shared, batch: pool.batch, runInTurn: limiter.run, log: logToFile });
  const leave = () => {
    if (leaving) return;
    leaving = true;
    spares.close();
    listening?.clear();
    // The runtime's socket stays open until the end: no new client finds it, and connected ones get the error ENDING.
    server.close();
    // Wait a moment for the last answers to be sent.
    const finish = () => {
      if (working() > 0) return void setTimeout(finish, lastAnswersMs);
      void journal.end(journalTimeoutMs).then(() => residentProcess.end(0));
    };
    setTimeout(finish, lastAnswersMs);
  };
  const report = () => ({
    ...{ pid: residentProcess.pid, version, program, startedAt, projects: pool.size },
    programs: { ...limiter.load(), most: programs },
    spares: spares.report(),
    memoryBytes: residentProcess.memory(),
    idleMs,
    ...stats.report(),
    idleForMs: idleForMs(),
    journal: journal.report(),
    runtime: { working: runtime?.work.open ?? 0 },
  });
  const ending = { leaveIfReplaced: isEnding, isLeaving: () => leaving };
  const server = createResidentServer(
    {
      startBatch: createAnswers({ home, fixed, pool, journal, stats, watch, ...ending }),
      report,
      beforeAnswers: () => journal.flush(),
      quit: () => setImmediate(leave),
      watch: watch.add,
    },
    pipe?.token,
  );

  const servers = { [engineFiles.socket]: server, ...(runtime && { [engineFiles.runtime]: runtime.server }) };
  const info = { pid: residentProcess.pid, version, startedAt };
  listening = await replaceOther(() =>
    pipe ? takeOverPipe(server, { ...info, ...pipe }) : takeOverSockets(servers, info),
  );
  removePath(engineFiles.starting);
  if (!listening) return false;
  setInterval(() => {
    if (!listening?.isOurs() || isReplaced() || idleForMs() > idleMs) leave();
  }, watchMs);
  return true;
}

/** Replaces an engine of another version; undefined if one of this version already serves. */
const replaceOther = (takeOver: () => Promise<ListeningEngine>): Promise<ListeningEngine | undefined> =>
  withLock(engineFiles.lock, async () => {
    const other = await controlEngine('.', 'status', 1_000);
    if (other?.version === version) return undefined;
    if (other) await controlEngine('.', 'quit', 1_000);
    return takeOver();
  });

const openJournal = (state: string, pid: number, written: (lines: string) => void): EngineJournal =>
  createEngineJournal({
    state,
    writer: engineWriter(pid, now()),
    now,
    log: logToFile,
    written,
    startThread: (message, ended) =>
      startThread(entryFile('journal.js'), { state }, { message: (one) => message(one as MessageFromThread), ended })
        .post,
  });

/** Logs why an engine stopped. An engine that cannot write the log continues. */
function logToFile(text: string): void {
  try {
    if ((fileStamp(engineFiles.log)?.size ?? 0) > maxLogBytes) removePath(engineFiles.log);
    appendText(engineFiles.log, `${isoNow()} ${text}\n`);
  } catch {
    // The disk is full or read-only.
  }
}

const maxLogBytes = 256 * 1024;
