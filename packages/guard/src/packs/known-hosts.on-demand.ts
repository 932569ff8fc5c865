export { isStranger } from './known-hosts.js';
