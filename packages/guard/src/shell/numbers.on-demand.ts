/** Loaded when a command computes with numbers. */
export { numberIn, numberOfExpression, numberOfWord } from './numbers.js';
