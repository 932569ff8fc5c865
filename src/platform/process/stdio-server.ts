import { killAllGroups } from './groups.js';

/** What hooks in this process print must not reach whoever reads our answers. Call it when the answers have their way. */
export function keepStdoutClean(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}

const endings = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Nothing that we started outlives this process; the first signal asks for an end, the second one is obeyed at once. */
export function onSignalEnd(ask: () => void): void {
  let asked = false;
  process.on('exit', killAllGroups);
  for (const name of endings)
    process.on(name, () => {
      if (asked) process.exit(1);
      asked = true;
      ask();
    });
  // A hook that runs in this process may leave a promise behind: its own business.
  process.on('unhandledRejection', (error) => process.stderr.write(`anyhook: ${String(error)}\n`));
}
