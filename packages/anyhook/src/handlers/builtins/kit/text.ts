/** Cuts text at a line end to about `max` characters and adds a note. */
export function cutAtLine(text: string, max: number): string {
  if (text.length <= max) return text;
  const newline = text.lastIndexOf('\n', max);
  const end = newline > max / 2 ? newline : max;
  return `${text.slice(0, end)}\n[cut: ${text.length - end} more characters]`;
}

/** A file name in one line: control characters could imitate our own text. */
export const flattenText = (name: string, max = 300): string => {
  const flat = name.replace(/[\u0000-\u001f\u007f\u0080-\u009f\u2028\u2029]+/g, ' ');
  return flat.length > max ? `${flat.slice(0, max)}…` : flat;
};

export const withoutAnsi = (text: string): string =>
  text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '').replace(/\r\n?/g, '\n');
