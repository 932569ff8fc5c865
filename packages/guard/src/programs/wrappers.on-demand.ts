/** Programs that start other programs; loaded when a command calls one. */
export { wrapperProgram } from './wrappers.js';
