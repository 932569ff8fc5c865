/** Loaded when a command has text of this language. */
export { pythonActions } from './python.js';
