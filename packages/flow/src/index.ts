export { flow } from './feature.js';
