import { batch, computed, signal } from '@preact/signals';
import type { BegunEvent } from '../src/answer/engine-watch.js';
import type { EngineReport } from '../src/resident/control-engine.js';
import type { ApprovalView, DecisionRow, HelloView, LiveMessage } from '../src/ui/page-types.js';
import { get, readLive } from './api.js';
import { createDrawing } from './drawing.js';
import { addToLanes } from './lanes.js';

export const hello = signal<HelloView | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** Is the stream open, and does the engine itself send news? */
export const connection = signal<'opening' | 'live' | 'polling' | 'gone'>('opening');
export const engine = signal<EngineReport | null | undefined>(undefined);
export const trouble = signal<string | undefined>(undefined);
export const waiting = signal<readonly ApprovalView[]>([]);
export const running = signal<ReadonlyMap<number, BegunEvent>>(new Map());
/** The decisions that match the filter, newest first. */
export const rows = signal<readonly DecisionRow[]>([]);
/** The same, updated only twice a second: enough for the choices of the filter. */
export const rowsForChoices = signal<readonly DecisionRow[]>([]);
export const paused = signal(false);
/** Decisions that arrived while the list was paused. */
export const held = signal<readonly DecisionRow[]>([]);
/** Updated twice a second, for clocks. */
export const clock = signal(Date.now());

export interface Filter {
  readonly host: string;
  readonly event: string;
  /** Its kind, such as shell, or the agent's own name for it. */
  readonly tool: string;
  readonly decision: string;
  readonly hook: string;
  readonly root: string;
  readonly session: string;
  readonly shadow: string;
  readonly minutes: string;
  /** Searched in the loaded decisions. */
  readonly text: string;
}
export const noFilter: Filter = {
  host: '',
  event: '',
  tool: '',
  decision: '',
  hook: '',
  root: '',
  session: '',
  shadow: '',
  minutes: '',
  text: '',
};
export const filter = signal<Filter>(noFilter);
export const isFiltered = computed(() => Object.values(filter.value).some((value) => value !== ''));

/** The rows that the list shows. */
export const shownRows = computed(() => {
  const words = filter.value.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows.value;
  return rows.value.filter((row) => {
    const text = [row.id, row.host, row.event, row.session, row.text ?? row.toolName ?? '', row.root]
      .concat(row.hooks.map(({ hook }) => hook))
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
});

/** Rows that are kept; older ones are loaded with a filter. */
const maxRows = 2_000;

const matches = (row: DecisionRow, wanted: Filter): boolean =>
  (wanted.host === '' || row.host === wanted.host) &&
  (wanted.event === '' || row.event === wanted.event) &&
  (wanted.tool === '' || row.tool === wanted.tool || row.toolName === wanted.tool) &&
  (wanted.decision === '' || row.decision === wanted.decision) &&
  (wanted.root === '' || row.root === wanted.root) &&
  (wanted.session === '' || row.session === wanted.session) &&
  (wanted.hook === '' || row.hooks.some(({ hook }) => hook === wanted.hook)) &&
  (wanted.shadow === '' || row.hooks.some(({ shadow }) => shadow)) &&
  (wanted.minutes === '' || row.at >= Date.now() - Number(wanted.minutes) * 60_000);

let newest: string | undefined;
/** Recent decisions by id: after a reconnect, some of them arrive again. */
let seen = new Set<string>();
let arrived: DecisionRow[] = [];
let arrivedTexts = new Map<string, string>();
/** The open events that the server reported; drawn with the rest. */
const open = new Map<number, BegunEvent>();
let isOpenChanged = false;
/** A new session: its lane appears with its first row, not half a second later. */
let isSessionNew = false;

/** Applies everything that arrived since the last frame in one change. */
function draw(): void {
  const fresh = arrived;
  const texts = arrivedTexts;
  arrived = [];
  arrivedTexts = new Map();
  batch(() => {
    if (isOpenChanged) running.value = new Map(open);
    isOpenChanged = false;
    const wanted = fresh.filter((row) => matches(row, filter.value)).map((row) => withText(row, texts));
    if (texts.size > 0) {
      rows.value = withTexts(rows.value, texts);
      held.value = withTexts(held.value, texts);
    }
    if (wanted.length > 0) {
      if (paused.value) held.value = merged(wanted, held.value);
      else rows.value = merged(wanted, rows.value);
    }
    if (isSessionNew) tick();
    isSessionNew = false;
  });
}

const schedule = createDrawing(draw);

function withText(row: DecisionRow, texts: ReadonlyMap<string, string>): DecisionRow {
  const text = texts.get(row.id);
  return text === undefined ? row : { ...row, text };
}

/** The same list if none of its rows gets a text. */
function withTexts(list: readonly DecisionRow[], texts: ReadonlyMap<string, string>): readonly DecisionRow[] {
  return list.some(({ id }) => texts.has(id)) ? list.map((row) => withText(row, texts)) : list;
}

/** Both lists, newest first, each decision once. */
function merged(fresh: readonly DecisionRow[], others: readonly DecisionRow[]): readonly DecisionRow[] {
  const first = [...fresh].sort(newestFirst);
  const ids = new Set(first.map(({ id }) => id));
  const all = [...first, ...others.filter(({ id }) => !ids.has(id))];
  // Decisions of processes other than the engine may arrive slightly late.
  if ((first.at(-1)?.id ?? '') < (others[0]?.id ?? '')) all.sort(newestFirst);
  return all.slice(0, maxRows);
}

const newestFirst = (a: DecisionRow, b: DecisionRow): number => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** Adds decisions. Only current ones show how fast they arrive, and so how often to draw. */
function take(all: readonly DecisionRow[], when: 'before' | 'now'): void {
  const fresh = all.filter(({ id }) => !seen.has(id));
  if (seen.size > 4 * maxRows) seen = new Set([...seen].slice(-2 * maxRows));
  for (const { id } of fresh) {
    seen.add(id);
    if (newest === undefined || id > newest) newest = id;
  }
  arrived.push(...fresh);
  if (arrived.length > maxRows) arrived = arrived.slice(-maxRows);
  if (addToLanes(fresh)) isSessionNew = true;
  schedule(when === 'now' ? fresh.length : 0);
}

function takeBegun(event: BegunEvent | undefined, ended?: number): void {
  if (event) open.set(event.n, event);
  else if (ended === undefined) open.clear();
  else open.delete(ended);
  isOpenChanged = true;
  schedule(0);
}

function receive(message: LiveMessage): void {
  if (message.kind === 'start') {
    connection.value = 'polling';
    takeBegun(undefined);
    trouble.value = message.trouble;
    take(message.rows, 'before');
  } else if (message.kind === 'decided') take(message.rows, 'now');
  else if (message.kind === 'texts') {
    for (const [id, text] of Object.entries(message.texts)) arrivedTexts.set(id, text);
    schedule(0);
  } else if (message.kind === 'begun') takeBegun(message.event);
  else if (message.kind === 'ended') takeBegun(undefined, message.n);
  else if (message.kind === 'engine') {
    connection.value = message.isWatched ? 'live' : 'polling';
    if (!message.isWatched) takeBegun(undefined);
  } else if (message.kind === 'status') engine.value = message.engine;
  else if (message.kind === 'waiting') waiting.value = message.approvals;
  else trouble.value = message.text;
}

/** Follows the stream; after a break it reconnects and loads what it missed. */
export async function follow(): Promise<never> {
  for (;;) {
    try {
      await readLive(newest, receive);
    } catch (error) {
      trouble.value = (error as Error).message;
    }
    connection.value = 'gone';
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Changes the filter: it is applied to the loaded rows at once, and the journal is queried for the rest. */
export async function changeFilter(change: Partial<Filter>): Promise<void> {
  const before = filter.value;
  const next = { ...before, ...change };
  filter.value = next;
  if (JSON.stringify({ ...before, text: '' }) === JSON.stringify({ ...next, text: '' })) return;
  batch(() => {
    rows.value = rows.value.filter((row) => matches(row, next));
    held.value = held.value.filter((row) => matches(row, next));
  });
  const { text: _text, ...asked } = next;
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const asking = ++filterNumber;
  try {
    const found = await get<readonly DecisionRow[]>('decisions', query);
    if (asking === filterNumber) rows.value = merged(found, rows.value);
  } catch (error) {
    trouble.value = (error as Error).message;
  }
}

let filterNumber = 0;

/** Shows the decisions that arrived while the list was paused. */
export function resume(): void {
  batch(() => {
    paused.value = false;
    rows.value = merged(held.value, rows.value);
    held.value = [];
  });
}

function tick(): void {
  batch(() => {
    clock.value = Date.now();
    rowsForChoices.value = rows.value;
  });
}

setInterval(tick, 500);
