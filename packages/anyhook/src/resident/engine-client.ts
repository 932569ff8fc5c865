import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { isPrivateFolder, sharesNamespaces, socketPath, usesNamedPipes } from '@anyhook/core';
import type { ClientRequest } from './client-request.js';
import { engineFiles, readEngineInfo, readPipe } from './instance.js';
import { PipeConnection } from './pipe-proof.js';
import type { Frame, FrameField } from './protocol.js';
import { createFrameReader, encodeFrame, fieldTags, frameKinds, joinWords } from './protocol.js';

/** The engine's reply to an event; without an answer, the caller decides the event itself. */
export type EngineReply =
  | { readonly kind: 'answer'; readonly exitCode: 0 | 1 | 2; readonly stdout: Buffer; readonly stderr: Buffer }
  | { readonly kind: 'none'; readonly why: string };

/** Asks the engine of one state folder over one connection, which is reopened when it is lost. */
export interface EngineClient {
  /** Many requests may be open at once. Never rejects. A cancelled request gets no answer. */
  ask(request: ClientRequest, signal?: AbortSignal): Promise<EngineReply>;
  /** Open requests get no answer, and the engine cancels their events. */
  close(): void;
}

type EngineSocket = Socket | PipeConnection;

/** How long to wait for the first frame of the engine, and between two frames. */
const firstFrameTimeoutMs = 1_000;
const maxSilenceMs = 3_000;

interface PendingRequest {
  readonly settle: (reply: EngineReply) => void;
  timer: NodeJS.Timeout;
  isSent: boolean;
}

export function createEngineClient(state: string): EngineClient {
  const waiting = new Map<number, PendingRequest>();
  // Cancelled here, but not in the engine: it cancels events only when their connection closes.
  const cancelledIds = new Set<number>();
  let socket: EngineSocket | undefined;
  let lastId = 0;

  const settle = (id: number, reply: EngineReply) => {
    const pending = waiting.get(id);
    if (!pending) return;
    clearTimeout(pending.timer);
    waiting.delete(id);
    pending.settle(reply);
    if (waiting.size > 0) return;
    // An idle connection must not keep the process alive.
    if (cancelledIds.size === 0) socket?.unref();
    else dropConnection('all requests were cancelled');
  };
  const dropConnection = (why: string) => {
    const oldSocket = socket;
    socket = undefined;
    oldSocket?.destroy();
    cancelledIds.clear();
    for (const id of [...waiting.keys()]) settle(id, { kind: 'none', why });
  };
  const startSilenceTimer = (id: number, ms: number) => {
    // First read what arrived while this process was busy.
    const dropIfSilent = () => waiting.get(id)?.timer === timer && dropConnection(`the engine was silent for ${ms} ms`);
    const timer = setTimeout(() => setImmediate(dropIfSilent), ms);
    return timer;
  };
  const handleFrame = (frame: Frame) => {
    const { id } = frame;
    const pending = waiting.get(id);
    if (!pending) return frame.kind !== frameKinds.working && void cancelledIds.delete(id);
    if (!pending.isSent) return dropConnection('the engine sent a frame before it had the event');
    if (frame.kind !== frameKinds.working) return settle(id, replyOf(frame));
    clearTimeout(pending.timer);
    pending.timer = startSilenceTimer(id, maxSilenceMs);
  };
  const openConnection = (): EngineSocket | undefined => {
    const connection = connectToEngine(state);
    if (!connection) return undefined;
    const reader = createFrameReader();
    connection.on('data', (chunk) => {
      const { frames, problem } = reader.push(chunk);
      for (const frame of frames) handleFrame(frame);
      if (problem !== undefined && connection === socket) dropConnection(`the engine sent ${problem}`);
    });
    connection.on('error', (error) => connection === socket && dropConnection(error.message));
    connection.on('close', () => connection === socket && dropConnection('the engine closed the connection'));
    return connection;
  };

  return {
    ask: (request, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve({ kind: 'none', why: 'it was cancelled' });
        socket ??= openConnection();
        if (!socket) return resolve({ kind: 'none', why: 'no trustworthy engine was found' });
        lastId = (lastId % 0xffff_ffff) + 1;
        const id = lastId;
        const cancel = () => {
          cancelledIds.add(id);
          settle(id, { kind: 'none', why: 'it was cancelled' });
        };
        const done = (reply: EngineReply) => {
          signal?.removeEventListener('abort', cancel);
          resolve(reply);
        };
        signal?.addEventListener('abort', cancel);
        socket.ref();
        const { deadlineMs = Number.POSITIVE_INFINITY } = request;
        const timer = startSilenceTimer(id, Math.min(firstFrameTimeoutMs, deadlineMs / 2));
        const pending: PendingRequest = { settle: done, timer, isSent: false };
        waiting.set(id, pending);
        socket.write(encodeFrame(frameKinds.event, id, requestFields(request)), () => {
          pending.isSent = true;
        });
      }),
    close: () => dropConnection('the client was closed'),
  };
}

/** A connection to the engine, if it runs as our user and in our namespaces, which Node does not check. */
export function connectToEngine(state: string): EngineSocket | undefined {
  if (!isPrivateFolder(state)) return undefined;
  const engineInfo = readEngineInfo(join(state, engineFiles.info));
  if (!engineInfo || !sharesNamespaces(engineInfo.pid)) return undefined;
  if (usesNamedPipes) {
    const found = readPipe(state);
    return found && new PipeConnection(found.pipe, found.token);
  }
  const address = socketPath(state, engineFiles.socket);
  if (!address) return undefined;
  return connect(address.path).once('close', () => address.release());
}

const requestFields = ({ args, cwd, umask, deadlineMs, env, payload }: ClientRequest): readonly FrameField[] => [
  [fieldTags.args, joinWords(args)],
  [fieldTags.cwd, cwd],
  ...(umask === undefined ? [] : [[fieldTags.umask, umask.toString(8)] as const]),
  ...(deadlineMs === undefined ? [] : [[fieldTags.deadline, String(Math.max(1, Math.round(deadlineMs)))] as const]),
  [fieldTags.env, joinWords(Object.entries(env).map(([name, value]) => `${name}=${value}`))],
  [fieldTags.payload, payload],
];

function replyOf({ kind, fields }: Frame): EngineReply {
  if (kind === frameKinds.decline)
    return { kind: 'none', why: fields.get(fieldTags.reason)?.toString('utf8') ?? 'it declined' };
  const exit = fields.get(fieldTags.exit);
  if (kind !== frameKinds.answer || exit?.length !== 1)
    return { kind: 'none', why: `a frame of kind ${kind} is not an answer` };
  const noBytes = Buffer.alloc(0);
  const stdout = fields.get(fieldTags.stdout) ?? noBytes;
  const stderr = fields.get(fieldTags.stderr) ?? noBytes;
  const [exitCode] = exit;
  if (exitCode === 0 || exitCode === 1 || exitCode === 2) return { kind: 'answer', exitCode, stdout, stderr };
  const note = Buffer.from('anyhook: the engine returned an exit code that agents do not know; treated as 0\n');
  return { kind: 'answer', exitCode: 0, stdout, stderr: Buffer.concat([stderr, note]) };
}

/** Why clients here decide in their own process; undefined if they use the engine. Other sandboxes may differ. */
export function unreachableReason(state: string, pid: number): string | undefined {
  if (!isPrivateFolder(state)) return 'others may enter the state folder';
  if (!sharesNamespaces(pid))
    return 'it runs in another sandbox or container (its namespaces are not those of this shell)';
  return undefined;
}
