import type { DialectName } from '../core/hook.js';
import { ability } from './ability/codec.js';
import { claude } from './claude/codec.js';
import { docker } from './docker/codec.js';
import { flow } from './flow/codec.js';
import type { Dialect } from './format.js';
import { hookMd } from './hook-md/codec.js';

/** How hooks of each format are spoken to. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { 'hook-md': hookMd, docker, ability, claude, flow };
