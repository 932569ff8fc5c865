/** Loaded for calls of tools other than shells, and of shells with more than a command. */
export { patchedFiles } from './tool-patch.js';
export { toolTexts } from './tool-texts.js';
export { toolTable } from './tool-words.js';
export { toolEffects } from './tools.js';
export { typedTexts } from './typed-text.js';
