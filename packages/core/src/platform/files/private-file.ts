import type { Problem } from '../../errors.js';
import { readText } from './files.js';
import { type ExposedPath, exposureReason, findExposedPath } from './ownership.js';

/** The text of the file, or why it cannot be trusted; neither if there is no file. */
export interface PrivateFile {
  readonly text?: string;
  readonly problem?: Problem;
}

/** The first part of the state folder that other users could have written, if any. */
export const findExposedState = (state: string): ExposedPath | undefined => findExposedPath(state, ['trust', 'cache']);

/** Why nothing in the state folder can be trusted: other users could have written it. */
export function stateProblem(state: string): Problem | undefined {
  const exposed = findExposedState(state);
  return exposed && exposureProblem(exposed, `check its contents, then run "chmod 700 ${exposed.path}"`);
}

/**
 * Reads a record of trust, or a file made from trusted files, if only this user can have written it. `stateProblem`
 * checks the folder itself.
 */
export function readPrivateFile(path: string, maxBytes: number): PrivateFile {
  let exposure: string | undefined;
  const text = readText(path, maxBytes, (stat) => {
    exposure = exposureReason(stat);
    return exposure === undefined;
  });
  if (exposure !== undefined)
    return { problem: exposureProblem({ path, why: exposure }, 'run "anyhook trust" again, which replaces it') };
  return text === undefined ? {} : { text };
}

const exposureProblem = ({ path, why }: ExposedPath, advice: string): Problem => ({
  source: path,
  severity: 'error',
  message: `ignored because ${why}: ${advice}`,
});
