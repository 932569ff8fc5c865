import { CodedError } from '../../../core/errors.js';
import { MissingSqlite, troubleOf } from '../../../platform/sqlite.js';
import type { TaskError } from '../task.js';

/** The task store cannot be used, or cannot keep something; nothing of what was asked for was kept. */
export class StoreError extends CodedError<'STORE'> {
  override readonly name = 'StoreError';
  readonly error: TaskError & { readonly code: 'STORE' };
  constructor(message: string, suggestion: string, cause?: unknown) {
    super('STORE', `${message}; ${suggestion}`, { cause });
    this.error = { code: 'STORE', message, suggestion };
  }
}

/** What a failed call to the database at this path means, in the words of a person. */
export function storeError(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const say = (what: string, suggestion: string) => new StoreError(`${path} ${what}`, suggestion, error);
  const said = String((error as Error).message);
  if (error instanceof MissingSqlite) return new StoreError(said, 'tasks cannot be kept without it', error);
  switch (troubleOf(error)) {
    case 'corrupt':
      return say(`is damaged (${said})`, 'move it away with its -wal and -shm files, or put a copy of it back');
    case 'locked':
      return say('is held by another program', 'wait for that program, or end it');
    case 'full':
      return say(`cannot be written (${said})`, 'make room on the disk, then try again');
    default:
      return say(`cannot be used (${said})`, 'see that it is a file in a folder that you may write to');
  }
}
