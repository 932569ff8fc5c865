import { createServer, type Socket } from 'node:net';
import { createRequestStats, type RuntimeSocket, type RuntimeSocketOptions } from '@anyhook/anyhook';

const connectionLimit = 1_000;

/** The socket for clients of the agent runtime. The code that serves them is loaded for the first one. */
export function createRuntimeSocket({ ticks, isEnding, log, ...world }: RuntimeSocketOptions): RuntimeSocket {
  const work = createRequestStats({ ticks });
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
  server.maxConnections = connectionLimit;
  return { server, work };
}
