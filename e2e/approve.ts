import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/anyhook.cjs', import.meta.url));

/** A person at a separate terminal approves every pending call. Later checks reveal errors. */
export function approveAll(cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  const words = [process.execPath, program, 'approve', '--yes'].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const terminal = spawn('script', ['-qec', words.join(' '), '/dev/null'], {
    cwd,
    env,
    stdio: 'ignore',
    timeout: 60_000,
  });
  return new Promise((resolve) => {
    terminal.on('error', () => resolve());
    terminal.on('close', () => resolve());
  });
}
