import { createReadStream } from 'node:fs';
/** A line, or a marker that a line was too long and was skipped. */
export type StreamLine = { readonly bytes: Buffer } | { readonly tooLong: true };

export interface LineReader {
  /** The lines that this chunk completes, without empty ones. */
  push(chunk: Buffer): readonly StreamLine[];
  /** The text after the last line break. */
  flush(): readonly StreamLine[];
}

const newline = 0x0a;

/** Splits a stream into lines and buffers at most one line. */
export function createLineReader(maxBytes: number): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let isTooLong = false;

  const keep = (part: Buffer) => {
    size += part.length;
    if (size > maxBytes) {
      isTooLong = true;
      parts = [];
    } else if (part.length > 0) parts.push(part);
  };
  const finish = (): readonly StreamLine[] => {
    const line: StreamLine = isTooLong
      ? { tooLong: true }
      : { bytes: parts.length === 1 ? first() : Buffer.concat(parts) };
    parts = [];
    size = 0;
    isTooLong = false;
    return 'bytes' in line && isBlank(line.bytes) ? [] : [line];
  };
  const first = () => parts[0] ?? Buffer.alloc(0);

  return {
    push(chunk) {
      const lines: StreamLine[] = [];
      let start = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, at));
        lines.push(...finish());
        start = at + 1;
      }
      keep(chunk.subarray(start));
      return lines;
    },
    flush: finish,
  };
}

const isBlank = (bytes: Buffer): boolean => bytes.length < 3 && bytes.toString('latin1').trim() === '';

/** The lines of a file, one by one; throws if one is longer than `maxBytes` or the file cannot be read. */
export async function* readFileLines(path: string, maxBytes = 64 * 1024 * 1024): AsyncIterable<string> {
  let parts: Buffer[] = [];
  let size = 0;
  const append = (chunk: Buffer) => {
    parts.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw new Error(`a line is longer than ${maxBytes} bytes`);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      append(chunk.subarray(from, end));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      from = end + 1;
    }
    if (from < chunk.length) append(chunk.subarray(from));
  }
  if (size > 0) yield Buffer.concat(parts).toString('utf8');
}
