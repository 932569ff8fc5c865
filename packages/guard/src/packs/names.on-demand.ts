/** Loaded when a command calls a program that has no code of its own. */
export { packedTools, packsOf, shippedPackNames } from './index.js';
