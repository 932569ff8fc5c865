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

/** Sends decisions and open events of an engine to watchers. Costs nothing without watchers. */
export interface EngineWatch {
  begin(): OpenEvent;
  end(event: OpenEvent): void;
  /** Forwards lines of decisions that were just written; called after the answers are sent. */
  decided(lines: string): void;
  /** Adds a watcher and returns its removal. It gets the open events at once. */
  add(notify: (lines: string) => void): () => void;
}

/** News besides decisions. */
export type WatchNews =
  | { readonly begun: BegunEvent }
  /** The event of this number is answered. */
  | { readonly ended: number };

/** An event that has been open for a while, and the hooks that it waits for. Sent again when these change. */
export interface BegunEvent extends NamesOfEvent {
  /** A number that no other open event of this engine has. */
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly hooks: readonly { readonly hook: string; readonly at: number }[];
}

/** How often to check for events that stay open; shorter ones are only sent as decisions. */
const lookMs = 100;
/** Sending takes time from agents, so a growing pause follows: up to 100 decisions a second are sent at once. */
const pauseMs = { perWrite: 8, longest: 50 } as const;

export function createEngineWatch({ now, ticks }: { now: () => number; ticks: () => number }): EngineWatch {
  const open = new Set<OpenEvent>();
  const watchers = new Set<(lines: string) => void>();
  /** The number of each event that was sent, and the hooks that were running. */
  let sent = new Map<OpenEvent, { readonly n: number; readonly hooks: string | undefined }>();
  let lastNumber = 0;
  let timer: NodeJS.Timeout | undefined;
  let gathered = '';
  let writes = 0;
  /** When the pause after the last write ends, on the monotonic clock. */
  let pauseEnds = 0;
  let cancelNotify: (() => void) | undefined;

  const notifyAll = (lines: string) => {
    if (lines !== '') for (const notify of watchers) notify(lines);
  };
  const forgetGathered = () => {
    cancelNotify?.();
    [cancelNotify, gathered, writes] = [undefined, '', 0];
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
    const before = sent;
    const longAgo = ticks() - lookMs;
    let lines = '';
    sent = new Map();
    for (const one of open) {
      if (!one.event || one.began > longAgo) continue;
      const known = before.get(one);
      const hooks = [...one.hooks.keys()].map(({ id }) => id).join('\n');
      const n = known?.n ?? ++lastNumber;
      sent.set(one, { n, hooks });
      if (known?.hooks !== hooks) lines += begunLine(one, one.event, n);
    }
    for (const [one, { n }] of before) if (!sent.has(one)) lines += newsLine({ ended: n });
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
      cancelNotify ??= callAfter(pauseEnds - ticks(), notifyGathered);
    },
    add(notify) {
      // A new watcher finds earlier decisions in the journal.
      notifyGathered();
      watchers.add(notify);
      // Send the open events to all again: earlier watchers see the same numbers.
      sent = new Map([...sent].map(([one, { n }]) => [one, { n, hooks: undefined }]));
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

/** Calls after a time, or, if that is over, as soon as the current work is done; returns a function that cancels it. */
function callAfter(ms: number, act: () => void): () => void {
  if (ms <= 0) {
    const immediate = setImmediate(act);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

const newsLine = (news: WatchNews): string => `${JSON.stringify(news)}\n`;
