import { dialects } from '../../formats/index.js';
import { findBuiltin } from '../../handlers/builtins/find.js';
import { supervise } from '../../service/run-async-hook.js';

await supervise({ findDialect: (name) => dialects[name], findBuiltin });
