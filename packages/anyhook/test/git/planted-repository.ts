import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A clone with a changed and a new file, a home next to it, and a folder in which planted programs leave marks. */
export class PlantedRepository implements Disposable {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-planted-')));
  readonly dir = join(this.base, 'clone');
  readonly home = join(this.base, 'home');
  readonly marks = join(this.base, 'marks');
  /** The agent's working folder. */
  cwd = this.dir;
  env: Record<string, string>;

  constructor() {
    for (const folder of [this.home, this.marks, join(this.base, 'state')]) mkdirSync(folder);
    this.env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      XDG_STATE_HOME: join(this.base, 'state'),
      ANYHOOK_MANAGED_CONFIG: join(this.base, 'managed.yaml'),
      ANYHOOK_ENGINE: 'off',
    };
    mkdirSync(this.dir);
    this.git('init', '--quiet', '--initial-branch=main');
    this.write({ 'a.txt': 'one\n', 'sub/b.txt': 'one\n', 'c.bin': 'one\n' });
    this.commit('first commit');
    this.write({ 'a.txt': 'two\n', 'sub/b.txt': 'two\n', 'new.txt': 'new\n' });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.dir, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      if (text.startsWith('#!')) chmodSync(path, 0o755);
    }
  }

  append(file: string, text: string): void {
    const path = join(this.dir, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'a' });
  }

  config(text: string): void {
    this.append('.git/config', `\n${text}\n`);
  }

  /** A program that leaves a mark and echoes its input. */
  evil(name = 'evil'): string {
    const path = join(this.dir, '.evil', name);
    // Its stdin may never be closed, and it must still end.
    const pass = 'command -v timeout >/dev/null && exec timeout 20 cat\nexec cat\n';
    this.write({ [`.evil/${name}`]: `#!/bin/sh\ntouch '${this.marks}/${name}'\n${pass}` });
    return path;
  }

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'protocol.file.allow=always'];
    const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', [...who, ...args], {
      cwd: this.dir,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', `--message=${message}`);
  }

  /** Asks git without any protection. */
  askCarelessly(): void {
    const env = { HOME: '/nonexistent', ...this.env };
    for (const line of [
      ['status'],
      ['diff', 'HEAD'],
      ['log', '-p', '-1', '--ext-diff'],
      ['log', '--show-signature', '-1', '--format=%(trailers)'],
      ['cat-file', '-p', 'HEAD:c.bin'],
      ['ls-tree', '-r', '-l', 'HEAD'],
      ['add', '--all', '--dry-run'],
    ])
      spawnSync('git', line, { cwd: this.cwd, env, timeout: 3_000, stdio: 'ignore' });
  }

  /** The planted programs that ran. */
  ran(): readonly string[] {
    return existsSync(this.marks) ? readdirSync(this.marks).sort() : [];
  }

  forget(): void {
    for (const name of this.ran()) rmSync(join(this.marks, name));
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
