import type { Program } from '../machine.js';
import { buildTools } from './build-tools.js';
import { programIn } from './program-tables.js';

/** Loaded when a command calls one of these programs. */
export const buildTool = (name: string): Program | undefined => programIn([buildTools], name);
