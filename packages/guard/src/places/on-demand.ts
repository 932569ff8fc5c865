/** Loaded when a command names a place: many only start a program. */
export { placeInContainer } from './container-place.js';
export { globFits } from './paths.js';
export { fullPath, placeOf, placeOfTree, showsSecret, worseScope } from './scope.js';
