import type { DialectName } from '../core/hook.js';
import { abilityWriter } from './ability/write.js';
import { claudeWriter } from './claude/write.js';
import { dockerWriter } from './docker/write.js';
import { flowWriter } from './flow/write.js';
import { hookMdWriter } from './hook-md/write.js';
import type { Writer } from './kit/draft.js';

/** How hooks of each format are written. */
export const writers: Readonly<Record<DialectName, Writer>> = {
  'hook-md': hookMdWriter,
  docker: dockerWriter,
  ability: abilityWriter,
  claude: claudeWriter,
  flow: flowWriter,
};
