/** Loaded when the name of a program is not known, or has a glob in it. */
export { runGlobName, runUnknownName } from './hidden-names.js';
