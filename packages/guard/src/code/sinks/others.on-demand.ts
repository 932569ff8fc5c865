/** Loaded when a command has text of one of the languages that agents use less. */
export { rareLanguageActions } from './others.js';
