/** Loaded when a command is denied or a person is asked. */
export { approvableEffects } from './approval.js';
export { describeEffect } from './describe.js';
export { withMistake } from './mistake.js';
export { guardReason } from './reason.js';
