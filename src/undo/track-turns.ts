import { join } from 'node:path';
import { now } from '../platform/clock.js';
import { headState } from '../platform/git/head-state.js';
import { withinMs } from '../platform/within.js';
import { emptyFolderAbove, keepState, pathInRoot } from './file-state.js';
import { maxFilesForBrackets, maxLookWaitMs, maxNamedBytesPerTurn, maxNewFileBytes, slowLookMs } from './limits.js';
import { type Look, takeLook } from './look.js';
import { isPruningDue, pruneStores } from './prune.js';
import { afterAnswer, allWritten } from './session-queue.js';
import { openShadowGit, storeFolder } from './shadow-git.js';
import { withFolderLock } from './store-lock.js';
import { projectPlace, type StorePlace, storesOf, type TurnPlace } from './store-places.js';
import {
  appendTurnLine,
  callName,
  closeSession,
  newTurnId,
  type OpenCall,
  type OpenTurn,
  readOpenTurn,
  seenNow,
  takeOpenCall,
  writeOpenCall,
  writeOpenTurn,
} from './turn-files.js';
import { isSameState, turnWindow } from './turn-record.js';

/** A call, as far as undo needs it. */
export interface TrackedCall {
  /** Finds the end of the call. */
  readonly key: string;
  /** It may change files that it does not name. */
  readonly mayWriteAnything: boolean;
  /** Absolute paths that it names. */
  readonly names: readonly string[];
}

const lookTimeoutMs = 120_000;

/** A person's prompt: the last turn of the session is over, and a new one begins. `readPrompt` gives its first line. */
export async function beginTurn(given: TurnPlace, readPrompt?: () => Promise<string>): Promise<void> {
  await allWritten(given);
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
    () => lookAtStart(place, turn, begun, prompt),
  );
}

/** A turn that is over, and its calls that nobody ended. */
interface EndedTurn {
  readonly id: string;
  readonly calls: readonly (readonly [string, OpenCall])[];
}

interface BegunTurn {
  readonly store: StorePlace;
  /** The turn of the session that was open until now. */
  readonly ended: EndedTurn | undefined;
}

async function lookAtStart(
  place: TurnPlace,
  turn: OpenTurn,
  begun: readonly BegunTurn[],
  prompt?: string,
): Promise<void> {
  await Promise.all(
    begun.map(async ({ store, ended }) => {
      const look = await recordLook(store, turn.id);
      if (ended) finishCalls(store.dir, ended.id, ended.calls, look, false);
    }),
  );
  // The first look in a project finds the repositories in it.
  const known = new Set(begun.map(({ store }) => store.root));
  const found = storesOf(place).filter(({ root }) => !known.has(root));
  if (readOpenTurn(storeFolder(place.root, place.env), place.session)?.id !== turn.id) return;
  await Promise.all(
    found.map(async (store) => {
      openTurn(store, turn, prompt);
      await recordLook(store, turn.id);
    }),
  );
}

/** Opens a turn in one store, and ends the one that was open there. */
function openTurn(store: StorePlace, turn: OpenTurn, prompt: string | undefined): EndedTurn | undefined {
  const { dir, session, host, root, project, folder } = store;
  const before = readOpenTurn(dir, session);
  const calls = before ? closeSession(dir, session) : [];
  const head = headState(root);
  appendTurnLine(dir, turn.id, {
    kind: 'turn',
    at: turn.at,
    session,
    host,
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

/** The session stopped, was done, was interrupted or ended. */
export async function endTurn(given: TurnPlace, why: string): Promise<void> {
  await allWritten(given);
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
        finishCalls(store.dir, id, calls, await recordLook(store, id), false);
        if (isPruningDue(store.dir)) await pruneStores(store);
      }
    },
  );
}

/** Before a call: keeps what it may change. */
export async function beforeCall(given: TurnPlace, call: TrackedCall): Promise<void> {
  await allWritten(given);
  const place = projectPlace(given);
  const { dir, turn: known } = place;
  if (!call.mayWriteAnything && call.names.length === 0)
    return known && afterAnswer(place, () => seenNow(dir, known.id));
  const stores = storesOf(place);
  const turn = known ?? { id: newTurnId(), at: now() };
  if (!known) {
    const begun = stores.map((store) => ({ store, ended: openTurn(store, turn, undefined) }));
    await afterAnswer(
      place,
      () => {},
      () => lookAtStart(place, turn, begun),
    );
  }
  await Promise.all(
    stores.map((store) => {
      const names = call.names.filter((name) => storeOfName(stores, name) === store);
      return call.mayWriteAnything || names.length > 0 ? beginCall(store, turn, { ...call, names }) : undefined;
    }),
  );
}

/** A file belongs to the innermost repository that holds it; one outside of the project is named there. */
const storeOfName = (stores: readonly StorePlace[], name: string): StorePlace | undefined =>
  stores
    .filter(({ root, folder }) => folder === '' || typeof pathInRoot(root, name) === 'string')
    .reduce((a, b) => (b.root.length > a.root.length ? b : a));

/** Keeps what a call may change in one store. */
async function beginCall(
  store: StorePlace,
  projectTurn: OpenTurn,
  { key, mayWriteAnything, names }: TrackedCall,
): Promise<void> {
  const { dir, session } = store;
  const { id, at } = projectTurn;
  // A repository in the project may not have the turn yet.
  const known = store.folder === '' ? projectTurn : readOpenTurn(dir, session);
  const turn = known?.id === id ? known : { id, at };
  if (known?.id !== id) openTurn(store, turn, undefined);
  const call = callName(key);
  const { named, isCopied } = keepNamed(store, turn, names);
  // A file that is too large for a copy is kept by a look, if the project tracks it.
  const isScanned = (mayWriteAnything || !isCopied) && !turn.isLight;
  const begunAt = now();
  if (!isScanned)
    return afterAnswer(store, () => {
      writeOpenCall(dir, session, call, { at: begunAt, named });
      seenNow(dir, id);
    });
  // The look at the prompt may still run, and the first call waits for it.
  const look = await withinMs(recordLook(store, id), maxLookWaitMs);
  const lookedAt = now();
  writeOpenCall(dir, session, call, { at: lookedAt, named, ...(look && { look: look.at }) });
  if (look) appendTurnLine(dir, id, { kind: 'begin', at: lookedAt, call, look: look.at });
  else seenNow(dir, id);
  if (look && !look.isSlow) return;
  // Once may be chance: a busy machine.
  if (look && !turn.hasSlowLook && !look.isLarge) writeOpenTurn(dir, session, { ...turn, hasSlowLook: true });
  else makeLight(store, turn, look);
}

/** A hook denied the call, so what changes from now on is not its own. */
export async function refuseCall(given: TurnPlace, key: string): Promise<void> {
  const place = projectPlace(given);
  const at = now();
  await afterAnswer(place, () => {
    for (const { dir, session } of storesOf(place)) {
      const turn = readOpenTurn(dir, session);
      const call = callName(key);
      const open = turn && takeOpenCall(dir, session, call);
      if (!open) continue;
      // An agent that runs it all the same says so when it ends.
      writeOpenCall(dir, session, call, { ...open, isRefused: true });
      if (open.look !== undefined) appendTurnLine(dir, turn.id, { kind: 'finish', at, call, look: open.look });
    }
  });
}

/** After a call, whether it failed or not: what it changed. */
export async function afterCall(given: TurnPlace, key: string): Promise<void> {
  await allWritten(given);
  const place = projectPlace(given);
  const at = now();
  const ended: EndedCall[] = [];
  await afterAnswer(
    place,
    () => {
      for (const store of storesOf(place)) ended.push(...endCall(store, callName(key), at));
    },
    async () => {
      await Promise.all(
        ended.map(async ({ store, turn, call, open }) => {
          finishCalls(store.dir, turn, [[call, open]], await recordLook(store, turn), true);
        }),
      );
    },
  );
}

interface EndedCall {
  readonly store: StorePlace;
  readonly turn: string;
  readonly call: string;
  readonly open: OpenCall;
}

/** Writes down that a call ended in one store; returns it if a look must follow. */
function endCall(store: StorePlace, call: string, at: number): readonly EndedCall[] {
  const { dir, session } = store;
  const turn = readOpenTurn(dir, session);
  if (!turn) return [];
  const open = takeOpenCall(dir, session, call);
  if (!open) {
    if (store.folder === '') seenNow(dir, turn.id);
    return [];
  }
  // The refused call is over; that it ran all the same is another one.
  const { isRefused, ...begun } = open;
  const ran = isRefused ? `${call}.ran` : call;
  if (isRefused && open.look !== undefined)
    appendTurnLine(dir, turn.id, { kind: 'begin', at: open.at, call: ran, look: open.look });
  appendTurnLine(dir, turn.id, { kind: 'ended', at, call: ran });
  recordNamed(store, turn.id, open);
  return open.look === undefined ? [] : [{ store, turn: turn.id, call: ran, open: begun }];
}

interface RecordedLook {
  readonly at: number;
  readonly isSlow: boolean;
  /** The project has so many files that it is always slow. */
  readonly isLarge: boolean;
}

/** Looks at the project and records it; undefined, with the reason in the turn, if that failed. */
async function recordLook({ root, env, dir }: StorePlace, turn: string): Promise<RecordedLook | undefined> {
  try {
    return await withFolderLock(dir, lookTimeoutMs, async () => {
      const shadow = await openShadowGit(root, { env, timeoutMs: lookTimeoutMs });
      const at = now();
      const look = await takeLook(shadow);
      const { tree, permissionsId, leftOut, times, births } = look;
      appendTurnLine(dir, turn, {
        kind: 'look',
        at,
        tree,
        permissions: permissionsId,
        ...(leftOut.length > 0 && { leftOut: leftOut.slice(0, maxLeftOut) }),
        ...(times.length > 0 && { times }),
        ...(births.length > 0 && { births }),
      });
      const isLarge = look.files > maxFilesForBrackets;
      return { at, isSlow: isLarge || isSlow(look), isLarge };
    });
  } catch (error) {
    appendTurnLine(dir, turn, { kind: 'missed', at: now(), why: (error as Error).message.slice(0, 300) });
    return undefined;
  }
}

const maxLeftOut = 100;

const isSlow = ({ ms, isFirst }: Look): boolean => !isFirst && ms > slowLookMs;

/** From now on the whole turn is one call. */
function makeLight({ dir, session }: StorePlace, turn: OpenTurn, look: RecordedLook | undefined): void {
  writeOpenTurn(dir, session, { ...turn, isLight: true });
  const why = !look
    ? 'no look was ready in time'
    : look.isLarge
      ? `more than ${maxFilesForBrackets} files`
      : 'a look took too long';
  appendTurnLine(dir, turn.id, { kind: 'light', at: now(), why });
  // Without a look, the first one of the turn counts, which may still come.
  const begin = look?.at ?? turn.at;
  appendTurnLine(dir, turn.id, { kind: 'begin', at: now(), call: turnWindow, look: begin });
  writeOpenCall(dir, session, turnWindow, { at: now(), look: begin, named: [] });
}

/** The calls are over. `isSaid`: the agent said so; otherwise its turn ended without a word about them. */
function finishCalls(
  dir: string,
  turn: string,
  calls: readonly (readonly [string, OpenCall])[],
  look: RecordedLook | undefined,
  isSaid: boolean,
): void {
  if (!look) return;
  for (const [call, open] of calls) {
    if (open.look === undefined || open.isRefused) continue;
    const isUnended = !isSaid && call !== turnWindow;
    appendTurnLine(dir, turn, { kind: 'finish', at: now(), call, look: look.at, ...(isUnended && { isUnended }) });
  }
}

/** Bytes kept for files that calls name, by turn. A process that lives for one event counts its own only. */
const namedBytes = new Map<string, number>();
const maxCounted = 100;

/** What is at the paths that a call names. `isCopied`: the content of all of them is kept. */
function keepNamed(
  { root, dir }: StorePlace,
  { id }: OpenTurn,
  names: readonly string[],
): { readonly named: OpenCall['named']; readonly isCopied: boolean } {
  const objects = join(dir, 'git', 'objects');
  const named: OpenCall['named'][number][] = [];
  let isCopied = true;
  for (const absolute of names) {
    const path = pathInRoot(root, absolute);
    if (path === undefined) appendTurnLine(dir, id, { kind: 'outside', at: now(), path: absolute });
    if (typeof path !== 'string') continue;
    const used = namedBytes.get(id) ?? 0;
    const kept = used > maxNamedBytesPerTurn ? undefined : keepState(root, path, objects, maxNewFileBytes);
    isCopied &&= kept !== undefined;
    if (!kept) continue;
    if (namedBytes.size >= maxCounted) namedBytes.clear();
    namedBytes.set(id, used + (kept.stat?.size ?? 0));
    named.push({ path, before: kept.state });
    // A new file may fill an empty folder, which then must stay when the file goes.
    if (!kept.stat) named.push(...emptyFolderAbove(root, path));
  }
  return { named, isCopied };
}

function recordNamed({ root, dir }: StorePlace, turn: string, { named }: OpenCall): void {
  for (const { path, before } of named) {
    const after = keepState(root, path, join(dir, 'git', 'objects'));
    if (after && !isSameState(before, after.state))
      appendTurnLine(dir, turn, { kind: 'named', at: now(), path, before, after: after.state });
  }
}
