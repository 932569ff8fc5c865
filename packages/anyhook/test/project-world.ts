import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Hook, LoadedHook } from '../../core/src/hook.js';
import { type UserPaths, userPaths } from '../../core/src/platform/user-paths.js';
import { openProject } from '../src/answer/engine.js';
import type { LoadProjectOptions, Project } from '../src/hooks/load.js';
import { loadProject } from '../src/hooks/load.js';
import { recordTrust, type TrustMode, writeLock } from '../src/trust/trust.js';
import { makeRepository } from './support/make-repository.js';
import { removeFolderAtLast } from './support/remove-folder.js';

export type FileTexts = Readonly<Record<string, string>>;

/** A repository and a home in a temporary folder that is removed after the test. */
export class ProjectWorld {
  readonly top: string;
  readonly dir: string;
  readonly home: string;
  env: Record<string, string>;

  constructor(t: TestContext, files: FileTexts = {}) {
    this.top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-project-')));
    t.after(() => removeFolderAtLast(this.top));
    this.dir = join(this.top, 'repo');
    this.home = join(this.top, 'home');
    makeRepository(this.dir);
    mkdirSync(this.home);
    this.env = {
      HOME: this.home,
      PATH: process.env['PATH'] ?? '',
      ANYHOOK_MANAGED_CONFIG: join(this.top, 'managed.yaml'),
    };
    this.write(files);
  }

  /** Paths that begin with `~/` are in the home folder; scripts become executable. */
  write(files: FileTexts): void {
    for (const [name, text] of Object.entries(files)) {
      const path = this.path(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      if (text.startsWith('#!')) chmodSync(path, 0o755);
    }
  }

  path(name: string): string {
    return name.startsWith('~/') ? join(this.home, name.slice(2)) : join(this.dir, name);
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true });
  }

  get user(): UserPaths {
    return userPaths(this.env, this.home);
  }

  open(trust?: TrustMode, cwd = '.'): Promise<Project> {
    return openProject({ cwd: join(this.dir, cwd), env: this.env, home: this.home }, trust);
  }

  /** Loads hooks as an event does: untrusted ones are only counted. */
  openForEvent(trust?: TrustMode): Promise<Project> {
    return openProject({ cwd: this.dir, env: this.env, home: this.home }, trust, { forEvent: true });
  }

  /** Loads without parsers: throws if the cache is not enough. */
  reopen(more: Partial<LoadProjectOptions> = {}): Promise<Project> {
    return loadProject({
      cwd: this.dir,
      env: this.env,
      user: this.user,
      version: 'test',
      now: Date.now,
      takeSnapshot: () => Promise.reject(new Error('the parsers were needed')),
      ...more,
    });
  }

  /** A person trusts the current hooks. */
  async trust(cwd = '.'): Promise<void> {
    recordTrust((await this.open('ask', cwd)).snapshot, this.user, '2026-01-01T00:00:00.000Z');
  }

  async lock(cwd = '.'): Promise<void> {
    writeLock((await this.open('ask', cwd)).snapshot);
  }
}

/** `id state` of each hook. */
export const hookStateLines = ({ hooks }: Project): readonly string[] =>
  hooks.map(({ hook, state }: LoadedHook) => `${hook.id} ${state.kind}`).sort();

export const hookById = ({ hooks }: Project, id: string): Hook => {
  const found = hooks.find(({ hook }) => hook.id === id);
  if (!found) throw new Error(`no hook ${id}`);
  return found.hook;
};

/** The files of a HOOK.md hook. */
export function hookMdFiles(
  name: string,
  front = 'trigger: before_tool',
  script = 'exit 0',
  base = '.agents/hooks',
): FileTexts {
  return {
    [`${base}/${name}/HOOK.md`]: `---\nname: ${name}\ndescription: A hook for tests.\n${front}\n---\n`,
    [`${base}/${name}/scripts/run.sh`]: `#!/bin/sh\n${script}\n`,
  };
}
