import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolderAtLast } from './remove-folder.js';

/** Why a test with two users is skipped; false if it runs. */
export const needsRoot = process.geteuid?.() === 0 ? false : 'only root can act as two users: run this test as root';

/** The user of a test, and another one on the same machine. */
export const ownUser = 1000;
export const otherUser = 65_534;

/** A home and a project of a user who is not root. */
export class UserWorld {
  readonly top: string;
  readonly home: string;
  readonly dir: string;

  constructor(
    t: TestContext,
    readonly uid = ownUser,
    readonly project = 'home/dev/project',
  ) {
    this.top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-user-')));
    t.after(() => removeFolderAtLast(this.top));
    chmodSync(this.top, 0o755);
    this.home = join(this.top, 'home');
    this.dir = join(this.top, project);
    mkdirSync(this.home);
    mkdirSync(this.dir, { recursive: true });
    this.own(this.home);
    this.own(this.dir);
  }

  at(name: string): string {
    return name.startsWith('/') ? name : join(this.home, name);
  }

  /** Writes a file of the user; the user also owns its folders. */
  put(name: string, text: string, mode = 0o644): void {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
    this.own(this.home);
    this.own(this.dir);
  }

  /** Gives a folder and everything in it to a user. */
  own(path: string, uid = this.uid): void {
    chownSync(path, uid, uid);
    if (!lstatSync(path).isDirectory()) return;
    for (const name of readdirSync(path)) {
      const entry = join(path, name);
      if (!lstatSync(entry).isSymbolicLink()) this.own(entry, uid);
    }
  }

  /** Runs anyhook as the user. */
  run(args: readonly string[], { input = '', uid = this.uid } = {}) {
    const env = { PATH: process.env['PATH'] ?? '', HOME: this.home, ANYHOOK_ENGINE: 'off' };
    return spawnSync(nodeForAll(), [resolve('packages/anyhook/bin/anyhook.cjs'), ...args], {
      cwd: this.dir,
      env,
      input,
      encoding: 'utf8',
      timeout: 60_000,
      uid,
      gid: uid,
    });
  }

  /** The reason why a harmless command asks; undefined if it passes. */
  ask(command = 'ls', { uid = this.uid, args = [] as readonly string[] } = {}): string | undefined {
    const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: this.dir, tool_name: 'Bash' };
    const input = JSON.stringify({ ...call, tool_input: { command } });
    const { stdout, stderr, error } = this.run(['run', '--host', 'claude-code', ...args], { input, uid });
    assert.deepEqual([error, stderr], [undefined, '']);
    const answer = (JSON.parse(stdout || '{}') as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput;
    if (answer === undefined) return undefined;
    assert.equal(answer['permissionDecision'], 'ask');
    return answer['permissionDecisionReason'] ?? '';
  }
}

/** A copy of Node that other users may start. */
const nodeForAll = (): string => realpathSync(process.execPath);
