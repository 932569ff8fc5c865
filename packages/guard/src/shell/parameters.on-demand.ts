/** Loaded when a command has `${…}` with more than a name in it. */
export { parameterExpansion } from './parameters.js';
