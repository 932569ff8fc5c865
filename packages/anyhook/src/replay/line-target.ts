import { AnyhookError, type AtomicWriter, entryExists, openAtomic, readStart } from '@anyhook/core';
import { readHeader } from './recording.js';

/** The target of a recording: a function, or a file, which is replaced only if it is already a recording. */
export function openLineTarget(target: string | ((text: string) => void)): AtomicWriter {
  if (typeof target !== 'string') return { write: target, finish: () => {}, abandon: () => {} };
  if (entryExists(target) && typeof readHeader(readStart(target, 4_096)?.text.split('\n')[0] ?? '') === 'string')
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `${target} exists and is not a recording; use another name, or remove it first`,
    );
  return openAtomic(target);
}
