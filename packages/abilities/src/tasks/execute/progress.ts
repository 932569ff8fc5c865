import { StringDecoder } from 'node:string_decoder';

const maxLineChars = 1_000;
const maxLines = 10_000;

/** Passes lines on as progress: long lines are cut, and their number is limited. */
export function boundedProgress(progress: ((line: string) => void) | undefined): (line: string) => void {
  let count = 0;
  return (line) => {
    if (!progress || count > maxLines || line.trim() === '') return;
    const text = line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
    try {
      progress(count++ === maxLines ? `… after ${maxLines} lines, no more is shown` : text);
    } catch {
      // An error of the listener must not end the run.
    }
  };
}

/** Splits bytes into lines; a very long line is passed on in pieces, to limit memory. */
export function lineSplitter(onLine: (line: string) => void): { write(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  return {
    write(chunk) {
      const lines = (pending + decoder.write(chunk)).split(/\r?\n|\r/);
      pending = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      if (pending.length <= maxLineChars) return;
      onLine(pending);
      pending = '';
    },
    end() {
      onLine(pending + decoder.end());
      pending = '';
    },
  };
}

export function lastLines(text: string): string | undefined {
  const lines = text.trimEnd().split('\n').slice(-20).join('\n').slice(-2_000);
  return lines.trim() === '' ? undefined : lines;
}
