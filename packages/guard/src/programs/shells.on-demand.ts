import type { Program } from '../machine.js';
import { env } from './env.js';
import { runShellProgram } from './shells.js';

/** Loaded when a command starts a shell, or a program by `env`. */
export const shellProgram = (name: string): Program => (name === 'env' ? env : runShellProgram);
