import type { RunImplementation } from './implementation-call.js';
import { resultFromOutput } from './output.js';

/** Abilities that need no program: `noop` returns null, `echo` returns its input. */
export const executeBuiltin: RunImplementation<'builtin'> = async ({ use }, ability, { input, signal }) =>
  signal?.aborted
    ? { status: 'failure', error: { code: 'CANCELLED', message: 'the caller went away' } }
    : resultFromOutput(ability, use === 'echo' ? input : null);
