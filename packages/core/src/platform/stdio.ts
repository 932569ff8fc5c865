import { readSync, writeSync } from 'node:fs';
import { killAllGroups } from './process/process-groups.js';

/** Standard input: its bytes up to the limit, and whether there were more. */
export interface StdinContent {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

/**
 * Reads all of standard input synchronously, which is the fastest way. Input beyond the limit is read and dropped: an
 * agent may ignore the answer of a program that did not read everything.
 */
export function readStdin(maxBytes: number): StdinContent {
  const chunks: Buffer[] = [];
  let total = 0;
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (;;) {
    const read = readSome(chunk);
    if (read === 0) break;
    const room = maxBytes - total;
    if (read > room) {
      chunks.push(Buffer.from(chunk.subarray(0, room)));
      dropRest(chunk);
      return { bytes: Buffer.concat(chunks), truncated: true };
    }
    chunks.push(Buffer.from(chunk.subarray(0, read)));
    total += read;
  }
  return { bytes: Buffer.concat(chunks), truncated: false };
}

/** Standard input as it arrives, until its end or until the caller stops. */
export function* stdinChunks(): Generator<Buffer, void> {
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const read = readSome(chunk);
    if (read === 0) return;
    yield chunk.subarray(0, read);
  }
}

/** Writes everything, even to a pipe that is full at the moment; returns why it failed. A closed reader is not an error. */
export function writeFully(fd: 1 | 2, text: string | Buffer): string | undefined {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return undefined;
      if (code !== 'EAGAIN') return message;
      waitForDescriptor();
    }
  }
  return undefined;
}

/** The most that is dropped: input may be endless. */
const maxDroppedBytes = 1024 * 1024 * 1024;

function dropRest(chunk: Buffer): void {
  for (let dropped = 0; dropped < maxDroppedBytes; ) {
    const read = readSome(chunk);
    if (read === 0) return;
    dropped += read;
  }
}

function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk, 0, chunk.length, null);
    } catch (error) {
      // Closed, a folder, or a lost terminal: there is no more input.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return 0;
      waitForDescriptor();
    }
  }
}

/** A non-blocking descriptor is not ready: waits a moment without spinning. */
function waitForDescriptor(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

/** Keeps output of hooks in this process out of our answers. Call it after the stream for answers is set up. */
export function keepStdoutClean(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ends our child processes with this one; the first signal requests the end, the second one ends it at once. */
export function onEndSignal(requestEnd: () => void): void {
  let isRequested = false;
  process.on('exit', killAllGroups);
  for (const name of endSignals)
    process.on(name, () => {
      if (isRequested) process.exit(1);
      isRequested = true;
      requestEnd();
    });
  // A hook that runs in this process may leave a rejected promise behind, which does not affect the server.
  process.on('unhandledRejection', (error) => process.stderr.write(`anyhook: ${String(error)}\n`));
}
