import type { Io } from './io.js';

/** Reads all of stdin; throws `tooLargeError()` above the byte limit. */
export async function readAllStdin({ stdin }: Io, maxBytes: number, tooLargeError: () => Error): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLargeError();
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}
