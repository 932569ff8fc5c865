/** Loaded when a word has braces. */
export { expandBraces } from './braces.js';
