import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { renameEntry } from './rename.js';

/** A file that is written in parts and appears only when it is complete. */
export interface AtomicWriter {
  write(text: string): void;
  finish(): void;
  abandon(): void;
}

const bufferSize = 1024 * 1024;

/** Opens a file for writing that only its owner can read. */
export function openAtomic(path: string): AtomicWriter {
  const temporary = `${path}.${process.pid}.tmp`;
  let waiting = '';
  writeFileSync(temporary, '', { flag: 'wx', mode: 0o600 });
  const flush = () => {
    appendFileSync(temporary, waiting);
    waiting = '';
  };
  return {
    write(text) {
      waiting += text;
      if (waiting.length > bufferSize) flush();
    },
    finish() {
      flush();
      renameEntry(temporary, path);
    },
    abandon: () => rmSync(temporary, { force: true }),
  };
}
