import { join } from 'node:path';
import { now } from '../platform/clock.js';
import { exists } from '../platform/files/files.js';
import { headState } from '../platform/git/head-state.js';
import type { Environment } from '../platform/process/fit-environment.js';
import { withinMs } from '../platform/within.js';
import { keepState, pathInRoot } from './file-state.js';
import { maxFilesForBrackets, maxLookWaitMs, maxNamedBytesPerTurn, maxNewFileBytes, slowLookMs } from './limits.js';
import { type Look, takeLook } from './look.js';
import { isPruningDue, pruneStores } from './prune.js';
import { openShadowGit, storeFolder } from './shadow-git.js';
import { withFolderLock } from './store-lock.js';
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

/** Where turns happen: the project, the session, and who waits. */
export interface TurnPlace {
  readonly root: string;
  readonly session: string;
  readonly host: string;
  readonly env: Environment;
  /** Does work after the answer; missing: this process ends with the answer. */
  readonly later?: ((work: () => Promise<void>) => void) | undefined;
}

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

/** A person's prompt: the last turn of the session is over, and a new one begins. */
export async function beginTurn(place: TurnPlace, prompt: string | undefined): Promise<OpenTurn> {
  const dir = storeFolder(place.root, place.env);
  const before = readOpenTurn(dir, place.session);
  const calls = before ? closeSession(dir, place.session) : [];
  const turn: OpenTurn = { id: newTurnId(), at: now() };
  const head = headState(place.root);
  appendTurnLine(dir, turn.id, {
    kind: 'turn',
    at: turn.at,
    session: place.session,
    host: place.host,
    ...(prompt !== undefined && { prompt }),
    ...head,
  });
  if (before) appendTurnLine(dir, before.id, { kind: 'end', at: now(), why: 'prompt', ...head });
  writeOpenTurn(dir, place.session, turn);
  await inBackground(place, async () => {
    const look = await recordLook(place, turn.id);
    if (before) finishCalls(dir, before.id, calls, look, false);
  });
  return turn;
}

/** The session stopped, was done or ended. */
export async function endTurn(place: TurnPlace, why: string): Promise<void> {
  const dir = storeFolder(place.root, place.env);
  const turn = readOpenTurn(dir, place.session);
  if (!turn) return;
  const calls = closeSession(dir, place.session);
  appendTurnLine(dir, turn.id, { kind: 'end', at: now(), why, ...headState(place.root) });
  await inBackground(place, async () => {
    const look = await recordLook(place, turn.id);
    finishCalls(dir, turn.id, calls, look, false);
    if (isPruningDue(dir)) await pruneStores(place);
  });
}

/** Before a call: keeps what it may change. */
export async function beforeCall(place: TurnPlace, { key, mayWriteAnything, names }: TrackedCall): Promise<void> {
  const dir = storeFolder(place.root, place.env);
  const known = readOpenTurn(dir, place.session);
  if (!mayWriteAnything && names.length === 0) return known && seenNow(dir, known.id);
  const turn = known ?? (await beginTurn(place, undefined));
  const call = callName(key);
  const named = keepNamed(place, turn, names);
  // A file that is too large for a copy is kept by a look, if the project tracks it.
  const isCopied = named.length === names.filter((name) => typeof pathInRoot(place.root, name) === 'string').length;
  const isScanned = (mayWriteAnything || !isCopied) && !turn.isLight;
  // The look at the prompt may still run, and the first call waits for it.
  const look = isScanned ? await withinMs(recordLook(place, turn.id), maxLookWaitMs) : undefined;
  const at = now();
  writeOpenCall(dir, place.session, call, { at, named, ...(look && { look: look.at }) });
  if (look) appendTurnLine(dir, turn.id, { kind: 'begin', at, call, look: look.at });
  else seenNow(dir, turn.id);
  if (!isScanned || (look && !look.isSlow)) return;
  // Once may be chance: a busy machine.
  if (look && !turn.hasSlowLook && !look.isLarge) writeOpenTurn(dir, place.session, { ...turn, hasSlowLook: true });
  else makeLight(place, turn, look?.at);
}

/** A hook denied the call, so what changes from now on is not its own. */
export function refuseCall(place: TurnPlace, key: string): void {
  const dir = storeFolder(place.root, place.env);
  const turn = readOpenTurn(dir, place.session);
  const call = callName(key);
  const open = turn && takeOpenCall(dir, place.session, call);
  if (!open) return;
  // An agent that runs it all the same says so when it ends.
  writeOpenCall(dir, place.session, call, { ...open, isRefused: true });
  const { look } = open;
  if (look !== undefined) appendTurnLine(dir, turn.id, { kind: 'finish', at: now(), call, look });
}

/** After a call, whether it failed or not: what it changed. */
export async function afterCall(place: TurnPlace, key: string): Promise<void> {
  const dir = storeFolder(place.root, place.env);
  const turn = readOpenTurn(dir, place.session);
  if (!turn) return;
  const call = callName(key);
  const open = takeOpenCall(dir, place.session, call);
  if (!open) return seenNow(dir, turn.id);
  // The refused call is over; that it ran all the same is another one.
  const { isRefused, ...begun } = open;
  const ran = isRefused ? `${call}.ran` : call;
  if (isRefused && open.look !== undefined)
    appendTurnLine(dir, turn.id, { kind: 'begin', at: open.at, call: ran, look: open.look });
  appendTurnLine(dir, turn.id, { kind: 'ended', at: now(), call: ran });
  recordNamed(place, turn.id, open);
  if (open.look === undefined) return;
  await inBackground(place, async () => {
    const look = await recordLook(place, turn.id);
    finishCalls(dir, turn.id, [[ran, begun]], look, true);
  });
}

/** Work that nobody needs to wait for; where the process ends with the answer, it is waited for. */
async function inBackground({ later }: TurnPlace, work: () => Promise<void>): Promise<void> {
  const safe = () => work().catch(() => {});
  if (later) later(safe);
  else await withinMs(safe(), maxLookWaitMs);
}

interface RecordedLook {
  readonly at: number;
  readonly isSlow: boolean;
  /** The project has so many files that it is always slow. */
  readonly isLarge: boolean;
}

/** Looks at the project and records it; undefined, with the reason in the turn, if that failed. */
async function recordLook({ root, env }: TurnPlace, turn: string): Promise<RecordedLook | undefined> {
  const dir = storeFolder(root, env);
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
function makeLight({ root, env, session }: TurnPlace, turn: OpenTurn, look: number | undefined): void {
  const dir = storeFolder(root, env);
  writeOpenTurn(dir, session, { ...turn, isLight: true });
  const why = look === undefined ? 'no look was ready in time' : 'a look took too long';
  appendTurnLine(dir, turn.id, { kind: 'light', at: now(), why });
  // Without a look, the first one of the turn counts, which may still come.
  const begin = look ?? turn.at;
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

function keepNamed({ root, env }: TurnPlace, { id }: OpenTurn, names: readonly string[]): OpenCall['named'] {
  const dir = storeFolder(root, env);
  const objects = join(dir, 'git', 'objects');
  return names.flatMap((absolute) => {
    const path = pathInRoot(root, absolute);
    if (path === null) return [];
    if (path === undefined) {
      appendTurnLine(dir, id, { kind: 'outside', at: now(), path: absolute });
      return [];
    }
    const used = namedBytes.get(id) ?? 0;
    const kept = used > maxNamedBytesPerTurn ? undefined : keepState(root, path, objects, maxNewFileBytes);
    if (!kept) return [];
    if (namedBytes.size >= maxCounted) namedBytes.clear();
    namedBytes.set(id, used + (kept.stat?.size ?? 0));
    return [{ path, before: kept.state }];
  });
}

function recordNamed({ root, env }: TurnPlace, turn: string, { named }: OpenCall): void {
  const dir = storeFolder(root, env);
  for (const { path, before } of named) {
    const after = keepState(root, path, join(dir, 'git', 'objects'));
    if (after && !isSameState(before, after.state))
      appendTurnLine(dir, turn, { kind: 'named', at: now(), path, before, after: after.state });
  }
}

/** Is undo at work in this project? */
export const hasTurns = (root: string, env: Environment): boolean => exists(join(storeFolder(root, env), 'turns'));
