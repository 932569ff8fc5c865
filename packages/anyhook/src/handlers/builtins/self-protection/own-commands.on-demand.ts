export { callHit, personalHit } from './own-commands.js';
