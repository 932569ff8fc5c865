import type { TaskError, Violation } from './task.js';

/** One violation of a schema in one line. */
export const violationText = ({ path, message }: Violation): string => (path === '' ? message : `${path}: ${message}`);

/** The violations that the message of an error does not contain. */
export const violationsNotInMessage = ({ message, violations = [] }: TaskError): readonly string[] =>
  violations.map(violationText).filter((text) => !message.includes(text));
