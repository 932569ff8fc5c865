/** Loaded when a command prints by a format or with escapes. */
export { formatted, unescaped } from './printf.js';
