/** Loaded when a command reads lines, sets traps or does arithmetic with `let`. */
export { runRareBuiltin } from './rare-builtins.js';
