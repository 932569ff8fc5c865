import { CodedError, MissingSqliteError, sqliteErrorKind } from '@anyhook/core';
import type { TaskError } from '../task.js';

/** The task store cannot be used, or cannot store something; nothing of the request was stored. */
export class StoreError extends CodedError<'STORE'> {
  override readonly name = 'StoreError';
  readonly error: TaskError & { readonly code: 'STORE' };
  constructor(message: string, suggestion: string, cause?: unknown) {
    super('STORE', `${message}; ${suggestion}`, { cause });
    this.error = { code: 'STORE', message, suggestion };
  }
}

/** The error for a failed call to the database at this path, in plain words. */
export function storeError(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const makeError = (what: string, suggestion: string) => new StoreError(`${path} ${what}`, suggestion, error);
  const detail = String((error as Error).message);
  if (error instanceof MissingSqliteError) return new StoreError(detail, 'tasks cannot be stored without it', error);
  switch (sqliteErrorKind(error)) {
    case 'corrupt':
      return makeError(`is damaged (${detail})`, 'move it away with its -wal and -shm files, or restore a copy');
    case 'locked':
      return makeError('is locked by another program', 'wait for that program, or stop it');
    case 'full':
      return makeError(`cannot be written to (${detail})`, 'free some disk space, then try again');
    default:
      return makeError(
        `cannot be used (${detail})`,
        'check that it is a file, and check your write permission on its folder',
      );
  }
}
