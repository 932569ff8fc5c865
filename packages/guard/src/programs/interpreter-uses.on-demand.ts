/** Loaded when an interpreter runs a module, loads one first, or works on files line by line. */
export { runPreload, runPythonModule, withFiles } from './interpreter-uses.js';
