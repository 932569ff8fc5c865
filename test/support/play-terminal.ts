import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Can programs run in a terminal here? Python's pty module makes it. */
export const canPlay = process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty']).status === 0;

/** What is shown, and what is typed then. */
export type TypedAnswer = readonly [shown: string, typed: string];

export interface TerminalPlay {
  readonly shown: string;
  readonly status: number;
}

/** Runs the built program in a real terminal of 80 columns, without blocking this process. */
export function playTerminal(
  args: readonly string[],
  answers: readonly TypedAnswer[],
  env: NodeJS.ProcessEnv,
): Promise<TerminalPlay> {
  const program = [process.execPath, resolve('bin/anyhook.cjs'), ...args];
  const child = spawn('python3', [resolve('test/support/pty-play.py'), JSON.stringify(answers), ...program], {
    env: { ...env, TERM: 'xterm', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  return new Promise((done) => {
    child.on('close', () => done(JSON.parse(text) as TerminalPlay));
  });
}
