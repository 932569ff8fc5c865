import { CodedError } from '../../../core/errors.js';
import { MissingSqliteError, sqliteTrouble } from '../../../platform/sqlite.js';
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
  const say = (what: string, suggestion: string) => new StoreError(`${path} ${what}`, suggestion, error);
  const said = String((error as Error).message);
  if (error instanceof MissingSqliteError) return new StoreError(said, 'tasks cannot be stored without it', error);
  switch (sqliteTrouble(error)) {
    case 'corrupt':
      return say(`is damaged (${said})`, 'move it away with its -wal and -shm files, or restore a copy');
    case 'locked':
      return say('is locked by another program', 'wait for that program, or stop it');
    case 'full':
      return say(`cannot be written to (${said})`, 'free some disk space, then try again');
    default:
      return say(`cannot be used (${said})`, 'check that it is a file, and check your write permission on its folder');
  }
}
