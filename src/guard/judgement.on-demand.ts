/** Loaded when a command has effects. */
export { observePlaces } from './places/observe.js';
export { judge, touchesAgents } from './rules/judge.js';
export { changedPlace, shownPlace } from './rules/match.js';
export { placeNote } from './rules/words.js';
