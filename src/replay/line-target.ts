import { AnyhookError } from '../core/errors.js';
import { type AtomicWriter, openAtomic } from '../platform/files/atomic-writer.js';
import { readStart } from '../platform/files/builtin-files.js';
import { entryExists } from '../platform/files/files.js';
import { readHeader } from './recording.js';

/** The target of a recording: a function, or a file, which is replaced only if it is already a recording. */
export function openLineTarget(to: string | ((text: string) => void)): AtomicWriter {
  if (typeof to !== 'string') return { write: to, finish: () => {}, abandon: () => {} };
  if (entryExists(to) && typeof readHeader(readStart(to, 4_096)?.text.split('\n')[0] ?? '') === 'string')
    throw new AnyhookError('BAD_ARGUMENT', `${to} exists and is not a recording; use another name, or remove it first`);
  return openAtomic(to);
}
