/** Loaded when a hook has settings. */
export { idleParts, readGuardConfig, tighteningPart } from './config.js';
