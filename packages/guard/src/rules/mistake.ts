import { ask, deny, type OnFailure, type Result } from '@anyhook/core';

/** What a guard file with a mistake says might have stopped the call, so it does not pass. */
export function withMistake(result: Result, mistake: string, onFailure: OnFailure): Result {
  if (result.decision === 'deny') return result;
  const text = `a file of the guard has a mistake, so not all of its rules and packs count (${mistake}); fix it and run "anyhook validate"`;
  if (onFailure === 'closed') return deny(text);
  return result.decision === 'ask' ? result : ask(text);
}
