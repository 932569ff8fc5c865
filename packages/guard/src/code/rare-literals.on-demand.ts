/** Loaded for languages that have more kinds of quotes than Python and JavaScript. */
export { readHeredocTag, readRareText } from './rare-literals.js';
