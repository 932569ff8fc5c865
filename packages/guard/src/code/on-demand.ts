/** Loaded when a command has text of another language. */
export { runLanguage } from './run-language.js';
