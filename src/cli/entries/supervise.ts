// The detached supervisor of one async hook.
import { formatNamed } from '../../formats/index.js';
import { findBuiltin } from '../../handlers/builtins/index.js';
import { supervise } from '../../service/run-async-hook.js';

await supervise({ findCodec: formatNamed, findBuiltin });
// A builtin or module that was given up may still hold the event loop.
process.exit(0);
