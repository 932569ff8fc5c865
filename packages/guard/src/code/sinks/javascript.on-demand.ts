/** Loaded when a command has text of this language. */
export { javascriptActions } from './javascript.js';
