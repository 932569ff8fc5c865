import type { DialectName } from '../core/hook.js';
import { abilityLoader } from './ability/load.js';
import { claudeLoader } from './claude/load.js';
import { dockerLoader } from './docker/load.js';
import type { Loader } from './format.js';
import { hookMdLoader } from './hook-md/load.js';

/** How hook files of each format are read. Flow hooks come from the config alone. */
export const loaders: Readonly<Partial<Record<DialectName, Loader>>> = {
  'hook-md': hookMdLoader,
  docker: dockerLoader,
  ability: abilityLoader,
  claude: claudeLoader,
};
