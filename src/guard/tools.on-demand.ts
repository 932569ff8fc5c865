/** Loaded when a tool is called that is not a shell. */
export { toolEffects } from './tools.js';
