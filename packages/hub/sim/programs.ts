import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';

/** A started program, which can be killed. */
export interface Program {
  readonly child: ChildProcess;
  /** Ends it and waits for its end; without a signal it cannot clean up. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

interface StartOptions {
  /** The program and this process exchange messages. */
  readonly hasChannel?: boolean;
  /** The user that runs it, if not the user of this process. */
  readonly user?: { readonly uid?: number; readonly gid?: number };
}

/** Starts a program; its output goes to a file. */
export function startProgram(
  program: string,
  args: readonly string[],
  logFile: string,
  { hasChannel = false, user = {} }: StartOptions = {},
): Program {
  const log = openSync(logFile, 'a');
  const stdio = ['ignore', log, log, ...(hasChannel ? (['ipc'] as const) : [])] as const;
  const child = spawn(program, args, { stdio: [...stdio], ...user });
  const ended = once(child, 'exit');
  return {
    child,
    async end(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a condition is true; throws after a time. */
export async function waitUntil(isSo: () => Promise<boolean> | boolean, what: string, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    try {
      if (await isSo()) return;
    } catch (error) {
      if (Date.now() > end) throw new Error(`waited ${ms / 1000} s for ${what}: ${(error as Error).message}`);
    }
    if (Date.now() > end) throw new Error(`waited ${ms / 1000} s for ${what}`);
    await pause(50);
  }
}
