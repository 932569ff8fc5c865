/** Loaded when a tool is called that is not a shell, or a shell with more than a command. */
export { patchedFiles } from './tool-patch.js';
export { toolTexts } from './tool-texts.js';
export { toolTable } from './tool-words.js';
export { toolEffects } from './tools.js';
