import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [program, terminal] = [
  '../packages/anyhook/bin/anyhook.cjs',
  '../packages/anyhook/test/support/at-terminal.sh',
].map((file) => fileURLToPath(new URL(file, import.meta.url))) as [string, string];

/** Plays a person who reads each pending call in a window of root's tmux and types its id. Later checks reveal errors. */
export function approveAll(cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn('sh', [terminal, process.execPath, program, 'approve'], {
    cwd,
    env,
    stdio: 'ignore',
    timeout: 60_000,
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
}
