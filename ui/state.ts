import { batch, computed, signal } from '@preact/signals';
import type { EngineReport } from '../src/resident/control-engine.js';
import type { BegunEvent } from '../src/service/engine-watch.js';
import type { ApprovalView, DecisionRow, HelloView, LiveMessage } from '../src/ui/page-types.js';
import { get, readLive } from './api.js';
import { addToLanes } from './lanes.js';

export const hello = signal<HelloView | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** Whether the stream is open, and whether the engine itself tells. */
export const connection = signal<'opening' | 'live' | 'polling' | 'gone'>('opening');
export const engine = signal<EngineReport | null | undefined>(undefined);
export const trouble = signal<string | undefined>(undefined);
export const waiting = signal<readonly ApprovalView[]>([]);
export const running = signal<ReadonlyMap<number, BegunEvent>>(new Map());
/** The decisions that match the filter, newest first. */
export const rows = signal<readonly DecisionRow[]>([]);
/** The same, but only twice a second: enough to know what one can choose from. */
export const rowsForChoices = signal<readonly DecisionRow[]>([]);
export const paused = signal(false);
/** Decisions that came while the list was paused. */
export const held = signal<readonly DecisionRow[]>([]);
/** Changes twice a second, for clocks. */
export const clock = signal(Date.now());

export interface Filter {
  readonly host: string;
  readonly event: string;
  readonly decision: string;
  readonly hook: string;
  readonly root: string;
  readonly session: string;
  readonly shadow: string;
  readonly minutes: string;
  /** Searched in what is loaded. */
  readonly text: string;
}
export const noFilter: Filter = {
  host: '',
  event: '',
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

/** Rows that are kept; older ones are asked for with a filter. */
const maxRows = 2_000;

const matches = (row: DecisionRow, wanted: Filter): boolean =>
  (wanted.host === '' || row.host === wanted.host) &&
  (wanted.event === '' || row.event === wanted.event) &&
  (wanted.decision === '' || row.decision === wanted.decision) &&
  (wanted.root === '' || row.root === wanted.root) &&
  (wanted.session === '' || row.session === wanted.session) &&
  (wanted.hook === '' || row.hooks.some(({ hook }) => hook === wanted.hook)) &&
  (wanted.shadow === '' || row.hooks.some(({ shadow }) => shadow));

let newest: string | undefined;
let arrived: DecisionRow[] = [];
let arrivedTexts: Record<string, string> = {};
let isScheduled = false;

/** Everything that arrived since the last picture, in one change. */
function flush(): void {
  isScheduled = false;
  const fresh = arrived;
  const texts = arrivedTexts;
  arrived = [];
  arrivedTexts = {};
  batch(() => {
    if (Object.keys(texts).length > 0) rows.value = rows.value.map((row) => withText(row, texts));
    const wanted = fresh.filter((row) => matches(row, filter.value)).reverse();
    if (wanted.length === 0) return;
    if (paused.value) held.value = merged(wanted, held.value);
    else rows.value = merged(wanted, rows.value);
  });
}

const withText = (row: DecisionRow, texts: Readonly<Record<string, string>>): DecisionRow => {
  const text = texts[row.id];
  return text === undefined ? row : { ...row, text };
};

function merged(first: readonly DecisionRow[], second: readonly DecisionRow[]): readonly DecisionRow[] {
  const known = new Set(first.map(({ id }) => id));
  const all = [...first, ...second.filter(({ id }) => !known.has(id))];
  // Processes that decide beside the engine may come a moment late.
  if (
    first.some((row, i) => i > 0 && row.id > (first[i - 1]?.id ?? '')) ||
    (first.at(-1)?.id ?? '') < (second[0]?.id ?? '')
  )
    all.sort((a, b) => (a.id < b.id ? 1 : -1));
  return all.slice(0, maxRows);
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  // A page in the background gets no frames.
  if (document.hidden) setTimeout(flush, 500);
  else requestAnimationFrame(flush);
}

function take(fresh: readonly DecisionRow[]): void {
  for (const row of fresh) if (newest === undefined || row.id > newest) newest = row.id;
  arrived.push(...fresh);
  if (arrived.length > maxRows) arrived = arrived.slice(-maxRows);
  addToLanes(fresh);
  schedule();
}

function tell(message: LiveMessage): void {
  if (message.kind === 'start') {
    connection.value = 'polling';
    running.value = new Map();
    trouble.value = message.trouble;
    take(message.rows);
  } else if (message.kind === 'decided') take(message.rows);
  else if (message.kind === 'texts') {
    Object.assign(arrivedTexts, message.texts);
    schedule();
  } else if (message.kind === 'begun') running.value = new Map(running.value).set(message.event.n, message.event);
  else if (message.kind === 'ended') {
    const left = new Map(running.value);
    left.delete(message.n);
    running.value = left;
  } else if (message.kind === 'engine') {
    connection.value = message.isWatched ? 'live' : 'polling';
    if (!message.isWatched) running.value = new Map();
  } else if (message.kind === 'status') engine.value = message.engine;
  else if (message.kind === 'waiting') waiting.value = message.approvals;
  else trouble.value = message.text;
}

/** Follows what happens; comes back after a break and takes in what it missed. */
export async function follow(): Promise<never> {
  for (;;) {
    try {
      await readLive(newest, tell);
    } catch (error) {
      trouble.value = (error as Error).message;
    }
    connection.value = 'gone';
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Takes another filter: what matches it is asked for, and what comes is compared with it. */
export async function changeFilter(change: Partial<Filter>): Promise<void> {
  const before = filter.value;
  const next = { ...before, ...change };
  filter.value = next;
  const { text: _text, ...asked } = next;
  if (JSON.stringify({ ...before, text: '' }) === JSON.stringify({ ...next, text: '' })) return;
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const asking = ++filterNumber;
  const found = await get<readonly DecisionRow[]>('decisions', query);
  if (asking === filterNumber) rows.value = found;
}

let filterNumber = 0;

/** Shows what came while the list was paused. */
export function resume(): void {
  batch(() => {
    paused.value = false;
    rows.value = merged(held.value, rows.value);
    held.value = [];
  });
}

setInterval(() => {
  batch(() => {
    clock.value = Date.now();
    rowsForChoices.value = rows.value;
  });
}, 500);
