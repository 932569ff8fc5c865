import { perEnvironment } from '../../environment-variants.js';

/** What a spare interpreter is told when it is used: all that a plain start would have found in the new process. */
export interface SpareMessage {
  readonly cwd: string;
  /** The script and its arguments. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The message as bin/spares reads it: its length in four bytes, then texts that are each terminated by NUL. */
export function encodeSpareMessage({ cwd, argv, env }: SpareMessage): Buffer {
  let text = `${cwd}\0${argv.length}\0`;
  for (const word of argv) text += `${word}\0`;
  text += entriesOf(env);
  const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  bytes.writeUInt32BE(bytes.length - 4, 0);
  bytes.write(text, 4);
  return bytes;
}

const entriesOf = perEnvironment((env: SpareMessage['env']): string => {
  let text = '';
  for (const name of Object.keys(env)) text += `${name}=${env[name]}\0`;
  return text;
});
