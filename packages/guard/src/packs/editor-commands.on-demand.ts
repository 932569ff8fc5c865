/** Loaded when a program gets commands of an editor. */
export { runEditor } from './editor-commands.js';
