import { connectToEngine } from './engine-client.js';
import { createFrameReader, encodeFrame, fieldTags, frameKinds } from './protocol.js';

interface WatchHandlers {
  /** Gets lines of JSON; the first call, perhaps without lines, says that the engine tells from now on. */
  readonly news: (lines: readonly string[]) => void;
  /** The connection is gone, or the engine cannot be watched; called once. */
  readonly ended: () => void;
}

/** Lets the running engine of a state folder tell what happens. Never starts one; undefined if there is none. */
export function watchEngine(state: string, { news, ended }: WatchHandlers): { close(): void } | undefined {
  const socket = connectToEngine(state);
  if (!socket) return undefined;
  const reader = createFrameReader();
  socket.on('error', () => socket.destroy());
  socket.on('close', ended);
  socket.on('connect', () => socket.write(encodeFrame(frameKinds.watch, 1)));
  socket.on('data', (chunk) => {
    const { frames, problem } = reader.push(chunk);
    for (const { kind, fields } of frames) {
      // An engine of an earlier version declines.
      if (kind !== frameKinds.news) return void socket.destroy();
      const text = fields.get(fieldTags.json)?.toString('utf8') ?? '';
      news(text.split('\n').filter((line) => line !== ''));
    }
    if (problem !== undefined) socket.destroy();
  });
  return { close: () => void socket.destroy() };
}
