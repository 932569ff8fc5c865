import { createServer, type Server, type Socket } from 'node:net';
import { answerFields, type ClientAnswer, type ClientRequest, requestFromFrame } from './client-request.js';
import { lazyEnvironment } from './lazy-environment.js';
import { admitClient } from './pipe-proof.js';
import { createFrameReader, encodeFrame, type Frame, type FrameField, fieldTags, frameKinds } from './protocol.js';

interface ResidentService {
  /** Called once for all events that arrived together, before they are answered. */
  readonly startBatch: () => AnswerClientRequest;
  /** Called before a group of answers is sent. */
  readonly beforeAnswers?: () => void;
  /** The current state of the engine, for `anyhook engine status`. */
  readonly report: () => object;
  /** A client asked the engine to end. */
  readonly quit: () => void;
  /** A client subscribes to news; returns the function that ends the subscription. */
  readonly watch?: (notify: (lines: string) => void) => () => void;
}

/** Answers an event of one batch; a rejection tells the client to decide the event itself. */
export type AnswerClientRequest = (request: ClientRequest, signal: AbortSignal) => Promise<ClientAnswer>;

/** How often a client is told that its event is still being processed. */
const heartbeatMs = 400;
/** A client with more unread answers than this is disconnected. */
const maxUnread = 128 * 1024 * 1024;
/** The same limit for a subscriber: it reads what it missed from the journal. */
const maxUnreadNews = 8 * 1024 * 1024;

/** A server for clients on a unix socket, or with a token on a named pipe; the caller makes it listen. */
export function createResidentServer(service: ResidentService, token?: string): Server {
  const serve = (socket: Socket) => serveSocket(socket, service);
  return createServer(token === undefined ? serve : (socket) => admitClient(socket, token, () => serve(socket)));
}

function serveSocket(socket: Socket, service: ResidentService): void {
  const reader = createFrameReader();
  const pending = new Set<number>();
  // One for all events of the client: they are cancelled together.
  const disconnected = new AbortController();
  let heartbeat: NodeJS.Timeout | undefined;
  // Events of one client mostly share one environment: it is parsed once, and dropped with the last event that uses it.
  let env: { readonly bytes: Buffer; readonly values: ClientRequest['env'] } | undefined;
  const envOf = (bytes: Buffer = Buffer.alloc(0)): ClientRequest['env'] => {
    if (!env?.bytes.equals(bytes)) env = { bytes, values: lazyEnvironment(bytes) };
    return env.values;
  };
  let outgoing: Buffer[] = [];
  let hasAnswers = false;

  const flush = () => {
    const [first] = outgoing;
    if (!first || socket.destroyed) return;
    if (hasAnswers) service.beforeAnswers?.();
    hasAnswers = false;
    socket.write(outgoing.length === 1 ? first : Buffer.concat(outgoing));
    outgoing = [];
    if (socket.writableLength > maxUnread) socket.destroy();
  };
  const send = (kind: Parameters<typeof encodeFrame>[0], id: number, fields: readonly FrameField[] = []) => {
    if (kind === frameKinds.answer) hasAnswers = true;
    // Answers that are ready at the same time are sent together.
    if (outgoing.push(encodeFrame(kind, id, fields)) === 1) setImmediate(flush);
  };
  const finishEvent = (id: number) => {
    pending.delete(id);
    if (pending.size > 0) return;
    env = undefined;
    clearInterval(heartbeat);
    heartbeat = undefined;
  };
  const startEvent = (frame: Frame, answerRequest: AnswerClientRequest) => {
    const { id } = frame;
    if (pending.has(id))
      return send(frameKinds.decline, id, [[fieldTags.reason, 'an event with this id is being answered']]);
    pending.add(id);
    heartbeat ??= setInterval(() => {
      for (const pendingId of pending) send(frameKinds.working, pendingId);
    }, heartbeatMs);
    answerRequest(requestFromFrame(frame, envOf(frame.fields.get(fieldTags.env))), disconnected.signal).then(
      (answer) => {
        finishEvent(id);
        send(frameKinds.answer, id, answerFields(answer));
      },
      (error: unknown) => {
        finishEvent(id);
        send(frameKinds.decline, id, [[fieldTags.reason, error instanceof Error ? error.message : String(error)]]);
      },
    );
  };
  let stopWatching: (() => void) | undefined;
  const startWatching = (id: number, watch: NonNullable<ResidentService['watch']>) => {
    stopWatching ??= watch((lines) => {
      if (socket.writableLength > maxUnreadNews) socket.destroy();
      else send(frameKinds.news, id, [[fieldTags.json, lines]]);
    });
  };
  const handleFrame = (frame: Frame, getAnswerer: () => AnswerClientRequest) => {
    const { kind, id } = frame;
    if (kind === frameKinds.event) return startEvent(frame, getAnswerer());
    if (kind === frameKinds.watch && service.watch) return startWatching(id, service.watch);
    if (kind !== frameKinds.status && kind !== frameKinds.quit)
      return send(frameKinds.decline, id, [[fieldTags.reason, `no such kind of request: ${kind}`]]);
    send(frameKinds.report, id, [[fieldTags.json, JSON.stringify(service.report())]]);
    if (kind === frameKinds.quit) service.quit();
  };

  socket.on('data', (chunk) => {
    const { frames, problem } = reader.push(chunk);
    let answerRequest: AnswerClientRequest | undefined;
    const getAnswerer = () => (answerRequest ??= service.startBatch());
    for (const frame of frames) handleFrame(frame, getAnswerer);
    if (problem !== undefined) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearInterval(heartbeat);
    stopWatching?.();
    // These events have no waiting client any more.
    if (pending.size > 0) disconnected.abort();
  });
}
