import { StringDecoder } from 'node:string_decoder';

const longestLine = 1_000;
const mostLines = 10_000;

/** Says lines on as progress: cut when they are long, and no more than so many. */
export function boundedProgress(progress: ((line: string) => void) | undefined): (line: string) => void {
  let count = 0;
  return (line) => {
    if (!progress || count > mostLines || line.trim() === '') return;
    const text = line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
    try {
      progress(count++ === mostLines ? `… after ${mostLines} lines, no more is shown` : text);
    } catch {
      // Whoever watches must not be able to end what is watched.
    }
  };
}

/** Cuts bytes into lines; a line without end is said in pieces, so that nothing piles up. */
export function lineCutter(say: (line: string) => void): { take(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    take(chunk) {
      const lines = (rest + decoder.write(chunk)).split(/\r?\n|\r/);
      rest = lines.pop() ?? '';
      for (const line of lines) say(line);
      if (rest.length <= longestLine) return;
      say(rest);
      rest = '';
    },
    end() {
      say(rest + decoder.end());
      rest = '';
    },
  };
}

/** The last lines of a text, for an error. */
export function tail(text: string): string | undefined {
  const lines = text.trimEnd().split('\n').slice(-20).join('\n').slice(-2_000);
  return lines.trim() === '' ? undefined : lines;
}
