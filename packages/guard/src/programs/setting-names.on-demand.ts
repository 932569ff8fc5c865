/** Loaded when a program reads settings with secrets. */
export { namesOfSettings } from './setting-names.js';
