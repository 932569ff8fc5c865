/** Counters of the engine, for `anyhook status`. */
export interface RequestStats {
  /** Counts an event; call the result when it is answered. */
  begin(): () => void;
  /** Events that are being answered. */
  readonly open: number;
  /** Milliseconds since the last event arrived or was answered. */
  idleFor(): number;
  report(): {
    readonly events: number;
    readonly open: number;
    readonly idleForMs: number;
    /** Milliseconds from arrival to answer of the latest events. */
    readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
  };
}

/** Number of events whose latency is kept. */
const keptLatencies = 1_024;

export function createRequestStats({ ticks }: { readonly ticks: () => number }): RequestStats {
  const spans = new Float64Array(keptLatencies);
  let events = 0;
  let open = 0;
  let last = ticks();
  return {
    begin() {
      const began = ticks();
      open++;
      last = began;
      return () => {
        open--;
        last = ticks();
        spans[events++ % keptLatencies] = last - began;
      };
    },
    get open() {
      return open;
    },
    idleFor: () => ticks() - last,
    report() {
      const sorted = spans.slice(0, Math.min(events, keptLatencies)).sort();
      const at = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 1000) / 1000;
      const idleForMs = open > 0 ? 0 : Math.round(ticks() - last);
      return { events, open, idleForMs, latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99) } };
    },
  };
}
