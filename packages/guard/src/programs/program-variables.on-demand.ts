/** Loaded when a command sets a variable that programs run. */
export { runVariable } from './program-variables.js';
