import { AnyhookError, CodedError } from '../../core/errors.js';
import { StoreError } from '../tasks/store/errors.js';

/** Why a request to the runtime has no result, with the HTTP status that says the same. */
export const runtimeErrors = {
  BAD_HTTP: { status: 400, says: 'what came is no HTTP request' },
  NOT_JSON: { status: 400, says: 'the body is no JSON object' },
  BAD_REQUEST: { status: 400, says: 'a field is missing, unknown or holds something else than it should' },
  SESSION_DENIED: { status: 403, says: 'a session.start hook does not let the session begin' },
  UNKNOWN_ROUTE: { status: 404, says: 'there is nothing at this path' },
  UNKNOWN_SESSION: { status: 404, says: 'no session has this id' },
  UNKNOWN_TASK: { status: 404, says: 'no task has this key' },
  BAD_METHOD: { status: 405, says: 'the path is there for another method' },
  TOO_SLOW: { status: 408, says: 'the request was not there in time' },
  SESSION_ENDED: { status: 409, says: 'the session was stopped, or closed because nobody used it for 7 days' },
  TOO_LARGE: { status: 413, says: 'the body is larger than it may be' },
  TOO_MANY: { status: 429, says: 'too many requests of the session wait already' },
  CANCELLED: { status: 499, says: 'the caller went away' },
  FAILED: { status: 500, says: 'anyhook itself failed' },
  STORE: { status: 503, says: 'the database of sessions and tasks cannot be used' },
  ENDING: { status: 503, says: 'the engine is ending; the next one answers' },
} as const;

export type RuntimeErrorCode = keyof typeof runtimeErrors;

/** A request that has no result. */
export class RuntimeError extends CodedError<RuntimeErrorCode> {
  override readonly name = 'RuntimeError';
}

export const callerGone = (): RuntimeError => new RuntimeError('CANCELLED', 'the caller went away');

/** Any error as a `RuntimeError`. */
export function runtimeError(error: unknown): RuntimeError {
  if (error instanceof RuntimeError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new RuntimeError(codeOf(error), text, { cause: error });
}

function codeOf(error: unknown): RuntimeErrorCode {
  if (error instanceof StoreError) return 'STORE';
  return error instanceof AnyhookError && error.code === 'BAD_ARGUMENT' ? 'BAD_REQUEST' : 'FAILED';
}
