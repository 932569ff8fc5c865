import type { Problem } from '../core/errors.js';
import { readText } from '../platform/files/files.js';
import { type Exposed, exposedIn, whyExposed } from '../platform/files/ownership.js';

/** What we kept: the text, or why it cannot be believed; neither where nothing is there. */
export interface Own {
  readonly text?: string;
  readonly problem?: Problem;
}

/** What of the state folder others could have written, if anything. */
export const exposedState = (state: string): Exposed | undefined => exposedIn(state, ['trust', 'cache']);

/** Why nothing in the state folder can be believed: others could have written it. */
export function stateProblem(state: string): Problem | undefined {
  const exposed = exposedState(state);
  return exposed && problemOf(exposed, `look at what is in it, then run "chmod 700 ${exposed.path}"`);
}

/**
 * Reads a record of trust, or what was made of trusted files, that only we can have written. The folder itself is looked
 * at by `stateProblem`.
 */
export function readOwn(path: string, maxBytes: number): Own {
  let what: string | undefined;
  const text = readText(path, maxBytes, (stat) => {
    what = whyExposed(stat);
    return what === undefined;
  });
  if (what !== undefined) return { problem: problemOf({ path, what }, 'run "anyhook trust" again, which replaces it') };
  return text === undefined ? {} : { text };
}

const problemOf = ({ path, what }: Exposed, then: string): Problem => ({
  source: path,
  severity: 'error',
  message: `what is kept here does not count, for ${what}: ${then}`,
});
