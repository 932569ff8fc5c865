/** Loaded when a tool is called that is not a shell. */
export { patchedFiles } from './tool-patch.js';
export { toolEffects } from './tools.js';
