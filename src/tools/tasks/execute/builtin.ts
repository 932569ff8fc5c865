import type { Run } from './call.js';
import { promised } from './output.js';

/** Abilities that need no program: `noop` returns null, `echo` returns its input. */
export const runBuiltin: Run<'builtin'> = async ({ use }, ability, { input, signal }) =>
  signal?.aborted
    ? { status: 'failure', error: { code: 'CANCELLED', message: 'the caller went away' } }
    : promised(ability, use === 'echo' ? input : null);
