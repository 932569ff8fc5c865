/** Loaded when a command calls a program that a pack knows. */
export { readPackFile } from './load-packs.js';
export { runPack } from './match-pack.js';
export { fieldName } from './pack.js';
export { readBlock } from './read-block.js';
