import { findBuiltin } from '../builtins/find.js';
import { dialects } from '../dialects/index.js';
import { supervise } from './supervise-entry.js';

await supervise({ findDialect: (name) => dialects[name], findBuiltin });
