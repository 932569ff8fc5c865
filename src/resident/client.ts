import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { isOursAlone, sharesNamespaces } from '../platform/files/ownership.js';
import { socketPath } from '../platform/net/socket-path.js';
import { files, readAbout } from './instance.js';
import { createFrameReader, encodeFrame, type Field, type Frame, joinWords, kinds, tags } from './protocol.js';
import type { EventRequest } from './server.js';

/** The engine's reply to an event; without an answer, the caller decides the event itself. */
export type Reply =
  | { readonly kind: 'answer'; readonly exitCode: 0 | 2; readonly stdout: Buffer; readonly stderr: Buffer }
  | { readonly kind: 'none'; readonly why: string };

/** Asks the engine of one state folder over one connection, which is reopened when it is lost. */
export interface EngineClient {
  /** Many requests may be open at once. Never rejects. A cancelled request gets no answer. */
  ask(request: EventRequest, signal?: AbortSignal): Promise<Reply>;
  /** Open requests get no answer, and the engine cancels their events. */
  close(): void;
}

/** How long to wait for the first frame of the engine, and between two frames. */
const firstMs = 1_000;
const silenceMs = 3_000;

interface Waiting {
  readonly settle: (reply: Reply) => void;
  timer: NodeJS.Timeout;
  isSent: boolean;
}

export function createEngineClient(state: string): EngineClient {
  const waiting = new Map<number, Waiting>();
  // Cancelled here, but not in the engine: it cancels events only when their connection closes.
  const calledOff = new Set<number>();
  let socket: Socket | undefined;
  let lastId = 0;

  const settle = (id: number, reply: Reply) => {
    const one = waiting.get(id);
    if (!one) return;
    clearTimeout(one.timer);
    waiting.delete(id);
    one.settle(reply);
    if (waiting.size > 0) return;
    // An idle connection must not keep the process alive.
    if (calledOff.size === 0) socket?.unref();
    else lose('all requests were cancelled');
  };
  const lose = (why: string) => {
    const lost = socket;
    socket = undefined;
    lost?.destroy();
    calledOff.clear();
    for (const id of [...waiting.keys()]) settle(id, { kind: 'none', why });
  };
  const patience = (id: number, ms: number) => {
    // First read what arrived while this process was busy.
    const late = () => waiting.get(id)?.timer === timer && lose(`the engine was silent for ${ms} ms`);
    const timer = setTimeout(() => setImmediate(late), ms);
    return timer;
  };
  const take = (frame: Frame) => {
    const { id } = frame;
    const one = waiting.get(id);
    if (!one) return frame.kind !== kinds.working && void calledOff.delete(id);
    if (!one.isSent) return lose('the engine sent a frame before it had the event');
    if (frame.kind !== kinds.working) return settle(id, replyOf(frame));
    clearTimeout(one.timer);
    one.timer = patience(id, silenceMs);
  };
  const dial = (): Socket | undefined => {
    const made = dialEngine(state);
    if (!made) return undefined;
    const reader = createFrameReader();
    made.on('data', (chunk) => {
      const { frames, problem } = reader.push(chunk);
      for (const frame of frames) take(frame);
      if (problem !== undefined && made === socket) lose(`the engine sent ${problem}`);
    });
    made.on('error', (error) => made === socket && lose(error.message));
    made.on('close', () => made === socket && lose('the engine closed the connection'));
    return made;
  };

  return {
    ask: (request, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve({ kind: 'none', why: 'it was cancelled' });
        socket ??= dial();
        if (!socket) return resolve({ kind: 'none', why: 'there is no engine that can be trusted' });
        lastId = (lastId % 0xffff_ffff) + 1;
        const id = lastId;
        const callOff = () => {
          calledOff.add(id);
          settle(id, { kind: 'none', why: 'it was cancelled' });
        };
        const done = (reply: Reply) => {
          signal?.removeEventListener('abort', callOff);
          resolve(reply);
        };
        signal?.addEventListener('abort', callOff);
        socket.ref();
        const { deadlineMs = Number.POSITIVE_INFINITY } = request;
        const timer = patience(id, Math.min(firstMs, deadlineMs / 2));
        const one: Waiting = { settle: done, timer, isSent: false };
        waiting.set(id, one);
        socket.write(encodeFrame(kinds.event, id, fieldsOf(request)), () => {
          one.isSent = true;
        });
      }),
    close: () => lose('the client was closed'),
  };
}

/**
 * A connection to the engine, if it runs as our user and in our namespaces. Node does not say who is at the other end
 * of a socket.
 */
function dialEngine(state: string): Socket | undefined {
  if (!isOursAlone(state)) return undefined;
  const about = readAbout(join(state, files.about));
  if (!about || !sharesNamespaces(about.pid)) return undefined;
  const at = socketPath(state, files.socket);
  if (!at) return undefined;
  return connect(at.path).once('close', () => at.release());
}

const fieldsOf = ({ args, cwd, umask, deadlineMs, env, payload }: EventRequest): readonly Field[] => [
  [tags.args, joinWords(args)],
  [tags.cwd, cwd],
  ...(umask === undefined ? [] : [[tags.umask, umask.toString(8)] as const]),
  ...(deadlineMs === undefined ? [] : [[tags.deadline, String(Math.max(1, Math.round(deadlineMs)))] as const]),
  [tags.env, joinWords(Object.entries(env).map(([name, value]) => `${name}=${value}`))],
  [tags.payload, payload],
];

function replyOf({ kind, fields }: Frame): Reply {
  if (kind === kinds.decline) return { kind: 'none', why: fields.get(tags.reason)?.toString('utf8') ?? 'it declined' };
  const exit = fields.get(tags.exit);
  if (kind !== kinds.answer || exit?.length !== 1)
    return { kind: 'none', why: `a frame of kind ${kind} is not an answer` };
  const none = Buffer.alloc(0);
  const stdout = fields.get(tags.stdout) ?? none;
  const stderr = fields.get(tags.stderr) ?? none;
  if (exit[0] === 0 || exit[0] === 2) return { kind: 'answer', exitCode: exit[0], stdout, stderr };
  const note = Buffer.from('anyhook: the engine gave an exit code that agents do not know; taken as 0\n');
  return { kind: 'answer', exitCode: 0, stdout, stderr: Buffer.concat([stderr, note]) };
}
