import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { anyhookProgram, type EngineWorld } from '../resident/engine-world.js';

/** One output line of `serve`, as a client in any language reads it. */
export interface ServeLine {
  readonly id?: number | string;
  readonly verdict?: {
    readonly decision: string;
    readonly reason?: string;
    readonly input?: object;
    readonly output?: string;
    readonly prompt?: string;
    readonly context: readonly string[];
    readonly messages: readonly string[];
    readonly notes: readonly string[];
    readonly stop?: string;
  };
  readonly answer?: { readonly stdout: string; readonly stderr: string; readonly exitCode: number };
  readonly hello?: { readonly version: string; protocol: number; hooks: number; failClosed: boolean };
  readonly cancelled?: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly failClosed?: boolean };
}

/** Requests out, lines in. */
export interface ServeConversation {
  /** Every line so far. */
  readonly lines: readonly ServeLine[];
  /** Sends a request, or a raw string. */
  send(request: object | string): void;
  /** The line with this id, or the first error without one. */
  line(id?: number | string): Promise<ServeLine>;
  ask(request: { readonly id: number | string } & Record<string, unknown>): Promise<ServeLine>;
}

export function openConversation(input: Readable, output: Writable): ServeConversation {
  const lines: ServeLine[] = [];
  let rest = '';
  let wake: () => void = () => {};
  let over = false;
  input.setEncoding('utf8');
  input.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((part) => JSON.parse(part) as ServeLine));
    wake();
  });
  for (const name of ['end', 'close', 'error'])
    input.on(name, () => {
      over = true;
      wake();
    });
  output.on('error', () => {});
  const line: ServeConversation['line'] = async (id) => {
    for (;;) {
      const found = lines.find((one) => one.id === id);
      if (found) return found;
      if (over) throw new Error(`no line with the id ${id}: the stream ended after ${JSON.stringify(lines)}`);
      await new Promise<void>((resolve) => {
        const before = wake;
        wake = () => {
          before();
          resolve();
        };
      });
    }
  };
  const send: ServeConversation['send'] = (request) =>
    void output.write(typeof request === 'string' ? request : `${JSON.stringify(request)}\n`);
  return {
    lines,
    send,
    line,
    ask(request) {
      send(request);
      return line(request.id);
    },
  };
}

export interface ServeProcess extends ServeConversation {
  readonly child: ChildProcess;
  /** Closes the input. */
  end(): void;
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
  stderr(): string;
}

/** `anyhook serve` in the project of a world; ended after the test. */
export function startServe(
  world: EngineWorld,
  args: readonly string[] = ['--stdio'],
  env: Readonly<Record<string, string>> = {},
): ServeProcess {
  const child = spawn(process.execPath, [anyhookProgram, 'serve', ...args], {
    cwd: world.project,
    env: { ...world.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  // It takes its hooks with it.
  world.endFirst(() => (child.kill('SIGTERM') ? exited : undefined));
  const isStdio = args.includes('--stdio');
  const spoken = isStdio
    ? openConversation(child.stdout, child.stdin)
    : { lines: [], send() {}, line: () => Promise.reject(new Error()), ask: () => Promise.reject(new Error()) };
  return { ...spoken, child, exited, end: () => child.stdin.end(), stderr: () => stderr };
}

export const shellRequest = (id: number | string, command = 'ls', more: object = {}) => ({
  id,
  event: 'tool.before',
  tool: 'shell',
  input: { command },
  ...more,
});
