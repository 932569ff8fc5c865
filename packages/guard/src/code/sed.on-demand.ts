/** Loaded when a command has text for sed, which needs nothing of the other languages. */
export { runSed } from './sed.js';
