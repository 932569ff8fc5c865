import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Whether programs can run in a terminal here, made by Python's pty module. */
export const canPlay = process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty']).status === 0;

/** Whether a person can be simulated: only root's tmux counts as a person's terminal with no one attached. */
export const canPlayPerson = process.getuid?.() === 0 && spawnSync('tmux', ['-V']).status === 0;
export const whyNoPerson = 'needs root and tmux';

/** Runs a program in the terminal of a person, who types each word that it asks for. */
export function playPerson(
  words: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): { readonly status: number | null; readonly shown: string } {
  const { status, stdout } = spawnSync('sh', [resolve('packages/anyhook/test/support/at-terminal.sh'), ...words], {
    ...options,
    encoding: 'utf8',
  });
  return { status, shown: stdout };
}

/** A prompt to wait for, and the text to type then. */
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
  const program = [process.execPath, resolve('packages/anyhook/bin/anyhook.cjs'), ...args];
  const child = spawn(
    'python3',
    [resolve('packages/anyhook/test/support/pty-play.py'), JSON.stringify(answers), ...program],
    {
      env: { ...env, TERM: 'xterm', LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  child.stdout.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  return new Promise((done) => {
    child.on('close', () => done(JSON.parse(text) as TerminalPlay));
  });
}
