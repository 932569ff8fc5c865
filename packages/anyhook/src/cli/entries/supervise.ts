// The detached supervisor of one async hook.
import { formatNamed } from '../../formats/index.js';
import { builtinByName } from '../../handlers/builtins/index.js';
import { runAsyncHook } from '../../service/run-async-hook.js';

await runAsyncHook({ findCodec: formatNamed, findBuiltin: builtinByName });
// A builtin or module that timed out may still keep the event loop alive.
process.exit(0);
