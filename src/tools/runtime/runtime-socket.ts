import { createServer, type Server, type Socket } from 'node:net';
import { createTally, type Tally } from '../../resident/request-stats.js';
import type { RuntimeWorld } from './runtime-engine.js';

/** Where clients of the agent runtime come in. What serves them is loaded for the first one. */
export interface RuntimeDoor {
  readonly server: Server;
  /** Requests that are worked on. */
  readonly work: Tally;
}

export interface DoorOptions extends RuntimeWorld {
  readonly ticks: () => number;
  /** Is this engine on its way out? Asked for each client. */
  readonly isEnding: () => boolean;
  /** Takes a line for the log. */
  readonly log: (text: string) => void;
}

const mostConnections = 1_000;

export function createRuntimeDoor({ ticks, isEnding, log, ...world }: DoorOptions): RuntimeDoor {
  const work = createTally({ ticks });
  let loading: Promise<{ serve: (socket: Socket) => void }> | undefined;
  const load = async () => {
    const { createRuntimeEngine } = await import('./runtime-engine.js');
    return createRuntimeEngine(world, { begin: work.begin, isEnding });
  };
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    const fail = (error: Error) => {
      log(`the agent runtime cannot be loaded: ${error.message}`);
      loading = undefined;
      socket.destroy();
    };
    loading ??= load();
    loading.then(({ serve }) => serve(socket)).catch(fail);
  });
  server.maxConnections = mostConnections;
  return { server, work };
}
