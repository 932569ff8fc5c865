/** Loaded when a command has a loop with a test. */
export { isAlways, isRead, noteEndless } from './loops.js';
