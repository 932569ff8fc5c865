import type { Problem } from '../core/errors.js';
import { readText } from '../platform/files/files.js';
import { type ExposedPath, exposureReason, findExposedPath } from '../platform/files/ownership.js';

/** What we kept: the text, or why it cannot be believed; neither where nothing is there. */
export interface PrivateFile {
  readonly text?: string;
  readonly problem?: Problem;
}

/** What of the state folder others could have written, if anything. */
export const findExposedState = (state: string): ExposedPath | undefined => findExposedPath(state, ['trust', 'cache']);

/** Why nothing in the state folder can be believed: others could have written it. */
export function stateProblem(state: string): Problem | undefined {
  const exposed = findExposedState(state);
  return exposed && exposureProblem(exposed, `look at what is in it, then run "chmod 700 ${exposed.path}"`);
}

/**
 * Reads a record of trust, or what was made of trusted files, that only we can have written. The folder itself is looked
 * at by `stateProblem`.
 */
export function readPrivateFile(path: string, maxBytes: number): PrivateFile {
  let what: string | undefined;
  const text = readText(path, maxBytes, (stat) => {
    what = exposureReason(stat);
    return what === undefined;
  });
  if (what !== undefined)
    return { problem: exposureProblem({ path, what }, 'run "anyhook trust" again, which replaces it') };
  return text === undefined ? {} : { text };
}

const exposureProblem = ({ path, what }: ExposedPath, then: string): Problem => ({
  source: path,
  severity: 'error',
  message: `what is kept here does not count, for ${what}: ${then}`,
});
