import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EventName } from '../../core/src/contract.js';
import type { Event } from '../../core/src/event.js';
import type { Hook } from '../../core/src/hook.js';
import type { ToolKind } from '../../core/src/tool.js';
import type { BuiltinContext } from '../src/handlers/builtins/builtin.js';

/** A folder that is removed when its test ends. */
export function tempFolder(files: Readonly<Record<string, string>> = {}): { readonly path: string } & Disposable {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-builtin-')));
  writeTestFiles(path, files);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export function writeTestFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (text.startsWith('#!')) chmodSync(path, 0o755);
  }
}

/** Git with a fixed identity and without the machine's own configuration. */
export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env: gitEnvironment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const gitEnvironment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

export function initRepository(root: string, files: Readonly<Record<string, string>> = {}): void {
  git(root, 'init', '--quiet', '--initial-branch=main');
  writeTestFiles(root, files);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--allow-empty', '--message=first commit');
}

/** An event as an engine would hand it to a builtin. */
export function eventAt(name: EventName, cwd: string, fields: Readonly<Record<string, unknown>> = {}): Event {
  const base = {
    name,
    host: 'test',
    nativeName: name,
    sessionId: 'session-1',
    cwd,
    timestamp: '2026-03-04T12:00:00.000Z',
    caller: 'ai_session',
    raw: {},
    ...(name === 'prompt.submit' ? { prompt: 'hello' } : {}),
    ...(name === 'subagent.start' ? { subagent: {} } : {}),
  };
  return { ...base, ...fields } as Event;
}

/** A tool event; after the call its result is a success. */
export function builtinToolEvent(
  name: 'tool.before' | 'tool.after' | 'tool.failure',
  cwd: string,
  call: { readonly kind: ToolKind; readonly input: Readonly<Record<string, unknown>>; readonly nativeName?: string },
): Event {
  const fields = { call: { nativeName: call.kind, ...call }, result: { ok: true, text: '' }, error: '' };
  return eventAt(name, cwd, fields);
}

/** What a builtin may use, with the test's own environment. */
export function contextWith(
  env: Readonly<Record<string, string>> = {},
  more: Partial<Omit<BuiltinContext, 'env'>> = {},
): BuiltinContext {
  const { PATH, HOME = '/nonexistent' } = process.env;
  return {
    hook: { id: 'test-hook' } as Hook,
    env: { PATH, HOME, XDG_STATE_HOME: '/nonexistent/state', ...env },
    timeoutMs: 60_000,
    ...more,
  };
}
