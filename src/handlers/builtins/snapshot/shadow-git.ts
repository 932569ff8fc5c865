import { createHash } from 'node:crypto';
import { isAbsolute, join, sep } from 'node:path';
import { writeTarget } from '../../../platform/files/builtin-files.js';
import { exists, makePrivateFolder, readText, writeAtomic } from '../../../platform/files/files.js';
import { findRepository } from '../../../platform/git/repository-folders.js';
import { askGit, runOwnGit } from '../../../platform/git/run-git.js';
import type { BuiltinContext } from '../builtin.js';
import { timeLeft } from '../kit/time-left.js';

/** What a snapshot needs from its environment. */
export interface FileSnapshotDeps {
  readonly env: BuiltinContext['env'];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A separate git repository for the project's files; it does not touch the project's own repository. */
export interface ShadowGit {
  readonly root: string;
  readonly dir: string;
  /** Standard output of a git command in the shadow repository; throws if the command fails. */
  run(args: readonly string[], options?: { readonly stdin?: string; readonly index?: string }): Promise<string>;
  /** Standard output of a git command on the project's own repository, read-only; empty if it fails or cannot be asked. */
  queryProject(args: readonly string[]): Promise<string>;
}

// Enough for the file lists of large projects.
const maxBytes = 64 * 1024 * 1024;

// Line endings, filters and keywords must not change the bytes.
const attributes = '* -text !eol -filter -ident -working-tree-encoding\n';

/** Folder of a project's snapshots below the user's state folder. */
export function storeFolder(root: string, env: BuiltinContext['env']): string {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const stateHome = env['XDG_STATE_HOME'];
  const state = stateHome && isAbsolute(stateHome) ? stateHome : home && join(home, '.local', 'state');
  if (!state) throw new Error('snapshot: neither XDG_STATE_HOME nor HOME is set, so there is no folder for snapshots');
  return join(state, 'anyhook', 'snapshots', createHash('sha256').update(root).digest('hex').slice(0, 32));
}

/** Opens a project's shadow repository; creates it if needed. */
export async function openShadowGit(root: string, deps: FileSnapshotDeps): Promise<ShadowGit> {
  const dir = storeFolder(root, deps.env);
  if (writeTarget(dir).startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error(`snapshot: ${dir} is inside the project; set XDG_STATE_HOME to a folder outside of it`);
  }
  const shadow = shadowAt(root, dir, deps);
  if (!exists(join(dir, 'git', 'HEAD'))) {
    makePrivateFolder(dir);
    await shadow.run(['init', '--quiet', '--template=']);
    writeAtomic(join(dir, 'root'), `${root}\n`);
  }
  writeIfChanged(join(dir, 'git', 'info', 'attributes'), attributes);
  copyExcludes(shadow);
  return shadow;
}

function shadowAt(root: string, dir: string, deps: FileSnapshotDeps): ShadowGit {
  const remainingMs = timeLeft(deps.timeoutMs);
  const options = () => ({
    timeoutMs: remainingMs(),
    maxBytes,
    ...(deps.signal ? { signal: deps.signal } : {}),
  });
  const identity = {
    GIT_AUTHOR_NAME: 'anyhook',
    GIT_AUTHOR_EMAIL: 'anyhook@localhost',
    GIT_COMMITTER_NAME: 'anyhook',
    GIT_COMMITTER_EMAIL: 'anyhook@localhost',
  };
  const own = { gitFolder: join(dir, 'git'), workTree: root, env: deps.env };
  return {
    root,
    dir,
    async run(args, { stdin = '', index = 'index' } = {}) {
      const variables = { ...identity, GIT_INDEX_FILE: join(dir, index) };
      const allArgs = ['-c', 'core.untrackedCache=false', ...args];
      const end = await runOwnGit({ ...own, variables }, allArgs, { ...options(), stdin });
      if (end.kind === 'exit' && end.exitCode === 0) return end.stdout;
      const why = end.kind === 'spawn' ? end.error : end.kind === 'exit' ? end.stderr.trim() : end.kind;
      throw new Error(`snapshot: git ${args[0]} failed: ${why.slice(0, 500)}`);
    },
    async queryProject(args) {
      const answer = await askGit({ cwd: root, env: deps.env }, args, options());
      return answer.kind === 'text' && !answer.isCut ? answer.text : '';
    },
  };
}

// The project's private ignore rules are in its .git folder, which the shadow repository does not read.
function copyExcludes(shadow: ShadowGit): void {
  const folders = findRepository(shadow.root);
  const text = folders && readText(join(folders.commonFolder, 'info', 'exclude'));
  writeIfChanged(join(shadow.dir, 'git', 'info', 'exclude'), text ?? '');
}

function writeIfChanged(path: string, text: string): void {
  if (readText(path) !== text) writeAtomic(path, text);
}
