import { headState, now, resultWithin, writeTarget } from '@anyhook/core';
import { pathInRoot } from './file-state.js';
import { maxFilesForBrackets, maxSnapshotWaitMs } from './limits.js';
import { captureNamed, forgetNamedBytes, type NamedEntry, recordNamed, storeNamed } from './named-files.js';
import { isPruningDue, pruneStores } from './prune.js';
import { type RecordedSnapshot, recordSnapshot } from './record-snapshot.js';
import { afterAnswer, allWritten, sessionKey } from './session-queue.js';
import { storeFolder } from './shadow-git.js';
import {
  type EventPlace,
  type ProjectPlace,
  projectPlace,
  type StorePlace,
  storesOf,
  type TurnPlace,
} from './store-places.js';
import {
  appendTurnLine,
  callName,
  closeSession,
  hasOpenCall,
  newTurnId,
  type OpenCall,
  type OpenTurn,
  readOpenTurn,
  seenNow,
  takeOpenCall,
  writeOpenCall,
  writeOpenTurn,
} from './turn-files.js';
import { noSnapshotInTime, turnWindow } from './turn-record.js';

/** What undo needs to know about a call. */
export interface TrackedCall {
  /** Identifies the call when it ends. */
  readonly key: string;
  /** It may change files that it does not name. */
  readonly mayWriteAnything: boolean;
  readonly names: readonly string[];
}

/** A user's prompt: ends the last turn of the session and begins a new one. `readPrompt` returns its first line. */
export async function beginTurn(given: EventPlace, readPrompt?: () => Promise<string>): Promise<void> {
  await allWritten(given);
  forgetNamedBytes(sessionKey(given));
  const place = projectPlace(given);
  const turn: OpenTurn = { id: newTurnId(), at: now() };
  const begun: BegunTurn[] = [];
  let prompt: string | undefined;
  await afterAnswer(
    place,
    async () => {
      prompt = await readPrompt?.();
      for (const store of storesOf(place)) begun.push({ store, ended: openTurn(store, turn, prompt) });
    },
    () => snapshotAtStart(place, turn, begun, prompt),
  );
}

interface EndedTurn {
  readonly id: string;
  readonly calls: readonly (readonly [string, OpenCall])[];
}

interface BegunTurn {
  readonly store: StorePlace;
  /** The turn of the session that was open until now. */
  readonly ended: EndedTurn | undefined;
}

async function snapshotAtStart(
  place: TurnPlace,
  turn: OpenTurn,
  begun: readonly BegunTurn[],
  prompt?: string,
): Promise<void> {
  await Promise.all(
    begun.map(async ({ store, ended }) => {
      const look = await recordSnapshot(store, turn.id);
      if (ended) finishCalls(store.dir, ended.id, ended.calls, look, false);
    }),
  );
  // The first snapshot of a project finds its nested repositories.
  const known = new Set(begun.map(({ store }) => store.root));
  const found = storesOf(place).filter(({ root }) => !known.has(root));
  if (readOpenTurn(storeFolder(place.root, place.env), place.session)?.id !== turn.id) return;
  await Promise.all(
    found.map(async (store) => {
      openTurn(store, turn, prompt);
      await recordSnapshot(store, turn.id);
    }),
  );
}

function openTurn(store: StorePlace, turn: OpenTurn, prompt: string | undefined): EndedTurn | undefined {
  const { dir, session, agent, root, project, folder } = store;
  const before = readOpenTurn(dir, session);
  const calls = before ? closeSession(dir, session) : [];
  const head = headState(root);
  appendTurnLine(dir, turn.id, {
    kind: 'turn',
    at: turn.at,
    session,
    host: agent,
    ...(prompt !== undefined && { prompt }),
    ...head,
    ...(folder !== '' && { project }),
  });
  if (before) appendTurnLine(dir, before.id, { kind: 'end', at: now(), why: 'prompt', ...head });
  writeOpenTurn(dir, session, { ...turn, ...(folder !== '' && { project }) });
  if (folder !== '')
    appendTurnLine(storeFolder(project, store.env), turn.id, { kind: 'nested', at: now(), path: folder });
  return before && { id: before.id, calls };
}

/** The session stopped, finished, was interrupted or ended. */
export async function endTurn(given: EventPlace, why: string): Promise<void> {
  await allWritten(given);
  forgetNamedBytes(sessionKey(given));
  const place = projectPlace(given);
  const at = now();
  const ended: (EndedTurn & { readonly store: StorePlace })[] = [];
  await afterAnswer(
    place,
    () => {
      for (const store of storesOf(place)) {
        const turn = readOpenTurn(store.dir, store.session);
        if (!turn) continue;
        ended.push({ store, id: turn.id, calls: closeSession(store.dir, store.session) });
        appendTurnLine(store.dir, turn.id, { kind: 'end', at, why, ...headState(store.root) });
      }
    },
    async () => {
      for (const { store, id, calls } of ended) {
        finishCalls(store.dir, id, calls, await recordSnapshot(store, id), false);
        if (isPruningDue(store.dir)) await pruneStores(store);
      }
    },
  );
}

/** Before a call: saves what it may change. */
export async function beforeCall(given: EventPlace, call: TrackedCall): Promise<void> {
  await allWritten(given);
  const entries = captureNamed(sessionKey(given), call.names);
  const isCopied = entries.every(({ entry }) => entry !== undefined);
  const at = now();
  // If a file is too large for a copy, a snapshot saves it, provided that the project tracks it.
  if (call.mayWriteAnything || !isCopied) return beginScannedCall(projectPlace(given), call, entries);
  // The content is in memory, so the agent need not wait for the rest.
  const begun: BegunTurns[] = [];
  await afterAnswer(
    given,
    () => {
      const place = projectPlace(given);
      if (call.names.length > 0) beginNamedCall(place, { key: call.key, at, entries }, begun);
      else if (place.turn) seenNow(place.dir, place.turn.id);
    },
    async () => {
      for (const one of begun) await snapshotAtStart(one.place, one.turn, one.begun);
    },
  );
}

/** A turn that begins with a call. */
interface BegunTurns {
  readonly place: ProjectPlace;
  readonly turn: OpenTurn;
  readonly begun: readonly BegunTurn[];
}

/** The turn of a call; opens one if there was no prompt. */
function turnOfCall(place: ProjectPlace, stores: readonly StorePlace[]): BegunTurns {
  if (place.turn) return { place, turn: place.turn, begun: [] };
  const turn: OpenTurn = { id: newTurnId(), at: now() };
  return { place, turn, begun: stores.map((store) => ({ store, ended: openTurn(store, turn, undefined) })) };
}

interface NamedCall {
  readonly key: string;
  readonly at: number;
  readonly entries: readonly NamedEntry[];
}

/** Stores the named files of a call that changes no others. */
function beginNamedCall(place: ProjectPlace, { key, at, entries }: NamedCall, begun: BegunTurns[]): void {
  const stores = storesOf(place);
  const opened = turnOfCall(place, stores);
  if (opened.begun.length > 0) begun.push(opened);
  for (const store of stores) {
    const own = entries.filter((entry) => storeOfEntry(stores, entry) === store);
    if (own.length === 0) continue;
    const turn = turnInStore(store, opened.turn);
    writeOpenCall(store.dir, store.session, callName(key), { at, named: storeNamed(store, turn.id, own) });
    seenNow(store.dir, turn.id);
  }
}

/** Takes a snapshot before a call that may change anything. */
async function beginScannedCall(place: ProjectPlace, call: TrackedCall, entries: readonly NamedEntry[]): Promise<void> {
  const stores = storesOf(place);
  const { turn, begun } = turnOfCall(place, stores);
  if (begun.length > 0)
    await afterAnswer(
      place,
      () => {},
      () => snapshotAtStart(place, turn, begun),
    );
  await Promise.all(
    stores.map((store) => {
      const own = entries.filter((entry) => storeOfEntry(stores, entry) === store);
      return call.mayWriteAnything || own.length > 0
        ? beginInStore(store, turnInStore(store, turn), call.key, own)
        : undefined;
    }),
  );
}

/** A file belongs to the innermost repository that holds it; files outside belong to the project's store. */
function storeOfEntry(stores: readonly StorePlace[], { findTarget }: NamedEntry): StorePlace | undefined {
  if (stores.length === 1) return stores[0];
  const target = findTarget();
  return stores
    .filter(({ root, folder }) => folder === '' || typeof pathInRoot(root, target) === 'string')
    .reduce((a, b) => (b.root.length > a.root.length ? b : a));
}

/** The turn in one store. A nested repository may not have it yet. */
function turnInStore(store: StorePlace, { id, at, ...rest }: OpenTurn): OpenTurn {
  if (store.folder === '') return { id, at, ...rest };
  const known = readOpenTurn(store.dir, store.session);
  if (known?.id === id) return known;
  openTurn(store, { id, at }, undefined);
  return { id, at };
}

/** Saves what a call may change in one store. */
async function beginInStore(
  store: StorePlace,
  turn: OpenTurn,
  key: string,
  entries: readonly NamedEntry[],
): Promise<void> {
  const { dir, session } = store;
  const { id } = turn;
  const call = callName(key);
  const named = storeNamed(store, id, entries);
  const begunAt = now();
  if (turn.isLight)
    return afterAnswer(store, () => {
      writeOpenCall(dir, session, call, { at: begunAt, named });
      seenNow(dir, id);
    });
  // The snapshot of the prompt may still be running; the first call waits for it.
  const look = await resultWithin(recordSnapshot(store, id), maxSnapshotWaitMs);
  const lookedAt = now();
  writeOpenCall(dir, session, call, { at: lookedAt, named, ...(look && { look: look.at }) });
  if (look) appendTurnLine(dir, id, { kind: 'begin', at: lookedAt, call, look: look.at });
  else seenNow(dir, id);
  if (look && !look.isSlow) return;
  // One slow snapshot may be chance: a busy machine.
  if (look && !turn.hasSlowLook && !look.isLarge) writeOpenTurn(dir, session, { ...turn, hasSlowLook: true });
  else makeLight(store, turn, look);
}

/** A hook denied the call, so later changes are not attributed to it. */
export async function refuseCall(given: EventPlace, key: string): Promise<void> {
  const at = now();
  await afterAnswer(given, () => {
    for (const { dir, session } of storesOf(projectPlace(given))) {
      const turn = readOpenTurn(dir, session);
      const call = callName(key);
      const open = turn && takeOpenCall(dir, session, call);
      if (!open) continue;
      // If the agent runs it anyway, it reports the end.
      writeOpenCall(dir, session, call, { ...open, isRefused: true });
      if (open.look !== undefined) appendTurnLine(dir, turn.id, { kind: 'finish', at, call, look: open.look });
    }
  });
}

/** After a call, failed or not: records its changes. `names`: the files that it names. */
export async function afterCall(given: EventPlace, key: string, names: readonly string[] = []): Promise<void> {
  const at = now();
  const ended: EndedCall[] = [];
  // Writes pending records of the call first, after the answer.
  await afterAnswer(
    given,
    () => {
      const place = projectPlace(given);
      const stores = storesOf(place);
      const call = callName(key);
      const isKnown = stores.some(({ dir, session }) => hasOpenCall(dir, session, call));
      for (const store of stores) ended.push(...endCall(store, call, at));
      if (!isKnown && names.length > 0) noteUnkept(turnOfCall(place, stores), call, names);
    },
    async () => {
      await Promise.all(
        ended.map(async ({ store, turn, call, open }) => {
          finishCalls(store.dir, turn, [[call, open]], await recordSnapshot(store, turn), true);
        }),
      );
    },
  );
}

/** The start of the call is unknown, so overwritten content is lost. The user must be notified. */
function noteUnkept({ place: { dir, root }, turn }: BegunTurns, call: string, names: readonly string[]): void {
  for (const name of names) {
    const path = pathInRoot(root, writeTarget(name));
    if (typeof path === 'string') appendTurnLine(dir, turn.id, { kind: 'unkept', at: now(), call, path });
  }
}

interface EndedCall {
  readonly store: StorePlace;
  readonly turn: string;
  readonly call: string;
  readonly open: OpenCall;
}

/** Records the end of a call in one store; returns it if a snapshot must follow. */
function endCall(store: StorePlace, call: string, at: number): readonly EndedCall[] {
  const { dir, session } = store;
  const turn = readOpenTurn(dir, session);
  if (!turn) return [];
  const open = takeOpenCall(dir, session, call);
  if (!open) {
    if (store.folder === '') seenNow(dir, turn.id);
    return [];
  }
  // The refused call is over; its actual run is a separate one.
  const { isRefused, ...begun } = open;
  const ran = isRefused ? `${call}.ran` : call;
  if (isRefused && open.look !== undefined)
    appendTurnLine(dir, turn.id, { kind: 'begin', at: open.at, call: ran, look: open.look });
  appendTurnLine(dir, turn.id, { kind: 'ended', at, call: ran });
  recordNamed(store, turn.id, open, at);
  return open.look === undefined ? [] : [{ store, turn: turn.id, call: ran, open: begun }];
}

/** From now on the whole turn counts as one call. */
function makeLight({ dir, session }: StorePlace, turn: OpenTurn, look: RecordedSnapshot | undefined): void {
  writeOpenTurn(dir, session, { ...turn, isLight: true });
  const why = !look
    ? noSnapshotInTime
    : look.isLarge
      ? `more than ${maxFilesForBrackets} files`
      : 'a look took too long';
  appendTurnLine(dir, turn.id, { kind: 'light', at: now(), why });
  // Without a snapshot, use the first one of the turn, which may still be running.
  const begin = look?.at ?? turn.at;
  appendTurnLine(dir, turn.id, { kind: 'begin', at: now(), call: turnWindow, look: begin });
  writeOpenCall(dir, session, turnWindow, { at: now(), look: begin, named: [] });
}

/** Marks calls as finished. `isReported`: the agent reported the end; otherwise the turn ended without a report. */
function finishCalls(
  dir: string,
  turn: string,
  calls: readonly (readonly [string, OpenCall])[],
  look: RecordedSnapshot | undefined,
  isReported: boolean,
): void {
  if (!look) return;
  for (const [call, open] of calls) {
    if (open.look === undefined || open.isRefused) continue;
    const isUnended = !isReported && call !== turnWindow;
    appendTurnLine(dir, turn, { kind: 'finish', at: now(), call, look: look.at, ...(isUnended && { isUnended }) });
  }
}
