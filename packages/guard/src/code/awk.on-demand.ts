/** Loaded when a command has text of awk. */
export { awkReader } from './awk.js';
