import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { linesOf } from './batch.js';
import { emptyLedger } from './holes.js';
import { KeptFiles } from './kept-files.js';
import { readStream } from './read-stream.js';
import { createStore, type Ledger } from './store.js';
import type { HubStreams } from './streams.js';

/** Ledgers that are written at once. */
const atOnce = 200;

/** Writes every record to files, once, and publishes what is there to the hubs. Ends after the signal. */
export async function runKeeper(
  streams: HubStreams,
  folder: string,
  log: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const lock = await takeFolder(folder);
  const files = new KeptFiles(folder);
  const store = createStore(streams);
  const changed = new Set<string>();

  const publish = async (): Promise<void> => {
    const devices = [...changed];
    for (let i = 0; i < devices.length; i += atOnce) {
      const some = devices.slice(i, i + atOnce);
      await Promise.all(some.map((device) => store.write('ledger', device, files.ledgers.get(device) ?? emptyLedger)));
      for (const device of some) changed.delete(device);
    }
  };

  // The files are authoritative: earlier announcements to the hubs are corrected.
  for (let isNotified = false; !isNotified && !stop.aborted; ) {
    try {
      const told = await store.readAll('ledger');
      for (const [device, ledger] of files.ledgers) if (!isSame(ledger, told.get(device))) changed.add(device);
      for (const device of told.keys()) if (!files.ledgers.has(device)) changed.add(device);
      await publish();
      isNotified = true;
    } catch (error) {
      log(`keeper: ${(error as Error).message}; trying again`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  let lastTold = Date.now();
  await readStream(
    streams,
    {
      name: 'keeper',
      fromStart: files.isNew,
      take: async (messages) => {
        for (const message of messages) {
          const device = message.subject.slice(message.subject.lastIndexOf('.') + 1);
          files.add(device, linesOf(message.data), message.seq);
          changed.add(device);
        }
        files.sync();
      },
      // Until the announcement, hubs read the stream itself.
      afterRound: async () => {
        if (Date.now() - lastTold < 1000) return;
        lastTold = Date.now();
        await publish();
      },
    },
    log,
    stop,
  );
  files.close();
  await publish().catch((error: Error) => log(`keeper: ${error.message}; the next start tells the hubs`));
  lock.close();
}

const isSame = (ledger: Ledger, told: Ledger | undefined): boolean =>
  told !== undefined &&
  JSON.stringify([ledger.ranges, ledger.head, ledger.breaks]) === JSON.stringify([told.ranges, told.head, told.breaks]);

/** Claims a folder for this process; throws if another keeper has it. The system releases it when the process ends. */
async function takeFolder(folder: string): Promise<Server> {
  // A short path, because socket paths are limited.
  const hash = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `anyhook-keeper-${hash}.sock`);
  const taken = await listen(path);
  if (taken) return taken;
  if (await isAnswering(path)) throw new Error(`${folder}: another keeper writes there; only one may run`);
  rmSync(path, { force: true });
  const second = await listen(path);
  if (!second) throw new Error(`${folder}: another keeper has just started to write there; only one may run`);
  return second;
}

const listen = (path: string): Promise<Server | undefined> =>
  new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    );
    server.listen(path, () => done(server));
    server.unref();
  });

const isAnswering = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
