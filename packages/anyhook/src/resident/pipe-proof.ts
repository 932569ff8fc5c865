import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { lazyCrypto } from '@anyhook/core';

/*
 * Node cannot read the owner of a Windows pipe, every user can list pipe names, and the first process to create a name
 * owns it. So both ends first prove that they have read the token in the engine's private file:
 *
 *     client: 16 random bytes
 *     engine: 16 random bytes, HMAC-SHA-256(token, "engine" | the client's bytes)
 *     client: HMAC-SHA-256(token, "client" | the engine's bytes), then frames
 */
const challengeBytes = 16;
const proofBytes = 32;
/** An end without a proof in this time is disconnected. */
const proofTimeoutMs = 2_000;

const proofOf = (token: string, side: 'engine' | 'client', challenge: Buffer): Buffer =>
  lazyCrypto().createHmac('sha256', Buffer.from(token, 'hex')).update(side).update(challenge).digest();

/** A token and an unguessable pipe name. */
export const newPipe = (): { readonly pipe: string; readonly token: string } => ({
  pipe: `\\\\.\\pipe\\anyhook-${lazyCrypto().randomBytes(16).toString('hex')}`,
  token: lazyCrypto().randomBytes(32).toString('hex'),
});

/** Admits a client of the engine once it has proved the token; others are disconnected. */
export function admitClient(socket: Socket, token: string, admit: () => void): void {
  const challenge = lazyCrypto().randomBytes(challengeBytes);
  const refuse = () => socket.destroy();
  const timer = setTimeout(refuse, proofTimeoutMs);
  let received = Buffer.alloc(0);
  let isAnswered = false;
  const read = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (!isAnswered && received.length >= challengeBytes) {
      isAnswered = true;
      socket.write(Buffer.concat([challenge, proofOf(token, 'engine', received.subarray(0, challengeBytes))]));
    }
    if (received.length < challengeBytes + proofBytes) return;
    clearTimeout(timer);
    socket.off('data', read).off('error', refuse);
    const proof = received.subarray(challengeBytes, challengeBytes + proofBytes);
    if (!lazyCrypto().timingSafeEqual(proof, proofOf(token, 'client', challenge))) return refuse();
    const rest = received.subarray(challengeBytes + proofBytes);
    socket.pause();
    if (rest.length > 0) socket.unshift(rest);
    admit();
    socket.resume();
  };
  socket.on('data', read).on('error', refuse);
  socket.on('close', () => clearTimeout(timer));
}

/** A connection to the engine over a pipe. It sends nothing before the engine has proved that it has the token. */
export class PipeConnection extends Duplex {
  readonly #pipe: Socket;
  readonly #token: string;
  readonly #challenge = lazyCrypto().randomBytes(challengeBytes);
  #received: Buffer | undefined = Buffer.alloc(0);
  #firstWrite: (() => void) | undefined;

  constructor(path: string, token: string) {
    super();
    this.#token = token;
    this.#pipe = connect(path);
    const timer = setTimeout(
      () => this.destroy(new Error('the pipe did not prove that it is the engine')),
      proofTimeoutMs,
    );
    this.#pipe.on('connect', () => this.#pipe.write(this.#challenge));
    this.#pipe.on('data', (chunk) => {
      if (this.#received === undefined) return void (this.push(chunk) || this.#pipe.pause());
      this.#received = Buffer.concat([this.#received, chunk]);
      if (this.#received.length < challengeBytes + proofBytes) return;
      clearTimeout(timer);
      this.#prove(this.#received);
    });
    this.#pipe.on('error', (error) => this.destroy(error));
    this.#pipe.on('close', () => {
      clearTimeout(timer);
      this.destroy();
    });
  }

  #prove(received: Buffer): void {
    const proof = received.subarray(challengeBytes, challengeBytes + proofBytes);
    if (!lazyCrypto().timingSafeEqual(proof, proofOf(this.#token, 'engine', this.#challenge)))
      return void this.destroy(new Error('the pipe belongs to another program than the engine'));
    this.#pipe.write(proofOf(this.#token, 'client', received.subarray(0, challengeBytes)));
    this.#received = undefined;
    const rest = received.subarray(challengeBytes + proofBytes);
    if (rest.length > 0) this.push(rest);
    this.emit('connect');
    this.#firstWrite?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const write = () => void this.#pipe.write(chunk, done);
    if (this.#received === undefined) write();
    else this.#firstWrite = write;
  }

  override _read(): void {
    this.#pipe.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#pipe.destroy();
    done(error);
  }

  ref(): this {
    this.#pipe.ref();
    return this;
  }

  unref(): this {
    this.#pipe.unref();
    return this;
  }
}
