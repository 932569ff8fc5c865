import type { Program } from '../machine.js';
import { copyPrograms } from './copy.js';
import { remoteCopyPrograms } from './remote-copy.js';
import { deletePrograms } from './rm.js';

/** Programs that need code, by name. */
export const programs: Readonly<Record<string, Program>> = {
  ...deletePrograms,
  ...copyPrograms,
  ...remoteCopyPrograms,
};
