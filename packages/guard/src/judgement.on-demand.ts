/** Loaded when a command has effects, or a hook has settings: most of what settings need, rules need as well. */
export { observePlaces } from './places/observe.js';
export { idleParts, readGuardConfig, tighteningPart } from './rules/config.js';
export { guardFileProblems, isPackFile } from './rules/guard-file.js';
export { judgeEffects, touchesAgents } from './rules/judge.js';
export { changedPlace, shownPlace } from './rules/match.js';
export { placeNote } from './rules/words.js';
