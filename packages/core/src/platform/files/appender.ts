import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './files.js';

/** A file that stays open for appending lines. */
export interface Appender {
  readonly path: string;
  readonly size: number;
  /** Was the file deleted meanwhile? Writes to it would be lost. */
  isGone(): boolean;
  /** Writes whole lines, in one write if possible. If it throws, none of them are in the file. */
  write(lines: string, sync: boolean): void;
  close(): void;
}

// Non-blocking: opening a named pipe must not hang.
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Opens a file of lines that has no other writer; private to its owner. */
export function openAppender(path: string): Appender {
  makePrivateFolder(dirname(path));
  const fd = openSync(path, flags, 0o600);
  const stat = fstatSync(fd);
  if (!stat.isFile()) {
    closeSync(fd);
    throw new Error(`${path}: expected a file`);
  }
  let { size } = stat;
  // The previous writer may have died in the middle of a line.
  let torn = size > 0;
  return {
    path,
    get size() {
      return size;
    },
    isGone: () => fstatSync(fd).nlink === 0,
    write(lines, sync) {
      const text = torn ? `\n${lines}` : lines;
      const bytes = Buffer.byteLength(text);
      torn = true;
      try {
        const written = writeSync(fd, text);
        if (written < bytes) finishWrite(fd, Buffer.from(text), written);
      } catch (error) {
        ftruncateSync(fd, size);
        throw error;
      }
      torn = false;
      size += bytes;
      if (sync) fdatasyncSync(fd);
    },
    close: () => closeSync(fd),
  };
}

/** A signal or a nearly full disk cut a write short. */
function finishWrite(fd: number, bytes: Buffer, from: number): void {
  for (let at = from; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
