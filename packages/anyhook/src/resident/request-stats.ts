/** Counters of the engine, for `anyhook engine status`. */
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
  const latencies = new Float64Array(keptLatencies);
  let events = 0;
  let open = 0;
  let lastActivity = ticks();
  return {
    begin() {
      const began = ticks();
      open++;
      lastActivity = began;
      return () => {
        open--;
        lastActivity = ticks();
        latencies[events++ % keptLatencies] = lastActivity - began;
      };
    },
    get open() {
      return open;
    },
    idleFor: () => ticks() - lastActivity,
    report() {
      const sorted = latencies.slice(0, Math.min(events, keptLatencies)).sort();
      const percentile = (fraction: number) =>
        Math.round((sorted[Math.floor(sorted.length * fraction)] ?? 0) * 1000) / 1000;
      const idleForMs = open > 0 ? 0 : Math.round(ticks() - lastActivity);
      return {
        events,
        open,
        idleForMs,
        latency: { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) },
      };
    },
  };
}
