import { killAllGroups } from './process-groups.js';

/** Keeps what hooks in this process print out of our answers. Call it after the stream for answers was set up. */
export function keepStdoutClean(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** No process that we started outlives this one; the first signal asks for an end, the second one ends it at once. */
export function onEndSignal(requestEnd: () => void): void {
  let isRequested = false;
  process.on('exit', killAllGroups);
  for (const name of endSignals)
    process.on(name, () => {
      if (isRequested) process.exit(1);
      isRequested = true;
      requestEnd();
    });
  // A hook that runs in this process may leave a rejected promise behind, which does not affect the server.
  process.on('unhandledRejection', (error) => process.stderr.write(`anyhook: ${String(error)}\n`));
}
