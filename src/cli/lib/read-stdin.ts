import type { Io } from './io.js';

/** All that stdin has; `tooMuch` makes the error where that is more than so many bytes. */
export async function readAllStdin({ stdin }: Io, mostBytes: number, tooMuch: () => Error): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > mostBytes) throw tooMuch();
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}
