export { inputTexts, shellScripts } from './input-texts.js';
