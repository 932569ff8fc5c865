/**
 * The wire between clients and the resident engine. Written so that a client fits into a page of C:
 *
 *     frame = length u32 | version u8 | kind u8 | id u32 | field…      length counts what follows it
 *     field = tag u8 | length u32 | bytes
 *
 * Numbers are big endian. One client may send many frames before the first answer; answers carry the id of their frame
 * and come in any order. Fields that a reader does not know are skipped.
 */
export const protocolVersion = 1;

/** Longest frame that either side accepts: the largest payload plus an environment. */
export const maxFrameBytes = 56 * 1024 * 1024;

/** Exit codes that say "answered" to a waiting shell; a crashed Node or another program has none of them. */
export const signedExit = (exitCode: number): number => 40 + exitCode;

/** The requests of clients and the replies of the engine. */
export const frameKinds = {
  /** An event: args, cwd, umask, deadline, env, payload. */
  event: 0x45,
  /** Asks for the status. Answered with `report`. */
  status: 0x53,
  /** Finish the open events, then end. Answered with `report`. */
  quit: 0x51,
  /** Subscribes to news until the connection closes. Answered with `news`, at once and repeatedly. */
  watch: 0x57,
  /** The answer to an event: exit, stdout, stderr. */
  answer: 0x61,
  /** The event was received and is being processed; repeated until the answer. */
  working: 0x77,
  /** The engine does not answer this event: the client decides it. Carries a reason. */
  decline: 0x64,
  /** JSON about the engine. */
  report: 0x73,
  /** News as lines of JSON: a decision that is on disk, or an event that began or ended. */
  news: 0x6e,
} as const;

export const fieldTags = {
  /** The arguments of `anyhook run`, each terminated by NUL. */
  args: 1,
  cwd: 2,
  /** Octal digits. */
  umask: 3,
  /** Milliseconds left, as decimal digits; absent without a limit. */
  deadline: 4,
  /** NAME=value, each terminated by NUL. */
  env: 5,
  payload: 6,
  /** Text in JSON. */
  json: 7,
  /** One byte. */
  exit: 8,
  stdout: 9,
  stderr: 10,
  reason: 11,
} as const;

type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];
type FieldTag = (typeof fieldTags)[keyof typeof fieldTags];

export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly fields: ReadonlyMap<number, Buffer>;
}

export type FrameField = readonly [tag: FieldTag, value: string | Buffer];

const headBytes = 10;
const fieldHeadBytes = 5;

export function encodeFrame(kind: FrameKind, id: number, fields: readonly FrameField[] = []): Buffer {
  let size = headBytes;
  for (const [, value] of fields) size += fieldHeadBytes + lengthOf(value);
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeUInt32BE(size - 4, 0);
  bytes[4] = protocolVersion;
  bytes[5] = kind;
  bytes.writeUInt32BE(id, 6);
  let at = headBytes;
  for (const [tag, value] of fields) {
    const length = lengthOf(value);
    bytes[at] = tag;
    bytes.writeUInt32BE(length, at + 1);
    at += fieldHeadBytes;
    if (typeof value === 'string') bytes.write(value, at);
    else value.copy(bytes, at);
    at += length;
  }
  return bytes;
}

const lengthOf = (value: string | Buffer): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value.length;

/** Takes bytes and returns whole frames. A problem is final: the start of the next frame is unknown. */
interface FrameReader {
  push(chunk: Buffer): { readonly frames: readonly Frame[]; readonly problem?: string };
}

export function createFrameReader(maxBytes = maxFrameBytes): FrameReader {
  let chunks: Buffer[] = [];
  let bufferedBytes = 0;
  // Bytes needed before parsing makes sense: a long frame arrives in many pieces.
  let needed = 4;
  const takeBuffered = (): Buffer => {
    const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bufferedBytes);
    chunks = [];
    bufferedBytes = 0;
    return whole;
  };
  return {
    push(chunk) {
      chunks.push(chunk);
      bufferedBytes += chunk.length;
      if (bufferedBytes < needed) return { frames: [] };
      const bytes = takeBuffered();
      const frames: Frame[] = [];
      let at = 0;
      needed = 4;
      while (bytes.length - at >= 4) {
        const length = bytes.readUInt32BE(at);
        if (length < headBytes - 4 || length > maxBytes) return { frames, problem: `a frame of ${length} bytes` };
        if (bytes.length - at - 4 < length) {
          needed = length + 4;
          break;
        }
        const frame = decodeBody(bytes.subarray(at + 4, at + 4 + length));
        if (typeof frame === 'string') return { frames, problem: frame };
        frames.push(frame);
        at += 4 + length;
      }
      if (at < bytes.length) {
        chunks = [bytes.subarray(at)];
        bufferedBytes = bytes.length - at;
      }
      return { frames };
    },
  };
}

function decodeBody(body: Buffer): Frame | string {
  if (body[0] !== protocolVersion) return `a frame of protocol ${body[0]}, expected ${protocolVersion}`;
  const fields = new Map<number, Buffer>();
  let at = headBytes - 4;
  while (at < body.length) {
    if (body.length - at < fieldHeadBytes) return 'a frame that ends inside a field';
    const length = body.readUInt32BE(at + 1);
    const start = at + fieldHeadBytes;
    if (length > body.length - start) return 'a field that is longer than its frame';
    fields.set(body[at] as number, body.subarray(start, start + length));
    at = start + length;
  }
  return { kind: body[1] as number, id: body.readUInt32BE(2), fields };
}

/** Strings that are each terminated by NUL. */
export const joinWords = (words: readonly string[]): string => words.map((word) => `${word}\0`).join('');

export function splitWords(bytes: Buffer | undefined): readonly string[] {
  if (bytes === undefined || bytes.length === 0) return [];
  const words = bytes.toString('utf8').split('\0');
  // The last string is also terminated.
  if (words.at(-1) === '') words.pop();
  return words;
}
