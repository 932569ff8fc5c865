// The detached supervisor of one async hook.

import { runAsyncHook } from '../../answer/run-async-hook.js';
import { formatNamed } from '../../formats/index.js';
import { builtinByName } from '../../handlers/builtins/index.js';

await runAsyncHook({ findCodec: formatNamed, findBuiltin: builtinByName });
// A builtin or module that timed out may still keep the event loop alive.
process.exit(0);
