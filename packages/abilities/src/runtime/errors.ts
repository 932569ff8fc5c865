import { AnyhookError, CodedError } from '@anyhook/core';
import { StoreError } from '../tasks/store/errors.js';

/** Why a request to the runtime has no result, with the HTTP status. */
export const runtimeErrors = {
  BAD_HTTP: { status: 400, description: 'the request is not HTTP' },
  NOT_JSON: { status: 400, description: 'the body is not a JSON object' },
  BAD_REQUEST: { status: 400, description: 'a field is missing, unknown or has a wrong value' },
  SESSION_DENIED: { status: 403, description: 'a session.start hook denies the session' },
  UNKNOWN_ROUTE: { status: 404, description: 'this path does not exist' },
  UNKNOWN_SESSION: { status: 404, description: 'no session has this id' },
  UNKNOWN_TASK: { status: 404, description: 'no task has this key' },
  BAD_METHOD: { status: 405, description: 'the path does not support this method' },
  TOO_SLOW: { status: 408, description: 'the request did not arrive in time' },
  SESSION_ENDED: { status: 409, description: 'the session was stopped, or closed after 7 days without use' },
  TOO_LARGE: { status: 413, description: 'the body is too large' },
  TOO_MANY: { status: 429, description: 'too many requests of the session are waiting' },
  CANCELLED: { status: 499, description: 'the caller went away' },
  FAILED: { status: 500, description: 'anyhook itself failed' },
  STORE: { status: 503, description: 'the database of sessions and tasks cannot be used' },
  ENDING: { status: 503, description: 'the engine is shutting down; connect again to reach its successor' },
} as const;

export type RuntimeErrorCode = keyof typeof runtimeErrors;

/** A request without a result. */
export class RuntimeError extends CodedError<RuntimeErrorCode> {
  override readonly name = 'RuntimeError';
}

export const callerGone = (): RuntimeError => new RuntimeError('CANCELLED', 'the caller went away');

export function toRuntimeError(error: unknown): RuntimeError {
  if (error instanceof RuntimeError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new RuntimeError(codeOf(error), text, { cause: error });
}

function codeOf(error: unknown): RuntimeErrorCode {
  if (error instanceof StoreError) return 'STORE';
  return error instanceof AnyhookError && error.code === 'BAD_ARGUMENT' ? 'BAD_REQUEST' : 'FAILED';
}
