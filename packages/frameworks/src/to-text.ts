/** A tool's output as text for hooks: a string unchanged, anything else as JSON. Never throws. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** A replaced output in the form of the original: text, or the parsed JSON if that has the same form. */
export function inShapeOf(original: unknown, text: string): unknown {
  if (typeof original !== 'object' || original === null) return text;
  try {
    const value: unknown = JSON.parse(text);
    const hasSameShape =
      typeof value === 'object' && value !== null && Array.isArray(value) === Array.isArray(original);
    return hasSameShape ? value : text;
  } catch {
    return text;
  }
}

/** What the model reads: the output, with the hooks' feedback if there is any. */
export function withFeedback(output: unknown, feedback: readonly string[]): unknown {
  return feedback.length === 0 ? output : [textOf(output), ...feedback].filter((text) => text !== '').join('\n\n');
}

/** The message of an error. Anything can be thrown. */
export function errorMessage(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : textOf(error);
  } catch {
    return 'an error that cannot be read';
  }
}
