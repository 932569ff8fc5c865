import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Sink } from '../cli/lib/io.js';
import { AnyhookError } from '../core/errors.js';
import { readStart } from '../platform/files/builtin-files.js';
import { isThere } from '../platform/files/files.js';
import { readHeader } from './recording.js';

/** Something that lines are written to, whole or not at all. */
export interface Target {
  /** Where it will be; undefined for stdout. */
  readonly path: string | undefined;
  write(text: string): void;
  /** Puts the file in its place. */
  finish(): void;
  /** Leaves nothing behind of a file that was not finished. */
  abandon(): void;
}

const bufferSize = 1024 * 1024;

/** A file that is there once it is whole; without a path, stdout. */
export function openTarget(path: string | undefined, stdout: Sink): Target {
  if (path === undefined)
    return { path, write: (text) => void stdout.write(text), finish: () => {}, abandon: () => {} };
  if (isThere(path) && typeof readHeader(readStart(path, 4_096)?.text.split('\n')[0] ?? '') === 'string')
    throw new AnyhookError('BAD_ARGUMENT', `${path} exists and is no recording; use another name, or remove it first`);
  const temporary = `${path}.${process.pid}.tmp`;
  let waiting = '';
  // What an agent did is nobody else's business, until its owner says so.
  writeFileSync(temporary, '', { flag: 'wx', mode: 0o600 });
  const flush = () => {
    appendFileSync(temporary, waiting);
    waiting = '';
  };
  return {
    path,
    write(text) {
      waiting += text;
      if (waiting.length > bufferSize) flush();
    },
    finish() {
      flush();
      renameSync(temporary, path);
    },
    abandon: () => rmSync(temporary, { force: true }),
  };
}
