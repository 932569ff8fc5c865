import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { GuideReader } from '../../../anyhook/test/support/guide.js';
import { removeFolderAtLast } from '../../../anyhook/test/support/remove-folder.js';
import type { ResultView, TaskBrief } from '../../src/tasks/views.js';

export type TaskReply = ResultView;

/** A copy of the example repository, trusted by a person, and the built program. */
export class AbilityRepo extends GuideReader {
  constructor(t: TestContext) {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-abilities-')));
    t.after(() => removeFolderAtLast(top));
    super(top);
    this.cwd = join(top, 'accounts');
    cpSync('examples/ability-repo', this.cwd, { recursive: true });
    this.git('init', '-q');
    this.git('add', '-A');
    this.git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'x');
  }

  git(...args: readonly string[]): void {
    execFileSync('git', args, { cwd: this.cwd, env: this.env, stdio: 'ignore' });
  }

  /** A person reviews and trusts it. */
  trust(): string {
    return this.type('anyhook trust');
  }

  /** The output of `anyhook task` for a program without a terminal. */
  task<T = TaskReply>(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ code: number; result: T }> {
    return new Promise((done, fail) => {
      const child = spawn(process.execPath, [resolve('packages/anyhook/bin/anyhook.cjs'), 'task', ...args, '--json'], {
        cwd: this.cwd,
        env: { ...this.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.on('error', fail);
      child.on('close', (code) => {
        if (stdout === '') return fail(new Error(stderr));
        done({ code: code ?? -1, result: JSON.parse(stdout) as T });
      });
    });
  }

  run(ability: string, input: object, ...more: readonly string[]) {
    return this.task(['direct-run', ability, '--input', JSON.stringify(input), ...more]);
  }

  tasks(): Promise<readonly TaskBrief[]> {
    return this.task<readonly TaskBrief[]>(['list']).then(({ result }) => result);
  }

  read(path: string): string | undefined {
    const file = join(this.cwd, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  json(path: string) {
    return JSON.parse(this.read(path) ?? 'null');
  }
}
