import type { Event } from '@anyhook/core';
import type { HooksAtWork } from '../engine/run.js';
import { type NamesOfEvent, namesOfEvent } from '../journal/record.js';

export interface OpenEvent {
  /** When it arrived, on the monotonic clock. */
  readonly began: number;
  readonly hooks: HooksAtWork;
  /** Missing until it is decoded. */
  event?: Event;
}

/** Tells those who watch what an engine decides, and which events it is working on. Costs nothing while nobody watches. */
export interface EngineWatch {
  begin(): OpenEvent;
  end(event: OpenEvent): void;
  /** Passes lines of decisions on that were just written, right after the answers, which come first. */
  decided(lines: string): void;
  /** Adds someone who watches; returns what removes them. They are told at once which events are open. */
  add(notify: (lines: string) => void): () => void;
}

/** What those who watch are told besides decisions. */
export type WatchNews =
  | { readonly begun: BegunEvent }
  /** The event of this number is answered. */
  | { readonly ended: number };

/** An event that has been open for a while, and the hooks that it waits for. Told again when these change. */
export interface BegunEvent extends NamesOfEvent {
  /** A number that no other open event of this engine has. */
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly hooks: readonly { readonly hook: string; readonly at: number }[];
}

/** How often to look for events that are open for long; shorter ones are only told as decisions. */
const lookMs = 100;
/** Telling takes time from agents, so a pause follows that grows with it: up to 100 decisions a second are told at once. */
const pauseMs = { perWrite: 8, longest: 50 } as const;

export function createEngineWatch({ now, ticks }: { now: () => number; ticks: () => number }): EngineWatch {
  const open = new Set<OpenEvent>();
  const watchers = new Set<(lines: string) => void>();
  /** The number of each event that was told, and the hooks that were at work. */
  let told = new Map<OpenEvent, { readonly n: number; readonly hooks: string | undefined }>();
  let lastNumber = 0;
  let timer: NodeJS.Timeout | undefined;
  let gathered = '';
  let writes = 0;
  /** When the pause after the last telling ends, on the monotonic clock. */
  let pauseEnds = 0;
  let cancelTelling: (() => void) | undefined;

  const notifyAll = (lines: string) => {
    if (lines !== '') for (const notify of watchers) notify(lines);
  };
  const forgetGathered = () => {
    cancelTelling?.();
    [cancelTelling, gathered, writes] = [undefined, '', 0];
  };
  const notifyGathered = () => {
    const lines = gathered;
    pauseEnds = ticks() + Math.min(pauseMs.longest, pauseMs.perWrite * writes);
    forgetGathered();
    notifyAll(lines);
  };
  const begunLine = (one: OpenEvent, event: Event, n: number): string => {
    const offset = now() - ticks();
    const hooks = [...one.hooks].map(([{ id }, started]) => ({ hook: id, at: Math.round(started + offset) }));
    return newsLine({ begun: { n, at: Math.round(one.began + offset), ...namesOfEvent(event), hooks } });
  };
  const look = () => {
    const before = told;
    const longAgo = ticks() - lookMs;
    let lines = '';
    told = new Map();
    for (const one of open) {
      if (!one.event || one.began > longAgo) continue;
      const known = before.get(one);
      const hooks = [...one.hooks.keys()].map(({ id }) => id).join('\n');
      const n = known?.n ?? ++lastNumber;
      told.set(one, { n, hooks });
      if (known?.hooks !== hooks) lines += begunLine(one, one.event, n);
    }
    for (const [one, { n }] of before) if (!told.has(one)) lines += newsLine({ ended: n });
    notifyAll(lines);
  };

  return {
    begin() {
      const event: OpenEvent = { began: ticks(), hooks: new Map() };
      open.add(event);
      return event;
    },
    end: (event) => void open.delete(event),
    decided(lines) {
      if (watchers.size === 0) return;
      gathered += lines;
      writes++;
      cancelTelling ??= callAfter(pauseEnds - ticks(), notifyGathered);
    },
    add(notify) {
      // Who comes now finds in the journal what was decided before.
      notifyGathered();
      watchers.add(notify);
      // Everyone hears of the open events again: those who know them already see the same numbers.
      told = new Map([...told].map(([one, { n }]) => [one, { n, hooks: undefined }]));
      notify('');
      look();
      timer ??= setInterval(look, lookMs);
      return () => {
        watchers.delete(notify);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        forgetGathered();
      };
    },
  };
}

/** Calls after a time, or, if that is over, as soon as the work at hand is done; returns what prevents it. */
function callAfter(ms: number, act: () => void): () => void {
  if (ms <= 0) {
    const immediate = setImmediate(act);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

const newsLine = (news: WatchNews): string => `${JSON.stringify(news)}\n`;
