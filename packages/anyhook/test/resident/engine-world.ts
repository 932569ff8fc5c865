import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { controlEngine, type EngineReport } from '../../src/resident/control-engine.js';
import {
  createFrameReader,
  encodeFrame,
  type Frame,
  fieldTags,
  frameKinds,
  joinWords,
} from '../../src/resident/protocol.js';
import { removeFolderAtLast } from '../support/remove-folder.js';

export const anyhookProgram = resolve('packages/anyhook/bin/anyhook.cjs');

/** A separate home and project, and the resident engine in them. */
export interface EngineWorld {
  readonly home: string;
  readonly project: string;
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file of the project. */
  write(path: string, text: string, mode?: number): void;
  /** Starts an engine and waits until it serves. */
  up(args?: readonly string[]): Promise<ChildProcess>;
  status(): Promise<EngineReport | undefined>;
  /** Ends something before the folders are removed: a later write would recreate them. */
  endFirst(end: () => unknown): void;
}

/** The folders are removed and every engine is ended after the test. */
export function engineWorld(t: TestContext, files: Readonly<Record<string, string>> = {}): EngineWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-resident-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const state = join(home, '.local', 'state', 'anyhook');
  for (const dir of [home, project]) mkdirSync(dir, { recursive: true });
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
  mkdirSync(join(home, '.config/anyhook'), { recursive: true });
  writeFileSync(join(home, '.config/anyhook/config.yaml'), 'trust: project\n');
  const engines: ChildProcess[] = [];
  const ends: (() => unknown)[] = [];
  const write = (path: string, text: string, mode = 0o755) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text, { mode });
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  t.after(async () => {
    for (const end of ends) await end();
    for (const engine of engines) engine.kill('SIGKILL');
    const left = await controlEngine(state, 'status', 500);
    if (left) process.kill(left.pid, 'SIGKILL');
    removeFolderAtLast(root);
  });
  const status = () => controlEngine(state, 'status', 2_000);
  return {
    home,
    project,
    state,
    env,
    write,
    status,
    endFirst: (end) => void ends.push(end),
    async up(args = []) {
      const engine = spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground', ...args], {
        env,
        stdio: 'ignore',
      });
      engines.push(engine);
      await until(async () => (await status())?.pid === engine.pid || engine.exitCode !== null);
      return engine;
    },
  };
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > mostMs) throw new Error(`not true after ${mostMs / 1000} s: ${holds}`);
    await wait(10);
  }
}

/** Longer than any step takes on a busy machine, but short enough to fail before the test file times out. */
const mostMs = 180_000;

/** The answer to an event. */
export interface ProtocolReply {
  readonly kind: number;
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly reason: string;
}

/** A connection to the engine that speaks the protocol by hand. */
export function dialProtocol({ state }: Pick<EngineWorld, 'state'>) {
  const before = process.cwd();
  process.chdir(state);
  const socket: Socket = connect('engine.sock');
  process.chdir(before);
  const reader = createFrameReader();
  const waiting = new Map<number, (frame: Frame | undefined) => void>();
  let last = 0;
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const settle of waiting.values()) settle(undefined);
  });
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk).frames)
      if (frame.kind !== frameKinds.working) waiting.get(frame.id)?.(frame);
  });
  return {
    socket,
    /** Sends an event; undefined if the engine closed the connection instead of answering. */
    async ask(
      world: Pick<EngineWorld, 'env' | 'project'>,
      payload: object,
      more: AskOptions = {},
    ): Promise<ProtocolReply | undefined> {
      const id = ++last;
      const { args = ['--host', 'claude-code'], env = world.env, cwd = world.project, umask, deadline } = more;
      const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const answered = new Promise<Frame | undefined>((settle) => waiting.set(id, settle));
      socket.write(
        encodeFrame(frameKinds.event, id, [
          [fieldTags.args, joinWords(args)],
          [fieldTags.cwd, cwd],
          [fieldTags.env, joinWords(words)],
          [fieldTags.payload, JSON.stringify(payload)],
          ...(umask === undefined ? [] : ([[fieldTags.umask, umask]] as const)),
          ...(deadline === undefined ? [] : ([[fieldTags.deadline, deadline]] as const)),
        ]),
      );
      const frame = await answered;
      waiting.delete(id);
      if (!frame) return undefined;
      const text = (tag: number) => frame.fields.get(tag)?.toString('utf8') ?? '';
      const [exitCode] = frame.fields.get(fieldTags.exit) ?? [];
      return {
        kind: frame.kind,
        stdout: text(fieldTags.stdout),
        stderr: text(fieldTags.stderr),
        reason: text(fieldTags.reason),
        ...(exitCode !== undefined && { exitCode }),
      };
    },
  };
}

export interface AskOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly umask?: string;
  readonly deadline?: string;
}

/** A call of the shell tool, as Claude Code sends it. */
export const claudeShellCall = (project: string, command: string, session = 's') => ({
  hook_event_name: 'PreToolUse',
  session_id: session,
  cwd: project,
  tool_name: 'Bash',
  tool_input: { command },
});

/** A HOOK.md with a script, as files of a project. */
export const hookMdFolder = (name: string, script: string, front = ''): Record<string, string> => ({
  [`.agents/hooks/${name}/HOOK.md`]: `---\nname: ${name}\ndescription: test\ntrigger: before_tool\n${front}---\n`,
  [`.agents/hooks/${name}/scripts/run.sh`]: `#!/bin/sh\n${script}\n`,
});
