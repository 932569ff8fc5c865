import { formatNamed } from '../../formats/index.js';
import { findBuiltin } from '../../handlers/builtins/index.js';
import { supervise } from '../../service/run-async-hook.js';

await supervise({ findCodec: formatNamed, findBuiltin });
