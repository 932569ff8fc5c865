import type { DialectName } from '../../core/hook.js';
import { abilityWriter } from './ability.js';
import { claudeWriter } from './claude.js';
import { dockerWriter } from './docker.js';
import type { Writer } from './draft.js';
import { flowWriter } from './flow.js';
import { hookMdWriter } from './hook-md.js';

/** How hooks of each format are written. */
export const writers: Readonly<Record<DialectName, Writer>> = {
  'hook-md': hookMdWriter,
  docker: dockerWriter,
  ability: abilityWriter,
  claude: claudeWriter,
  flow: flowWriter,
};
