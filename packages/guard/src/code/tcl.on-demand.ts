/** Loaded when a command has text for Tcl, which has a reader of its own. */
export { runTcl } from './tcl.js';
