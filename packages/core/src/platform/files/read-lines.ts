import { createReadStream } from 'node:fs';

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
