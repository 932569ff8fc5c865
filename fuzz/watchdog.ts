import { Worker } from 'node:worker_threads';

/** Ends the process if a case never returns. */
export interface Watchdog {
  /** A new case begins. */
  readonly next: (repeatLine: string) => void;
  readonly stop: () => Promise<unknown>;
}

const maxSilenceMs = 60_000;
const maxLine = 400;

/** Watches from another thread, because an endless loop blocks this one. */
export function startWatchdog(): Watchdog {
  const shared = new SharedArrayBuffer(8 + maxLine * 2);
  const beats = new Int32Array(shared, 0, 2);
  const line = new Uint16Array(shared, 8);
  const code = `
    const { workerData } = require('node:worker_threads');
    const beats = new Int32Array(workerData.shared, 0, 2);
    const line = new Uint16Array(workerData.shared, 8);
    let last = -1;
    setInterval(() => {
      const now = Atomics.load(beats, 0);
      if (now !== last) return void (last = now);
      const text = String.fromCharCode(...line.subarray(0, Atomics.load(beats, 1)));
      require('node:fs').writeSync(2, 'hang: no end after a minute\\n  again: ' + text + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }, workerData.maxSilenceMs).unref();`;
  const worker = new Worker(code, { eval: true, workerData: { shared, maxSilenceMs } });
  worker.unref();
  return {
    next(repeatLine) {
      const text = repeatLine.slice(0, maxLine);
      for (let i = 0; i < text.length; i++) line[i] = text.charCodeAt(i);
      Atomics.store(beats, 1, text.length);
      Atomics.add(beats, 0, 1);
    },
    stop: () => worker.terminate(),
  };
}
